import { isObject, type JsonObject } from '../../protocol/json.ts'
import type { PermissionMode } from '../../protocol/permissions.ts'
import { OptionsError } from '../errors.ts'
import { isInline, parseObject } from './flag-value.ts'
import type { CliOptions } from './options.ts'

/**
 * In plan mode the CLI lets auto mode judge shell commands instead of asking the host. A model may enter plan mode
 * by itself, and is not asked about: 2.1.197 then ran a command unasked in a session of mode `default`. So the key
 * goes along in every mode in which the host expects to be asked, not only in plan mode.
 */
const KEY = 'useAutoModeDuringPlan'

/** Modes in which the host has chosen not to be asked. */
const UNASKED: readonly PermissionMode[] = ['auto', 'bypassPermissions']

export interface MergedSettings {
  readonly settings: JsonObject | string | undefined
  /** Why the key for plan mode could not be added, if so. */
  readonly planModeProblem?: string
}

/** The settings with all that other options put into them. */
export function mergeSettings(
  { settings, sandbox }: Pick<CliOptions, 'settings' | 'sandbox'>,
  mode: PermissionMode,
): MergedSettings {
  if (sandbox !== undefined && !isObject(sandbox)) throw new OptionsError('`sandbox` must be an object.')
  if (typeof settings === 'string' && !isInline(settings)) return settingsFile(settings, sandbox, mode)
  const inline = typeof settings === 'string' ? parseObject('settings', settings) : (settings ?? {})
  if (!isObject(inline)) throw new OptionsError('`settings` must be an object or a text.')
  const merged: { [key: string]: unknown } = { ...inline }
  if (sandbox !== undefined) {
    merged.sandbox = isObject(inline.sandbox) ? { ...inline.sandbox, ...sandbox } : sandbox
  }
  if (!UNASKED.includes(mode)) merged[KEY] ??= false
  return { settings: Object.keys(merged).length === 0 ? undefined : merged }
}

function settingsFile(path: string, sandbox: JsonObject | undefined, mode: PermissionMode): MergedSettings {
  const remedy = 'Give the settings as an object instead'
  if (sandbox !== undefined) {
    throw new OptionsError(
      `\`sandbox\` cannot be merged into the settings file ${path}. ${remedy}, or put it into the file.`,
    )
  }
  if (mode === 'plan') {
    throw new OptionsError(
      `Plan mode needs the setting ${KEY}: false, without which the CLI may run commands unasked, and it ` +
        `cannot be merged into the settings file ${path}. ${remedy}.`,
    )
  }
  if (UNASKED.includes(mode)) return { settings: path }
  const planModeProblem =
    `it cannot be merged into the settings file ${path}: unless the file sets it to false, the CLI may run ` +
    'commands unasked once the model enters plan mode'
  return { settings: path, planModeProblem }
}
