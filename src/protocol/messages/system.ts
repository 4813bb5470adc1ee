import { Variants } from '../shape.ts'
import { type SystemNoticeMessages, systemNoticeShapes } from './system-notices.ts'
import { type SystemSessionMessages, systemSessionShapes } from './system-session.ts'
import { type SystemTaskMessages, systemTaskShapes } from './system-tasks.ts'

/** Every listed subtype of `system`, with its message. */
export interface SystemMessages extends SystemSessionMessages, SystemNoticeMessages, SystemTaskMessages {}
/** The known subtypes of `system` messages. */
export type SystemSubtype = keyof SystemMessages
/** A `system` message of a known subtype. */
export type SystemMessage = SystemMessages[SystemSubtype]

export const systemCheck: Variants = new Variants('subtype', 'closed', {
  ...systemSessionShapes,
  ...systemNoticeShapes,
  ...systemTaskShapes,
})
