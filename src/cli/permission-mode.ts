import { permissionModeSchema } from '../api/commands.ts'

export const MODES = permissionModeSchema.options
export type Mode = (typeof MODES)[number]
export const PLAN_MODE_OPTION = {
  type: 'string',
  value: 'MODE',
  about: 'of a plan: the permission mode to go on in',
  choices: MODES,
} as const
