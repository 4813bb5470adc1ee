import type { ApprovalView } from '../../api/resources.ts'
import type { JsonObject } from '../../protocol/json.ts'
import { formOf } from '../../state/approvals/form.ts'
import { inputOf, needsAnswer } from '../../state/approvals/request.ts'
import { defaultSuggestions, suggestionsOf } from '../../state/approvals/rules.ts'
import { defineCommand, UsageError, type Values, wholeNumber } from '../command-line.ts'
import { EXIT } from '../exit-codes.ts'
import { connect } from '../host/connect.ts'
import type { Io } from '../io.ts'
import { type Mode, PLAN_MODE_OPTION } from '../permission-mode.ts'
import { editJson } from '../run/ask/edit-json.ts'
import { lineInput } from '../run/line-input.ts'
import { styleFor } from '../terminal/style.ts'
import { decide, showApproval } from './decide.ts'
import { ruleLine } from './describe.ts'
import { showInbox } from './inbox.ts'
import { resolveApprovals } from './resolve-approval.ts'

const OPTIONS = {
  always: {
    type: 'boolean',
    short: 'A',
    about: 'allow and remember the suggested rules',
  },
  rule: {
    type: 'string',
    multiple: true,
    value: 'N',
    about: 'remember only this suggestion, counted from 1 (repeatable)',
  },
  edit: { type: 'boolean', short: 'e', about: 'edit the input first, as JSON, in $VISUAL or $EDITOR' },
  mode: PLAN_MODE_OPTION,
  json: { type: 'boolean', about: 'print one JSON object per line' },
} as const

export const approve = defineCommand(
  {
    name: 'approve',
    operands: '[ID | SESSION]…',
    most: Number.POSITIVE_INFINITY,
    completes: ['approval'],
    about: `
Allows a tool call, a plan or a page of an MCP server, and shows the request. IDs may be shortened; a session stands for its
only pending approval. Without ID it lists the pending approvals of all sessions. Questions and forms are answered with
\`fairlead answer\`. The first answer counts; later ones are told who was first.`,
    options: OPTIONS,
    examples: [
      'fairlead approve',
      'fairlead approve 7f3a',
      'fairlead approve nightly --always',
      'EDITOR=nano fairlead approve 7f3a --edit',
      'fairlead approve 7f3a --mode acceptEdits',
    ],
  },
  async ({ values, operands }, io) => {
    const json = values.json ?? false
    const { api } = await connect(io)
    if (operands.length === 0) return showInbox(api, io, json)
    for (const view of await resolveApprovals(api, operands)) {
      refuseQuestions(view)
      if (!json) showApproval(view, io)
      const remember = remembered(view, values, io)
      const input = values.edit ? await edited(view, io) : undefined
      if (values.edit && input === undefined) return EXIT.failed
      await decide(
        api,
        view,
        {
          decision: 'allow',
          ...(input && { input }),
          ...(remember.length > 0 && { remember }),
          ...(values.mode && { mode: values.mode as Mode }),
        },
        { io, json, done: 'Allowed' },
      )
    }
    return EXIT.done
  },
)

function refuseQuestions({ id, kind, request }: ApprovalView): void {
  const isPage = kind === 'elicitation' && formOf(request).fields.length === 0
  if (needsAnswer(kind) && !isPage)
    throw new UsageError(`This is a question. Answer it with \`fairlead answer ${id.slice(0, 8)}\``)
}

/** The indexes of the suggestions to remember. */
function remembered(
  { request }: ApprovalView,
  { always, rule }: Values<typeof OPTIONS>,
  io: Io,
): readonly number[] {
  if (!always && !rule) return []
  const suggestions = suggestionsOf(request)
  if (suggestions.length === 0) throw new UsageError('--always: the CLI suggests no rule to remember')
  const chosen =
    rule?.map((text) => {
      const number = wholeNumber('--rule', text, 1) ?? 1
      const suggestion = suggestions[number - 1]
      if (suggestion) return suggestion
      throw new UsageError(`--rule: there is no suggestion ${number}; the CLI made ${suggestions.length}`)
    }) ?? defaultSuggestions(suggestions)
  const { dim } = styleFor(io.stderr, io.env)
  for (const { update } of chosen) io.err(`${dim(`  to remember: ${ruleLine(update)}`)}\n`)
  return chosen.map(({ index }) => index)
}

/** Undefined if the person gave up. */
async function edited(view: ApprovalView, io: Io): Promise<JsonObject | undefined> {
  const hasEditor = Boolean(io.env.VISUAL || io.env.EDITOR)
  if (!hasEditor && io.stdin.isTTY !== true)
    throw new UsageError('--edit needs $EDITOR, or a terminal to edit in')
  const input = lineInput(io, () => {})
  const asking = {
    style: styleFor(io.stderr, io.env),
    env: io.env,
    say: (line: string) => io.err(`${line}\n`),
    ask: (...question: Parameters<typeof input.ask>) => input.ask(...question),
  }
  try {
    const changed = await editJson(inputOf(view.request), new AbortController().signal, asking)
    if (changed === undefined) io.err('Nothing was approved.\n')
    return changed
  } finally {
    input.close()
  }
}
