/** The options of `fairlead run`, and the session that they ask for. */
import type { SessionOptions } from '../../client/session-options.ts'
import { isPermissionMode, PERMISSION_MODES } from '../../protocol/permissions.ts'
import { AGENT_OPTION, agentBinary } from '../agent.ts'
import { type Given, UsageError } from '../command-line.ts'

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
  resume: { type: 'string', short: 'r', value: 'ID', about: 'go on with this session' },
  continue: { type: 'boolean', short: 'c', about: 'go on with the newest session of the folder' },
  json: { type: 'boolean', about: "print the CLI's messages, one JSON object in a line" },
} as const

export type RunGiven = Given<typeof RUN_OPTIONS>

export function sessionOptions({ values }: RunGiven): SessionOptions {
  const { agent, cwd, model, allow, resume } = values
  const mode = values['permission-mode']
  if (mode !== undefined && !isPermissionMode(mode)) {
    throw new UsageError(
      `'${mode}' is no permission mode; there are ${PERMISSION_MODES.filter((it) => it !== 'delegate').join(', ')}`,
    )
  }
  if (resume !== undefined && values.continue)
    throw new UsageError('--resume and --continue exclude each other')
  return {
    ...agentBinary(agent),
    ...(cwd !== undefined && { cwd }),
    ...(model !== undefined && { model }),
    ...(mode !== undefined && { permissionMode: mode }),
    ...(mode === 'bypassPermissions' && { allowDangerouslySkipPermissions: true }),
    ...(allow !== undefined && { allowedTools: allow }),
    ...(resume !== undefined && { resume }),
    ...(values.continue && { continue: true }),
  }
}
