import { defineCommand } from '../command-line.ts'
import { connect } from '../host/connect.ts'
import { decide, showApproval } from './decide.ts'
import { showInbox } from './inbox.ts'
import { resolveApprovals } from './resolve-approval.ts'

export const deny = defineCommand(
  {
    name: 'deny',
    operands: '[ID | SESSION]…',
    most: Number.POSITIVE_INFINITY,
    completes: ['approval'],
    about: `
Denies a tool call or a plan, declines a form, or leaves questions unanswered. The message goes to the model, which tries
something else; with --stop the turn ends (the CLI then drops the message). Without ID it lists the
pending approvals.`,
    options: {
      message: { type: 'string', short: 'm', value: 'TEXT', about: 'why not, or what to do instead' },
      stop: { type: 'boolean', about: 'end the turn too' },
      json: { type: 'boolean', about: 'print one JSON object per line' },
    },
    examples: ['fairlead deny 7f3a -m "use npm, not yarn"', 'fairlead deny nightly --stop'],
  },
  async ({ values: { message, stop = false, json = false }, operands }, io) => {
    const { api } = await connect(io)
    if (operands.length === 0) return showInbox(api, io, json)
    for (const view of await resolveApprovals(api, operands)) {
      if (!json) showApproval(view, io)
      const body = {
        decision: 'deny',
        ...(message !== undefined && { message }),
        ...(stop && { interrupt: true }),
      } as const
      await decide(api, view, body, { io, json, done: stop ? 'Denied, and the turn ends' : 'Denied' })
    }
    return 0
  },
)
