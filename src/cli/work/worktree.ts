import type { ApiClient } from '../../api/client.ts'
import type { WorktreeList, WorktreeTrash } from '../../api/work.ts'
import { defineCommand, oneOf, UsageError } from '../command-line.ts'
import { connect } from '../host/connect.ts'
import type { Io } from '../io.ts'
import { NameError, resolveSession } from '../sessions/resolve-session.ts'
import { shortIds } from '../show/short-id.ts'
import { tableText } from '../show/table.ts'
import { homely } from '../show/words.ts'
import { confirmPrograms } from './confirm.ts'

const ACTIONS = ['ls', 'trash', 'keep', 'discard', 'remove', 'restore', 'prune', 'setup'] as const

export const worktree = defineCommand(
  {
    name: 'worktree',
    operands:
      '[ls | trash | keep SESSION | discard SESSION | remove PATH | restore ID | prune | setup SESSION]',
    most: 2,
    completes: [ACTIONS, 'session'],
    about: `
The worktrees of sessions. ls lists them, those without a session first. keep and discard end the worktree of a session, and
keep or discard its branch; remove does so for one without a session. What was in a worktree can be restored for 30 days:
trash lists it, restore brings it back, prune removes what is older.

setup runs the project's setup script again, or goes on without it with --skip. --confirm prints the script and confirms it.`,
    options: {
      keep: { type: 'boolean', about: 'with remove: keep the branch' },
      all: { type: 'boolean', about: 'with prune: all of it, not only what is older than 30 days' },
      skip: { type: 'boolean', about: 'with setup: go on without it' },
      confirm: { type: 'boolean', about: 'with setup: confirm the script as it is' },
      json: { type: 'boolean', about: 'print one JSON object' },
    },
    examples: [
      'fairlead worktree ls',
      'fairlead worktree discard login',
      'fairlead worktree restore 2026-11-18-0123456789ab',
      'fairlead worktree setup login --confirm',
    ],
  },
  async ({ values, operands: [given = 'ls', operand] }, io) => {
    const action = oneOf('worktree', given, ACTIONS)
    const needsOperand = !['ls', 'trash', 'prune'].includes(action)
    if (needsOperand !== (operand !== undefined))
      throw new UsageError(
        needsOperand ? `worktree ${action} needs a name` : `worktree ${action} takes no name`,
      )
    const { api } = await connect(io)
    const print = (answer: object, text: string) => io.out(values.json ? `${JSON.stringify(answer)}\n` : text)
    const name = operand ?? ''
    switch (action) {
      case 'ls': {
        const list = await api.call('listWorktrees', {})
        print(list, listText(list, io))
        return 0
      }
      case 'trash': {
        const trash = await api.call('listTrash', {})
        print(trash, trashText(trash, io))
        return 0
      }
      case 'keep':
      case 'discard': {
        const { id } = await resolveSession(api, name)
        const { result } = await api.call('endWorktree', { params: { id }, body: { branch: action } })
        print({ session: id, ...result }, `${result.trash}\n`)
        return 0
      }
      case 'remove': {
        const branch = values.keep ? 'keep' : 'discard'
        const { result } = await api.call('endOrphan', { body: { path: name, branch } })
        print(result, `${result.trash}\n`)
        return 0
      }
      case 'restore': {
        const { entries } = await api.call('listTrash', {})
        const found = entries.filter(({ id }) => id.startsWith(name))
        const [entry] = found
        if (!entry || found.length > 1)
          throw new NameError(
            `'${name}' fits ${found.length} entries; \`fairlead worktree trash\` lists them`,
          )
        const { checkout, id } = entry
        const { result } = await api.call('restoreWorktree', { body: { checkout, id } })
        print(result, `${result.path}\n`)
        return 0
      }
      case 'prune': {
        const pruned = await prune(api, values.all ?? false)
        print({ pruned }, `${pruned} removed\n`)
        return 0
      }
      case 'setup': {
        const { id, worktree: own } = await resolveSession(api, name)
        if (values.confirm && own) await confirmPrograms(api, own.path, 'setup', io)
        await api.call('runSetup', { params: { id }, body: values.skip ? { skip: true } : {} })
        print({ session: id }, '')
        return 0
      }
    }
  },
)

/** How many entries went. */
async function prune(api: ApiClient, isAll: boolean): Promise<number> {
  const { entries } = await api.call('listTrash', {})
  const old = entries.filter(({ until }) => isAll || until < Date.now())
  for (const checkout of new Set(old.map((it) => it.checkout))) {
    const ids = old.filter((it) => it.checkout === checkout).map(({ id }) => id)
    await api.call('pruneTrash', { body: { checkout, ids } })
  }
  return old.length
}

function listText({ worktrees }: WorktreeList, io: Io): string {
  if (worktrees.length === 0)
    return 'No worktrees. `fairlead new --worktree "PROMPT"` starts a session in one.\n'
  const short = shortIds(worktrees.flatMap(({ session }) => session ?? []))
  return tableText(
    [
      { head: 'SESSION', text: ({ session }) => (session === undefined ? '(none)' : short(session)) },
      { head: 'BRANCH', text: ({ branch }) => branch, min: 16 },
      { head: 'COMMIT', text: ({ head }) => head.slice(0, 10), optional: 1 },
      { head: 'FOLDER', text: ({ path }) => homely(path, io.env.HOME), min: 16 },
    ],
    worktrees,
    io,
  )
}

function trashText({ entries }: WorktreeTrash, io: Io): string {
  if (entries.length === 0) return 'The trash is empty.\n'
  return tableText(
    [
      { head: 'ID', text: ({ id }) => id },
      { head: 'BRANCH', text: ({ branch }) => branch, min: 16 },
      { head: 'UNTIL', text: ({ until }) => new Date(until).toISOString().slice(0, 10), optional: 1 },
      { head: 'TITLE', text: ({ title = '' }) => title, min: 16, optional: 2 },
    ],
    entries,
    io,
  )
}
