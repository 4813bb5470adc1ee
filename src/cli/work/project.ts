import { resolve } from 'node:path'
import type { ApiClient } from '../../api/client.ts'
import type { ProjectList } from '../../api/projects.ts'
import type { ProjectView } from '../../api/work.ts'
import { defineCommand, oneOf, UsageError } from '../command-line.ts'
import { connect } from '../host/connect.ts'
import type { Io } from '../io.ts'
import { resolveSession } from '../sessions/resolve-session.ts'
import { tableText } from '../show/table.ts'
import { ago, homely } from '../show/words.ts'
import { printable } from '../terminal/cells.ts'
import { confirmPrograms } from './confirm.ts'
import { followRun } from './project-run.ts'
import { SETTING_OPTIONS, settingsFrom } from './project-settings.ts'

const ACTIONS = ['ls', 'show', 'add', 'forget', 'set', 'history', 'run', 'output', 'stop'] as const

export const project = defineCommand(
  {
    name: 'project',
    operands: '[ls | show | add | forget | set | history | run | output | stop] [PATH]',
    most: 2,
    completes: [ACTIONS, 'file'],
    about: `
The projects that the host knows: repositories of its sessions, of the CLI's own history, and those that you add. PATH is any
folder of the project; without it, this one. --session NAME names the folder of a session instead.

set changes settings of a project: what a new session and its worktree get. show prints them, history lists the conversations
that the CLI has had in the project and in its worktrees.

run starts the project's run script in this checkout or worktree and shows its output until it ends; ctrl-c stops watching, and
the script goes on until \`fairlead project stop\`. output shows it again. --confirm prints the scripts and confirms them as they are.`,
    options: {
      session: {
        type: 'string',
        short: 's',
        value: 'NAME',
        about: 'the folder of this session',
        completes: 'session',
      },
      ...SETTING_OPTIONS,
      confirm: { type: 'boolean', about: 'with set and run: confirm setup and run scripts as they are' },
      detach: { type: 'boolean', short: 'd', about: 'with run: do not wait for the output' },
      follow: { type: 'boolean', short: 'f', about: 'with output: keep showing it until the script ends' },
      json: { type: 'boolean', about: 'print one JSON object' },
    },
    examples: [
      'fairlead project',
      'fairlead project set --setup scripts/setup.sh --copy .env --own-worktree on --confirm',
      'fairlead project set ~/shop --model opus --budget 5',
      'fairlead project run --session login',
    ],
  },
  async ({ values, operands: [given = 'ls', named] }, io) => {
    const action = oneOf('project', given, ACTIONS)
    if (action === 'ls' && named !== undefined) throw new UsageError('project ls takes no path')
    if (named !== undefined && values.session !== undefined)
      throw new UsageError('Name a path or --session, not both')
    const { api } = await connect(io)
    const path =
      values.session === undefined
        ? resolve(io.cwd, named ?? '.')
        : (await resolveSession(api, values.session)).cwd
    const print = (answer: object, text: string) => io.out(values.json ? `${JSON.stringify(answer)}\n` : text)
    const confirm = async () => {
      if (!values.confirm) return
      await confirmPrograms(api, path, 'setup', io)
      await confirmPrograms(api, path, 'run', io)
    }
    switch (action) {
      case 'ls': {
        const list = await api.call('listProjects', {})
        print(list, listText(list, io))
        return 0
      }
      case 'show': {
        const view = await api.call('getProject', { query: { path } })
        print(view, viewText(view, io))
        return 0
      }
      case 'add': {
        await api.call('addProject', { body: { path } })
        const view = await api.call('getProject', { query: { path } })
        print(view, `${view.path}\n`)
        return 0
      }
      case 'forget': {
        print(await api.call('forgetProject', { query: { path } }), '')
        return 0
      }
      case 'set': {
        const { settings } = await api.call('getProject', { query: { path } })
        await api.call('putProject', { body: { path, settings: settingsFrom(settings, values) } })
        await confirm()
        const view = await api.call('getProject', { query: { path } })
        print(view, viewText(view, io))
        return 0
      }
      case 'history': {
        const history = await historyOf(api, path)
        print(history, historyText(history, io))
        return 0
      }
      case 'run':
        await confirm()
        await api.call('startRun', { body: { path } })
        return values.detach ? 0 : followRun({ api, path, io, json: values.json ?? false, isFollowed: true })
      case 'output':
        return followRun({ api, path, io, json: values.json ?? false, isFollowed: values.follow ?? false })
      case 'stop':
        await api.call('stopRun', { body: { path } })
        return 0
    }
  },
)

async function historyOf(api: ApiClient, path: string) {
  const { path: checkout } = await api.call('getProject', { query: { path } })
  return api.call('getHistory', { query: { project: checkout } })
}

function historyText({ sessions }: Awaited<ReturnType<typeof historyOf>>, io: Io): string {
  if (sessions.length === 0) return 'The CLI has no conversations there.\n'
  return tableText(
    [
      { head: 'ID', text: ({ cliSessionId }) => cliSessionId },
      { head: 'AGE', text: ({ updatedAt }) => ago(updatedAt, Date.now()), align: 'right', optional: 1 },
      { head: 'TITLE', text: ({ title }) => title, min: 16 },
      { head: 'FOLDER', text: ({ cwd }) => homely(cwd, io.env.HOME), min: 16, optional: 2 },
    ],
    sessions,
    io,
  )
}

function listText({ projects }: ProjectList, io: Io): string {
  if (projects.length === 0) return 'No projects yet. `fairlead project add PATH` adds one.\n'
  return tableText(
    [
      { head: 'NAME', text: ({ name }) => name, min: 12 },
      { head: 'SESSIONS', text: ({ sessions }) => String(sessions), align: 'right' },
      { head: 'PAST', text: ({ past }) => String(past), align: 'right', optional: 2 },
      {
        head: 'USED',
        text: ({ lastUsedAt }) => (lastUsedAt === 0 ? '' : ago(lastUsedAt, Date.now())),
        align: 'right',
        optional: 3,
      },
      {
        head: 'FOLDER',
        text: ({ path, isMissing, isRepository }) =>
          `${homely(path, io.env.HOME)}${isMissing ? ' (gone)' : isRepository ? '' : ' (no repository)'}`,
        min: 16,
      },
    ],
    projects,
    io,
  )
}

function viewText({ path, branch, defaultBranch, remote, settings, programs }: ProjectView, io: Io): string {
  const rows: [string, string | undefined][] = [
    ['folder', homely(path, io.env.HOME)],
    ['branch', branch],
    ['default branch', defaultBranch],
    ['remote', remote],
    ...Object.entries(settings).map(([name, value]): [string, string] => [
      name,
      typeof value === 'string' ? value : JSON.stringify(value),
    ]),
    ...programs.map(({ title, kind, isConfirmed }): [string, string] => [
      kind === 'hooks' ? 'hooks' : `${kind} script`,
      `${title}: ${isConfirmed ? 'confirmed' : 'not confirmed'}`,
    ]),
  ]
  return rows
    .flatMap(([name, value]) =>
      value === undefined ? [] : [`${`${name}:`.padEnd(18)} ${printable(value)}\n`],
    )
    .join('')
}
