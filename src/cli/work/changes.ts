import { defineCommand, UsageError, wholeNumber } from '../command-line.ts'
import { connect } from '../host/connect.ts'
import { resolveSession } from '../sessions/resolve-session.ts'
import { fileLines, patchText } from './patch.ts'

export const changes = defineCommand(
  {
    name: 'changes',
    operands: 'SESSION',
    most: 1,
    least: 1,
    completes: ['session'],
    about: `
Shows what changed in a session's folder since the session began, as a diff. --turn shows the changes of one turn, where the
host keeps checkpoints: always in a worktree. There, files that may be somebody else's are marked.`,
    options: {
      turn: { type: 'string', value: 'N', about: 'only the changes of this turn' },
      stat: { type: 'boolean', about: 'the files without their lines' },
      json: { type: 'boolean', about: 'print one JSON object' },
    },
    examples: [
      'fairlead changes login',
      'fairlead changes login --turn 3 --stat',
      'fairlead changes login | git apply -R',
    ],
  },
  async ({ values, operands: [name = ''] }, io) => {
    const turn = wholeNumber('--turn', values.turn)
    if (turn === 0) throw new UsageError('--turn counts from 1')
    const { api } = await connect(io)
    const { id } = await resolveSession(api, name)
    const params = { id }
    const found =
      turn === undefined
        ? await api.call('getChanges', { params })
        : await api.call('diffCheckpoints', { params, query: { to: turn } })
    if (values.json) io.out(`${JSON.stringify(found)}\n`)
    else if (found.files.length === 0) io.err('Nothing has changed.\n')
    else io.out(values.stat ? fileLines(found.files) : patchText(found.diff, io))
    if (!values.json && found.isCut) io.err('The diff is too long: the rest is not shown.\n')
    if (!values.json && 'note' in found && found.note) io.err(`${found.note}\n`)
    return 0
  },
)
