/** The settings of a project as options of a command. */
import type { ProjectSettings } from '../../api/work.ts'
import { projectSettingsSchema } from '../../api/work.ts'
import { type OptionSpecs, oneOf, UsageError, type Values } from '../command-line.ts'
import { MODES } from '../permission-mode.ts'

const NAMES = Object.keys(projectSettingsSchema.shape) as (keyof ProjectSettings)[]

export const SETTING_OPTIONS = {
  worktrees: { type: 'string', value: 'DIR', about: 'set: the folder for worktrees' },
  copy: {
    type: 'string',
    multiple: true,
    value: 'FILE',
    about: 'set: copy this file, which git does not have, into new worktrees (repeatable)',
  },
  setup: { type: 'string', value: 'SCRIPT', about: 'set: the script that prepares a new worktree' },
  run: { type: 'string', value: 'SCRIPT', about: 'set: the script that `project run` starts' },
  'own-worktree': { type: 'string', value: 'on|off', about: 'set: offer new sessions a worktree' },
  checkpoints: { type: 'string', value: 'on|off', about: 'set: checkpoints in shared folders, too' },
  agent: { type: 'string', short: 'a', value: 'NAME', about: 'set: the agent of new sessions' },
  model: { type: 'string', value: 'NAME', about: 'set: the model of new sessions' },
  'permission-mode': {
    type: 'string',
    value: 'MODE',
    about: 'set: the mode of new sessions',
    choices: MODES,
  },
  budget: { type: 'string', value: 'USD', about: 'set: what a new session may cost' },
  unset: { type: 'string', multiple: true, value: 'NAME', about: 'set: take a setting out (repeatable)' },
} as const satisfies OptionSpecs

/** The settings with what the options say. */
export function settingsFrom(
  before: ProjectSettings,
  values: Values<typeof SETTING_OPTIONS>,
): ProjectSettings {
  const { worktrees, copy, setup, run, checkpoints, agent, model, budget, unset = [] } = values
  const ownWorktree = values['own-worktree']
  const mode = values['permission-mode'] as ProjectSettings['permissionMode']
  const gone = unset.map((name) => oneOf('--unset', name, NAMES))
  const kept = Object.fromEntries(
    Object.entries(before).filter(([name]) => !gone.includes(name as keyof ProjectSettings)),
  )
  const dollars = budget === undefined ? undefined : Number(budget)
  if (dollars !== undefined && !(dollars > 0)) throw new UsageError('--budget takes an amount in dollars')
  return {
    ...kept,
    ...(worktrees !== undefined && { worktrees }),
    ...(copy && { copy }),
    ...(setup !== undefined && { setup }),
    ...(run !== undefined && { run }),
    ...(ownWorktree !== undefined && { ownWorktree: isOn('--own-worktree', ownWorktree) }),
    ...(checkpoints !== undefined && { checkpoints: isOn('--checkpoints', checkpoints) }),
    ...(agent !== undefined && { agent }),
    ...(model !== undefined && { model }),
    ...(mode !== undefined && { permissionMode: mode }),
    ...(dollars !== undefined && { maxBudgetUsd: dollars }),
  }
}

function isOn(option: string, given: string): boolean {
  return oneOf(option, given, ['on', 'off']) === 'on'
}
