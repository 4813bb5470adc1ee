import type { BrowserView } from '../../api/resources.ts'
import { defineCommand, oneOf, UsageError } from '../command-line.ts'
import type { Io } from '../io.ts'
import { NameError } from '../sessions/resolve-session.ts'
import { shortIds } from '../show/short-id.ts'
import { type Column, tableText } from '../show/table.ts'
import { ago, count, localTime } from '../show/words.ts'
import { connect } from './connect.ts'

const ACTIONS = ['list', 'revoke'] as const

export const browsers = defineCommand(
  {
    name: 'browsers',
    operands: '[list | revoke ID…]',
    most: Number.POSITIVE_INFINITY,
    completes: [ACTIONS],
    about: `
Lists the browsers that are signed in to the console. \`revoke\` signs a browser out at once; its ID may be shortened. A
browser that is not used for 30 days is signed out automatically.`,
    options: {
      all: { type: 'boolean', short: 'a', about: 'with revoke: sign out all browsers' },
      json: { type: 'boolean', about: 'print one JSON object' },
    },
    examples: ['fairlead browsers', 'fairlead browsers revoke 3f2a', 'fairlead browsers revoke --all'],
  },
  async ({ values: { all = false, json = false }, operands: [given = 'list', ...names] }, io) => {
    const action = oneOf('browsers', given, ACTIONS)
    if (action === 'list' && (all || names.length > 0))
      throw new UsageError('browsers list takes no further arguments')
    if (action === 'revoke' && all === names.length > 0)
      throw new UsageError('browsers revoke needs the ID of a browser, or --all')
    const { api } = await connect(io)
    const before = (await api.call('listBrowsers', {})).browsers
    if (action === 'list') {
      if (json) io.out(`${JSON.stringify({ browsers: before })}\n`)
      else io.out(before.length === 0 ? 'No browser is signed in.\n' : table(before, io))
      return 0
    }
    const revoked = all ? before : [...new Set(names.map((name) => browserNamed(before, name)))]
    if (all) await api.call('endOtherBrowsers', {})
    else for (const { id } of revoked) await api.call('endBrowser', { params: { id } })
    if (json) io.out(`${JSON.stringify({ revoked: revoked.map(({ id }) => id) })}\n`)
    else io.out(`Signed out: ${count(revoked.length, 'browser')}.\n`)
    return 0
  },
)

function table(list: readonly BrowserView[], io: Io): string {
  const short = shortIds(list.map(({ id }) => id))
  const columns: Column<BrowserView>[] = [
    { head: 'ID', text: ({ id }) => short(id) },
    { head: 'BROWSER', text: ({ name }) => name, min: 12 },
    { head: 'LAST USED', text: ({ lastUsedAt }) => lastUse(lastUsedAt) },
    { head: 'SIGNED IN', text: ({ createdAt }) => localTime(createdAt), optional: 1 },
  ]
  return tableText(columns, list, io)
}

function lastUse(at: number): string {
  const words = ago(at)
  return words === 'now' ? words : `${words} ago`
}

function browserNamed(list: readonly BrowserView[], given: string): BrowserView {
  const fitting = list.filter(({ id }) => id.startsWith(given))
  const [found] = fitting
  if (found && fitting.length === 1) return found
  if (found)
    throw new NameError(
      `'${given}' fits ${fitting.length} browsers: ${fitting.map(({ id }) => id).join(', ')}`,
    )
  throw new NameError(`No browser '${given}' is signed in; \`fairlead browsers\` lists them`)
}
