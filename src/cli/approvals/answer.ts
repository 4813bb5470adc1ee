import type { ApiClient } from '../../api/client.ts'
import type { ApprovalView } from '../../api/resources.ts'
import { defineCommand, UsageError } from '../command-line.ts'
import { EXIT } from '../exit-codes.ts'
import { connect } from '../host/connect.ts'
import type { Io } from '../io.ts'
import { type Mode, PLAN_MODE_OPTION } from '../permission-mode.ts'
import { Asker } from '../run/ask/ask.ts'
import { lineInput } from '../run/line-input.ts'
import { TurnOutput } from '../run/turn-output.ts'
import { answerUsage, decisionFor } from './answer-values.ts'
import { decide, sendDecision, showApproval } from './decide.ts'
import { showInbox } from './inbox.ts'
import { resolveApproval } from './resolve-approval.ts'

export const answer = defineCommand(
  {
    name: 'answer',
    operands: '[ID | SESSION] [ANSWER…]',
    most: Number.POSITIVE_INFINITY,
    completes: ['approval', 'text'],
    about: `
Answers the questions, the plan or the form of a session. On a terminal, without ANSWER, it prompts for one. Otherwise:
  questions  one ANSWER for each, in order: the number of an option, its text, or your own words; several with commas
             where the question allows it; '' skips one
  a plan     yes, yes with --mode MODE, or no with a reason: no "too large"
  a form     NAME=VALUE for each field, several values with commas; or decline, or cancel
  a tool     yes or no, as approve and deny do
Without ID it lists the pending approvals.`,
    options: {
      mode: PLAN_MODE_OPTION,
      json: { type: 'boolean', about: 'print one JSON object' },
    },
    examples: [
      'fairlead answer 7f3a',
      'fairlead answer 7f3a 2 "1,3"',
      'fairlead answer nightly yes --mode acceptEdits',
      'fairlead answer 7f3a name=Ann age=42',
    ],
  },
  async ({ values: { mode, json = false }, operands: [name, ...given] }, io) => {
    const { api } = await connect(io)
    if (name === undefined) return showInbox(api, io, json)
    const view = await resolveApproval(api, name)
    if (given.length === 0) {
      if (io.stdin.isTTY === true && !json) return ask(api, view, io)
      if (!json) showApproval(view, io)
      throw new UsageError(answerUsage(view))
    }
    const decision = decisionFor(view, given, mode as Mode | undefined)
    await decide(api, view, decision, { io, json, done: 'Answered' })
    return EXIT.done
  },
)

async function ask(api: ApiClient, view: ApprovalView, io: Io): Promise<number> {
  if (view.kind === 'dialog') throw new UsageError('A dialog can only be answered in the console')
  const left = new AbortController()
  const input = lineInput(io, () => left.abort())
  const { kind, request } = view
  const asker = new Asker(new TurnOutput(io), input, io)
  const decision = await asker.decide({ kind, request, signal: left.signal }).finally(() => input.close())
  if (left.signal.aborted) return EXIT.interrupted
  if (!decision) {
    io.err('Not answered: the approval is still pending.\n')
    return EXIT.failed
  }
  await sendDecision(api, view, decision)
  io.out('Answered.\n')
  return EXIT.done
}
