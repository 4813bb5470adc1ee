import { permissionModeSchema } from '../api/permission-mode.ts'

export const MODES = permissionModeSchema.options
export type Mode = (typeof MODES)[number]
export const PLAN_MODE_OPTION = {
  type: 'string',
  value: 'MODE',
  about: 'for a plan: the permission mode after approval',
  choices: MODES,
} as const
