import { randomUUID } from 'node:crypto'
import type { MergeKind, MergePreview } from '../../api/work.ts'
import { promptOfMerge } from '../../api/work-prompts.ts'
import { defined } from '../../protocol/json.ts'
import { defineCommand } from '../command-line.ts'
import { EXIT } from '../exit-codes.ts'
import { connect } from '../host/connect.ts'
import type { Io } from '../io.ts'
import { resolveSession } from '../sessions/resolve-session.ts'
import { printable } from '../terminal/cells.ts'
import { fileLines } from './patch.ts'

const KINDS = ['merge', 'squash', 'rebase'] as const
const ENDS = ['keep', 'discard'] as const

export const merge = defineCommand(
  {
    name: 'merge',
    operands: 'SESSION',
    most: 1,
    least: 1,
    completes: ['session'],
    about: `
Merges the branch of a session's worktree into the branch that it began at. --dry-run only says what would be merged, and
which files both sides have changed. --end removes the worktree afterwards; what was in it can be restored for 30 days.`,
    options: {
      how: { type: 'string', value: 'HOW', about: 'merge, squash or rebase (merge)', choices: KINDS },
      into: { type: 'string', value: 'BRANCH', about: 'another branch than the one that it began at' },
      message: { type: 'string', short: 'm', value: 'TEXT', about: 'the message of a new commit' },
      resolve: { type: 'boolean', about: 'with conflicts: ask the session to resolve them in its branch' },
      'dry-run': { type: 'boolean', short: 'n', about: 'do not change anything' },
      end: {
        type: 'string',
        value: 'WHAT',
        about: 'then remove the worktree, and keep or discard its branch',
        choices: ENDS,
      },
      json: { type: 'boolean', about: 'print one JSON object' },
    },
    examples: [
      'fairlead merge login --dry-run',
      'fairlead merge login --resolve',
      'fairlead merge login --how squash -m "Fix the login" --end discard',
    ],
  },
  async ({ values, operands: [name = ''] }, io) => {
    const { into, message, json = false } = values
    const how = (values.how ?? 'merge') as MergeKind
    const { api } = await connect(io)
    const { id, worktree } = await resolveSession(api, name)
    const params = { id }
    const preview = await api.call('previewMerge', { params, query: { how, ...defined({ into }) } })
    if (!json) tell(preview, io)
    if (values['dry-run']) {
      if (json) io.out(`${JSON.stringify(preview)}\n`)
      return preview.conflicts.length > 0 ? 1 : 0
    }
    if (values.resolve && preview.conflicts.length > 0) {
      const prompt = randomUUID()
      const text = promptOfMerge(how, preview, worktree?.branch ?? '')
      await api.call('sendMessage', {
        params,
        body: { id: prompt, commandId: prompt, text, when: 'after-turn' },
      })
      if (json) io.out(`${JSON.stringify({ session: id, prompt, conflicts: preview.conflicts })}\n`)
      else io.err(`The session was asked to resolve the conflicts. Merge again when its turn is over.\n`)
      return EXIT.failed
    }
    const { expected } = preview
    const { result } = await api.call('mergeWorktree', {
      params,
      body: { how, expected, ...defined({ into, message }) },
    })
    const end = values.end as (typeof ENDS)[number] | undefined
    const ended = end && (await api.call('endWorktree', { params, body: { branch: end } })).result
    io.out(json ? `${JSON.stringify({ session: id, ...result, ...ended })}\n` : `${result.commit}\n`)
    return 0
  },
)

function tell({ into, commits, files, conflicts, uncommitted }: MergePreview, io: Io): void {
  io.err(`Into ${printable(into)}:\n`)
  for (const { id, subject } of commits) io.err(`  ${id.slice(0, 10)} ${printable(subject)}\n`)
  io.err(fileLines(files))
  if (conflicts.length > 0) io.err(`Both sides have changed ${conflicts.map(printable).join(', ')}.\n`)
  if (uncommitted.length > 0)
    io.err(`Not committed, and not merged: ${uncommitted.map(printable).join(', ')}\n`)
}
