import { defineCommand, UsageError } from '../command-line.ts'
import { forSessions } from './each.ts'

export const close = defineCommand(
  {
    name: 'close',
    operands: 'SESSION…',
    most: Number.POSITIVE_INFINITY,
    least: 1,
    completes: ['session'],
    about: `
Ends the session's process. Its journal stays: \`resume\` and \`send\` take it up again. --archive also takes it out of the
list; --delete removes the journal for good. The CLI's own transcript is left alone in any case.`,
    options: {
      archive: { type: 'boolean', about: 'take it out of the list too' },
      delete: { type: 'boolean', about: 'remove it with all that the host has stored of it' },
      json: { type: 'boolean', about: 'print one JSON object in a line for each' },
    },
    examples: ['fairlead close 1b2c', 'fairlead close --archive nightly', 'fairlead ls --archived'],
  },
  async ({ values, operands }, io) => {
    if (values.archive && values.delete) throw new UsageError('--archive and --delete exclude each other')
    return forSessions(operands, io, values.json ?? false, async ({ id }, api) => {
      if (values.delete) {
        await api.call('deleteSession', { params: { id } })
        return 'deleted'
      }
      await api.call('closeSession', { params: { id }, body: {} })
      if (!values.archive) return 'closed'
      await api.call('patchSession', { params: { id }, body: { archived: true } })
      return 'archived'
    })
  },
)
