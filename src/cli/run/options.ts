import { nearest } from '../../api/nearest.ts'
import type { SessionOptions } from '../../client/session-options.ts'
import { defined } from '../../protocol/json.ts'
import { isPermissionMode, PERMISSION_MODES } from '../../protocol/permissions.ts'
import { AGENT_OPTION, agentBinary } from '../agent.ts'
import { type Given, UsageError } from '../command-line.ts'
import { ISOLATION_OPTION } from '../isolation.ts'

export const RUN_OPTIONS = {
  agent: AGENT_OPTION,
  cwd: { type: 'string', value: 'DIR', about: 'the folder to work in' },
  model: { type: 'string', value: 'NAME', about: 'the model: an alias such as opus, or a full name' },
  'permission-mode': {
    type: 'string',
    value: 'MODE',
    about: 'default, acceptEdits, plan, dontAsk, auto or bypassPermissions',
  },
  allow: {
    type: 'string',
    multiple: true,
    value: 'RULE',
    about: "a tool, or a rule such as 'Bash(npm test)', that is not asked about; may be given again",
  },
  isolation: ISOLATION_OPTION,
  resume: { type: 'string', short: 'r', value: 'ID', about: 'go on with this session' },
  continue: { type: 'boolean', short: 'c', about: 'go on with the newest session of the folder' },
  scenario: {
    type: 'string',
    short: 's',
    value: 'FILE',
    about: 'play this scenario (JSON or YAML) on the simulator, or to the claude that --agent names',
  },
  'no-wait': { type: 'boolean', about: 'end with the answer, although tasks still run in the background' },
  json: { type: 'boolean', about: "print the CLI's messages, one JSON object in a line" },
} as const

export type RunGiven = Given<typeof RUN_OPTIONS>

/** A scenario runs on the simulator by default. */
export function agentOf({ agent, scenario }: RunGiven['values']): string | undefined {
  return agent ?? (scenario === undefined ? undefined : 'sim')
}

export function sessionOptions({ values }: RunGiven): SessionOptions {
  const { cwd, model, allow, resume } = values
  const mode = values['permission-mode']
  if (mode !== undefined && !isPermissionMode(mode)) {
    const modes = PERMISSION_MODES.filter((it) => it !== 'delegate')
    const meant = nearest(mode, modes)
    throw new UsageError(
      `'${mode}' is no permission mode; ${meant === undefined ? `there are ${modes.join(', ')}` : `did you mean ${meant}?`}`,
    )
  }
  if (resume !== undefined && values.continue)
    throw new UsageError('--resume and --continue exclude each other')
  return {
    ...agentBinary(agentOf(values)),
    ...defined({ cwd, model, resume, permissionMode: mode, allowedTools: allow }),
    ...(mode === 'bypassPermissions' && { allowDangerouslySkipPermissions: true }),
    ...(values.continue && { continue: true }),
  }
}
