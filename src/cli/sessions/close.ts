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
Ends the session's process. Its journal stays: \`resume\` and \`send\` continue the session. --archive also removes it from
the list; --delete deletes the journal for good. The CLI's own transcript is never touched.`,
    options: {
      archive: { type: 'boolean', about: 'also remove it from the list' },
      delete: { type: 'boolean', about: 'delete it with everything the host stored' },
      json: { type: 'boolean', about: 'print one JSON object per line' },
    },
    examples: ['fairlead close 1b2c', 'fairlead close --archive nightly', 'fairlead ls --archived'],
  },
  async ({ values, operands }, io) => {
    if (values.archive && values.delete) throw new UsageError('--archive and --delete cannot be combined')
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
