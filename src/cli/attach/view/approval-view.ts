import type { ApprovalView } from '../../../api/resources.ts'
import type { JsonObject } from '../../../protocol/json.ts'
import { inputOf } from '../../../state/approvals/request.ts'
import { suggestionsOf } from '../../../state/approvals/rules.ts'
import { planText } from '../../../state/approvals/view.ts'
import { NO_PLAN, ruleLine } from '../../approvals/describe.ts'
import { inputLines, shownInput } from '../../approvals/input-lines.ts'
import { riskCount, riskLines, risksIn } from '../../approvals/risk-lines.ts'
import { printable } from '../../terminal/cells.ts'
import { markdownLines } from '../../terminal/markdown/blocks.ts'
import { bold, cyan, dim, style, yellow } from '../../terminal/style.ts'
import { shorten } from '../../terminal/truncate.ts'
import { wrapHard, wrapWords } from '../../terminal/wrap.ts'
import { commandIn } from '../model/approval-keys.ts'
import type { Editor } from '../model/editor.ts'
import type { ApprovalUi } from '../model/ui-state.ts'
import { diffOf } from '../transcript/diff-lines.ts'
import { editorLines } from './editor-lines.ts'
import { formLines } from './form-view.ts'
import { questionLines } from './question-view.ts'

export interface Panel {
  readonly title: string
  /** May be cut if there is no room. */
  readonly about: readonly string[]
  /** Always shown. */
  readonly step: readonly string[]
  /** Relative to `step`. */
  readonly cursor?: { readonly row: number; readonly column: number }
  readonly keys: readonly (readonly [key: string, words: string])[]
}

/** `isPlanShown`: the transcript above already shows the plan. */
export function approvalPanel(view: ApprovalView, ui: ApprovalUi, width: number, isPlanShown = false): Panel {
  switch (view.kind) {
    case 'tool':
      return toolPanel(view, ui, width)
    case 'plan':
      return planPanel(view, ui, width, isPlanShown)
    case 'question':
      return questionLines(view, ui.step, width)
    case 'elicitation':
      return formLines(view, ui, width)
    case 'dialog':
      return {
        title: `${String(view.request.dialog_kind ?? 'A dialog')} can only be answered in the console`,
        about: [],
        step: [],
        keys: [['c', 'cancel it']],
      }
  }
}

function toolPanel(view: ApprovalView, ui: ApprovalUi, width: number): Panel {
  const { toolName = 'a tool', request } = view
  const risks = risksIn(view, ui.input ?? inputOf(request))
  const name = typeof request.title === 'string' ? request.title : `${toolName} needs approval`
  const title = risks.length > 0 ? `${name} · ${riskCount(risks)}` : name
  const head = { title, about: toolAbout(view, ui, width) }
  const { step } = ui
  if (step.type === 'always') {
    const rules = suggestionsOf(request).flatMap(({ update }, index) => {
      const mark = step.picked.includes(index)
        ? '☑'
        : step.picked.length > 0
          ? '☐'
          : index === step.at
            ? '▸'
            : ' '
      const lines = wrapWords(`${index + 1} ${printable(ruleLine(update))}`, width - 4, { hang: 2 })
      return lines.map((line, row) => `${row === 0 ? mark : ' '} ${index === step.at ? bold(line) : line}`)
    })
    return {
      ...head,
      step: [cyan('Rules to remember:'), ...rules],
      keys: [
        ['Enter', 'allow and remember'],
        ['↑↓', 'choose'],
        ['Space', 'several'],
        ['Esc', 'back'],
      ],
    }
  }
  if (step.type === 'edit' || step.type === 'deny') {
    const label =
      step.type === 'deny'
        ? 'Message to the model (optional):'
        : commandIn(ui.input ?? inputOf(view.request)) === undefined
          ? 'Input, as JSON:'
          : 'Edited command:'
    return writing(head, label, step.editor, width, step.type === 'deny' ? 'deny' : 'use this')
  }
  const hasRules = suggestionsOf(request).length > 0
  return {
    ...head,
    step: [],
    keys: [
      ['y', ui.input ? 'allow as changed' : risks.length > 0 ? 'allow once' : 'allow'],
      ...(hasRules ? ([['a', 'always']] as const) : []),
      ['e', 'edit'],
      ['n', 'deny'],
      ['N', 'deny and stop'],
    ],
  }
}

function toolAbout(view: ApprovalView, ui: ApprovalUi, width: number): string[] {
  const { toolName = '', request } = view
  const input = ui.input ?? inputOf(view.request)
  const reason = [request.description, request.decision_reason].filter(
    (it) => typeof it === 'string' && it !== '',
  )
  const reasons = [...new Set(reason)]
    .filter((it) => !isSaid(input, it))
    .map((it) => dim(shorten(String(it), 300)))
  const agent =
    typeof request.agent_id === 'string'
      ? [dim(`from a sub-agent (${printable(request.agent_id).slice(0, 12)})`)]
      : []
  const changed = ui.input ? [yellow('Edited:')] : []
  const risks = riskLines(risksIn(view, input), style).flatMap((line) =>
    wrapWords(line, width - 2, { hang: 2 }),
  )
  const shown = inputShown(toolName, input, width)
  return [...changed, ...shown, ...risks, ...reasons, ...agent].flatMap((line) => wrapHard(line, width - 2))
}

/** The CLI often describes a call by repeating a part of its input. */
function isSaid(input: JsonObject, words: unknown): boolean {
  return Object.values(input).some((value) => typeof value === 'string' && value.endsWith(String(words)))
}

function inputShown(toolName: string, input: JsonObject, width: number): string[] {
  const command = toolName === 'Bash' ? input.command : undefined
  if (typeof command === 'string') {
    const { command: _, description, ...others } = input
    const about = typeof description === 'string' ? [dim(shorten(description, 300))] : []
    return [...printable(command).split('\n').map(bold), ...about, ...inputLines(others)]
  }
  const diff = diffOf(toolName, input, undefined, width - 2)
  if (diff && typeof input.file_path === 'string') return [bold(printable(input.file_path)), ...diff]
  return shownInput(toolName, input, style)
}

function planPanel(view: ApprovalView, { step }: ApprovalUi, width: number, isShown: boolean): Panel {
  const plan = planText(view) || NO_PLAN
  const about = isShown
    ? [dim('The plan is shown above. Scroll with PgUp and the arrow keys.')]
    : markdownLines(plan, width - 2)
  const head = { title: 'Approve this plan?', about }
  if (step.type === 'deny') return writing(head, 'What should change?', step.editor, width, 'keep planning')
  return {
    ...head,
    step: [],
    keys: [
      ['y', 'approve'],
      ['a', 'approve, accept all edits'],
      ['n', 'keep planning'],
      ['N', 'deny and stop'],
    ],
  }
}

function writing(
  head: Pick<Panel, 'title' | 'about'>,
  label: string,
  editor: Editor,
  width: number,
  enter: string,
): Panel {
  const { lines, cursor } = editorLines(editor, width - 4, 6)
  return {
    ...head,
    step: [cyan(label), ...lines.map((line) => `  ${line}`)],
    cursor: { row: cursor.row + 1, column: cursor.column + 2 },
    keys: [
      ['Enter', enter],
      ['Esc', 'back'],
    ],
  }
}
