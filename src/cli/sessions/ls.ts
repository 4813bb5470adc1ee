import { resolve } from 'node:path'
import type { SessionSummary } from '../../api/resources.ts'
import { defineCommand } from '../command-line.ts'
import { connect } from '../host/connect.ts'
import { sessionsNamed } from './resolve-session.ts'
import { projectsTable } from './rows.ts'

const GROUPS = ['needs-you', 'working', 'idle', 'ended'] as const

export const ls = defineCommand(
  {
    name: 'ls',
    operands: '[NAME]',
    most: 1,
    completes: ['session'],
    about: `
Lists sessions with their status, latest message and cost. Those that need you come first. With NAME, only sessions whose
id begins with it or whose title contains it. Sessions of several projects are listed project by project.`,
    options: {
      group: {
        type: 'string',
        short: 'g',
        multiple: true,
        value: 'GROUP',
        about: 'only needs-you, working, idle or ended (repeatable)',
        choices: GROUPS,
      },
      project: {
        type: 'string',
        short: 'p',
        value: 'NAME',
        about: 'only sessions of this project, by name or folder',
      },
      archived: { type: 'boolean', about: 'archived sessions instead' },
      watch: { type: 'boolean', short: 'w', about: 'keep updating until ctrl-c' },
      json: {
        type: 'boolean',
        about: 'print one JSON object per line; with --watch, a list per change',
      },
    },
    examples: [
      'fairlead ls',
      'fairlead ls --group needs-you --group working --watch',
      "fairlead ls --json | jq -r 'select(.pendingApprovals > 0).id'",
    ],
  },
  async ({ values, operands: [name] }, io) => {
    const { api } = await connect(io)
    const read = async (): Promise<SessionSummary[]> => {
      const { sessions } = await api.call('listSessions', {
        query: { archived: values.archived ? 'true' : 'false' },
      })
      const named = name === undefined ? sessions : sessionsNamed(sessions, name)
      const wanted = values.project
      return named.filter(
        ({ group, project }) =>
          (!values.group || values.group.includes(group)) &&
          (wanted === undefined || project.name === wanted || project.path === resolve(io.cwd, wanted)),
      )
    }
    const shown = (sessions: SessionSummary[]) =>
      sessions.length === 0
        ? 'No sessions yet. Start one with `fairlead new "PROMPT"`.\n'
        : projectsTable(sessions, io)
    if (values.watch) {
      const [{ watch }, { withoutAges }] = await Promise.all([
        import('../show/watch.ts'),
        import('../host/status.ts'),
      ])
      return watch(io, async () => {
        const sessions = await read()
        const text = values.json ? `${JSON.stringify({ sessions })}\n` : shown(sessions)
        return { text, key: withoutAges(sessions) }
      })
    }
    const sessions = await read()
    io.out(values.json ? sessions.map((it) => `${JSON.stringify(it)}\n`).join('') : shown(sessions))
    return 0
  },
)
