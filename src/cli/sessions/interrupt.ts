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
Stops the turn that runs, as escape does in the CLI. What waited for your approval in it is withdrawn. Prompts that wait
run next, unless --cancel-queued is given.`,
    options: {
      'cancel-queued': { type: 'boolean', about: "drop the prompts that wait in the CLI's queue too" },
      json: { type: 'boolean', about: 'print one JSON object in a line for each' },
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
