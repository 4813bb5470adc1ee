import { resolve } from 'node:path'
import type { CreateSession, IsolationSetting } from '../../api/commands.ts'
import { defined } from '../../protocol/json.ts'
import { defineCommand, UsageError, type Values } from '../command-line.ts'
import { connect } from '../host/connect.ts'
import type { Io } from '../io.ts'
import { ISOLATION_OPTION } from '../isolation.ts'
import { labelsIn } from '../label.ts'
import { MODES, type Mode } from '../permission-mode.ts'
import { IMAGE_OPTION, imagesFrom, promptFrom } from './prompt.ts'
import { reportNew } from './report-new.ts'

const OPTIONS = {
  cwd: {
    type: 'string',
    short: 'C',
    value: 'DIR',
    about: 'the folder to work in (this one)',
    completes: 'file',
  },
  node: {
    type: 'string',
    short: 'n',
    value: 'NODE',
    about: 'the machine of the fleet to run it on (this one), or any',
  },
  label: {
    type: 'string',
    multiple: true,
    value: 'KEY=VALUE',
    about: 'with --node any: a label that the machine must have (repeatable)',
  },
  agent: {
    type: 'string',
    short: 'a',
    value: 'NAME',
    about: 'claude, sim or one that the host has configured',
  },
  model: { type: 'string', value: 'NAME', about: 'the model: an alias such as opus or a full name' },
  'permission-mode': {
    type: 'string',
    value: 'MODE',
    about: 'default, acceptEdits, plan, dontAsk, auto or bypassPermissions',
    choices: MODES,
  },
  isolation: ISOLATION_OPTION,
  worktree: {
    type: 'string',
    optional: true,
    value: 'NAME',
    about:
      'work in a git worktree of its own, on the branch fairlead/NAME (made from the title or the prompt)',
  },
  base: { type: 'string', value: 'REF', about: 'with --worktree: the branch or commit to begin at' },
  allow: {
    type: 'string',
    multiple: true,
    value: 'RULE',
    about: "a tool, or a rule such as 'Bash(npm test)', that is not asked about (repeatable)",
  },
  title: { type: 'string', short: 't', value: 'TEXT', about: 'its title (the beginning of the prompt)' },
  resume: { type: 'string', value: 'ID', about: "go on with a conversation of the CLI's own history" },
  image: IMAGE_OPTION,
  wait: { type: 'boolean', short: 'w', about: 'show the answer and exit when the turn ends' },
  json: { type: 'boolean', about: 'print one JSON object; with --wait, the outcome of the prompt' },
} as const

export const create = defineCommand(
  {
    name: 'new',
    operands: '[PROMPT | -]',
    most: 1,
    completes: ['text'],
    about: `
Starts a session on the host and prints its id. It goes on by itself; \`ls\`, \`approve\` and \`send\` work on it from any
terminal. With - the prompt is read from stdin.

With --wait the answer is shown as it comes, and what needs your approval is asked here, or shown where there is no
terminal. ctrl-c then ends the waiting, not the session.`,
    options: OPTIONS,
    examples: [
      'fairlead new "fix the failing test"',
      'fairlead new --wait --model opus "what does this project do?"',
      'fairlead new --worktree=login --base release "fix the login"',
      'fairlead new --node any --label gpu=yes "train the model"',
      'id=$(fairlead new --cwd ~/app --title nightly - < prompt.md)',
    ],
  },
  async ({ values, operands: [given] }, io) => {
    const prompt = await promptFrom(given, io)
    if (values.wait && prompt === undefined) throw new UsageError('--wait needs a prompt')
    if (values.base !== undefined && values.worktree === undefined)
      throw new UsageError('--base goes with --worktree only')
    if (values.label && values.node !== 'any') throw new UsageError('--label goes with --node any only')
    const host = await connect(io)
    const { result } = await host.api.call('createSession', { body: bodyOf(values, prompt, io) })
    const { wait, json = false } = values
    return reportNew({ host, session: result.id, io, json, wait, hasPrompt: prompt !== undefined })
  },
)

function bodyOf(values: Values<typeof OPTIONS>, prompt: string | undefined, io: Io): CreateSession {
  const { agent, model, title, resume, allow, image, worktree, base, node, label } = values
  const permissionMode = values['permission-mode'] as Mode | undefined
  const isolation = values.isolation as IsolationSetting | undefined
  return {
    cwd: resolve(io.cwd, values.cwd ?? '.'),
    ...defined({ prompt, node, agent, model, title, resume, permissionMode, isolation }),
    ...(label && { labels: labelsIn(label) }),
    ...(allow && { options: { allowedTools: allow } }),
    ...(worktree !== undefined && { worktree: defined({ name: worktree || undefined, base }) }),
    ...imagesFrom(image, io),
  }
}
