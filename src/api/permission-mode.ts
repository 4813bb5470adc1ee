import { z } from 'zod'
import { PERMISSION_MODES } from '../protocol/permissions.ts'

/** Without `manual`, a synonym of `default`, and `delegate`, which current CLIs do not have. */
export const permissionModeSchema = z.enum(PERMISSION_MODES).exclude(['manual', 'delegate'])
