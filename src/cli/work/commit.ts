import { defined } from '../../protocol/json.ts'
import { defineCommand, UsageError } from '../command-line.ts'
import { EXIT } from '../exit-codes.ts'
import { connect } from '../host/connect.ts'
import { resolveSession } from '../sessions/resolve-session.ts'
import { printable } from '../terminal/cells.ts'
import { confirmPrograms } from './confirm.ts'
import { suggested } from './suggested.ts'

export const commit = defineCommand(
  {
    name: 'commit',
    operands: 'SESSION',
    most: 1,
    least: 1,
    completes: ['session'],
    about: `
Commits all changes in a session's folder, and prints the commit. --push pushes the branch afterwards, --pr also opens a pull
request with gh or glab, or prints the page to open one on.

Hooks of the repository, and settings of it that run programs, must be confirmed once, and again when they change:
--confirm prints them and confirms them.`,
    options: {
      message: { type: 'string', short: 'm', value: 'TEXT', about: 'the message' },
      suggest: { type: 'boolean', about: 'ask the session for the message, and show it before it is used' },
      yes: { type: 'boolean', short: 'y', about: 'with --suggest: use the message without asking' },
      amend: { type: 'boolean', about: 'replace the last commit' },
      staged: { type: 'boolean', about: 'only what is staged' },
      push: { type: 'boolean', about: 'push the branch to origin' },
      pr: { type: 'boolean', about: 'push, and open a pull request with the first line as its title' },
      confirm: { type: 'boolean', about: 'confirm hooks and settings of the repository as they are' },
      json: { type: 'boolean', about: 'print one JSON object' },
    },
    examples: [
      'fairlead commit login -m "Keep the session after a reload"',
      'fairlead commit login --suggest',
      'fairlead commit login --amend --push',
      'fairlead commit login -m "Fix the login" --pr --confirm',
    ],
  },
  async ({ values, operands: [name = ''] }, io) => {
    const { message: given, suggest = false, amend, staged, json = false } = values
    if (given !== undefined && suggest) throw new UsageError('-m and --suggest exclude each other')
    if (given === undefined && !suggest && !amend)
      throw new UsageError('A commit needs a message: -m TEXT or --suggest')
    if (values.pr && given === undefined && !suggest) throw new UsageError('--pr needs a message: -m TEXT')
    const host = await connect(io)
    const { api } = host
    const { id, cwd } = await resolveSession(api, name)
    const message = suggest ? await suggested({ host, session: id, io, isSure: values.yes ?? false }) : given
    if (suggest && message === undefined) return EXIT.interrupted
    if (values.confirm) await confirmPrograms(api, cwd, 'hooks', io)
    const params = { id }
    const tell = (output: string) => {
      if (!json && output !== '') io.err(`${output.split('\n').map(printable).join('\n')}\n`)
    }
    const { result } = await api.call('commit', { params, body: defined({ message, amend, staged }) })
    tell(result.output)
    const pushes = values.push || values.pr
    const pushed = pushes
      ? (await api.call('push', { params, body: amend ? { force: true } : {} })).result
      : undefined
    tell(pushed?.output ?? '')
    const [title = '', ...body] = (message ?? '').split('\n')
    const request = values.pr
      ? (await api.call('openPullRequest', { params, body: { title, body: body.join('\n').trim() } })).result
      : undefined
    const { commit: made } = result
    if (json)
      io.out(
        `${JSON.stringify(defined({ session: id, commit: made, pushed: pushed?.branch, url: request?.url }))}\n`,
      )
    else io.out(request ? `${made}\n${request.url}\n` : `${made}\n`)
    return 0
  },
)
