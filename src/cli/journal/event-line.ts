/** An event of a journal in one line, and the names by which events are picked. */
import { describeEvent } from '../../state/describe-event.ts'
import { sideOf, typeOf } from '../../state/event-names.ts'
import type { SessionEvent } from '../../state/events.ts'
import { localTime } from '../show/words.ts'
import { printable } from '../terminal/cells.ts'
import type { Style } from '../terminal/style.ts'
import { shorten } from '../terminal/truncate.ts'

/** A type, its first part, or `received`, `sent` and `host` for where it comes from. */
export function isOfType(event: SessionEvent, names: readonly string[]): boolean {
  const type = printable(typeOf(event))
  const [first] = type.split('/')
  return names.some(
    (name) => name === type || name === first || name === event.kind || name === sideOf(event),
  )
}

const ARROWS = { received: '←', sent: '→', host: '·' } as const
const TYPE_WIDTH = 30

export function eventLine(event: SessionEvent, style: Style, width: number): string {
  const [, time = ''] = localTime(event.at).split(' ')
  const side = sideOf(event)
  const type = printable(typeOf(event))
  const head = `${String(event.seq).padStart(5)}  ${time}  ${ARROWS[side]} `
  const about = shorten(
    describeEvent(event),
    Math.max(20, Math.min(width, 400) - head.length - Math.max(TYPE_WIDTH, type.length) - 2),
  )
  const paint = { received: style.cyan, sent: style.green, host: style.yellow }[side]
  return `${style.dim(head)}${paint(type.padEnd(TYPE_WIDTH))}  ${about}`.trimEnd()
}
