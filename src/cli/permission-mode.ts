/** The permission modes that a host takes, as values of an option. */
import { permissionModeSchema } from '../api/commands.ts'

export const MODES = permissionModeSchema.options
export type Mode = (typeof MODES)[number]
