import { defineCommand } from '../command-line.ts'
import { forSessions } from './each.ts'

export const interrupt = defineCommand(
  {
    name: 'interrupt',
    operands: 'SESSION…',
    most: Number.POSITIVE_INFINITY,
    least: 1,
    completes: ['session'],
    about: `
Stops the running turn, as Escape does in the CLI. Its pending approvals are withdrawn. Prompts that wait
run next, unless --cancel-queued is given.`,
    options: {
      'cancel-queued': { type: 'boolean', about: "also drop the prompts in the CLI's queue" },
      json: { type: 'boolean', about: 'print one JSON object per line' },
    },
    examples: ['fairlead interrupt 1b2c', 'fairlead interrupt nightly --cancel-queued'],
  },
  async ({ values, operands }, io) =>
    forSessions(operands, io, values.json ?? false, async ({ id }, api) => {
      const cancelQueued = values['cancel-queued'] ?? false
      await api.call('interrupt', { params: { id }, body: { cancelQueued } })
      return 'interrupted'
    }),
)
