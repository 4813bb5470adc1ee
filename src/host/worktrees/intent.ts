/** What is being done with a session's worktree: stored before it is begun, and taken out when it is done. The next host finishes it. */
import { z } from 'zod'
import type { SessionRow } from '../journal/store.ts'

const intentSchema = z.discriminatedUnion('kind', [
  z.object({ kind: z.literal('merge'), branch: z.string(), from: z.string(), to: z.string() }),
  z.object({ kind: z.literal('end'), branch: z.enum(['keep', 'discard']), head: z.string() }),
])
export type Intent = z.infer<typeof intentSchema>

export function intentOf({ extra }: Pick<SessionRow, 'extra'>): Intent | undefined {
  return intentSchema.safeParse(extra.intent).data
}

export function withIntent(
  { extra }: Pick<SessionRow, 'extra'>,
  intent: Intent | undefined,
): SessionRow['extra'] {
  const { intent: _, ...rest } = extra
  return intent ? { ...rest, intent } : rest
}
