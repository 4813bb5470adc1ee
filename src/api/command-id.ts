import { z } from 'zod'

export const commandId = z.string().min(1).max(200).optional()
