/**
 * With `--follow` the stream only signals that there is more. The events themselves are read from the journal, so that
 * none is missing and none comes twice, whatever happens to the connection.
 */
import { nearest } from '../../protocol/nearest.ts'
import { stdoutShapes } from '../../protocol/stdout.ts'
import { describeEvent } from '../../state/describe-event.ts'
import { sideOf, typeOf } from '../../state/event-names.ts'
import type { SessionEvent } from '../../state/events.ts'
import { defineCommand, wholeNumber } from '../command-line.ts'
import { EXIT } from '../exit-codes.ts'
import { connect } from '../host/connect.ts'
import type { FoundHost } from '../host/find-host.ts'
import { openLive } from '../host/live.ts'
import type { Io } from '../io.ts'
import { resolveSession } from '../sessions/resolve-session.ts'
import { count, localTime } from '../show/words.ts'
import { printable } from '../terminal/cells.ts'
import { columnsOf } from '../terminal/columns.ts'
import { type Style, styleFor } from '../terminal/style.ts'
import { shorten } from '../terminal/truncate.ts'
import { readEvents } from './read-events.ts'

const KINDS = [
  ...['received', 'sent', 'recalled', 'host', 'unknown', 'noise', 'notice', 'titled'],
  ...['process-started', 'process-exited', 'process-paused', 'process-continued'],
  ...['prompt-queued', 'prompt-changed', 'prompt-cancelled', 'approval-answered'],
]
const TYPES = [...KINDS, ...Object.keys(stdoutShapes)]
/** One event for each few letters of an answer. */
const STREAMED = 'stream_event'

export const events = defineCommand(
  {
    name: 'events',
    operands: 'SESSION',
    most: 1,
    least: 1,
    completes: ['session'],
    about: `
Prints the journal of a session: a line for each message from the CLI (←), to it (→) and each fact of the host (·), with its
number. --filter takes a type such as assistant, system/init or control_request/can_use_tool, a fact such as
process-started, or received, sent or host. Parts of answers that are being written (${STREAMED}) are left out for people
unless --all or a filter asks for them; --json has everything.`,
    options: {
      follow: { type: 'boolean', short: 'f', about: 'follow new events until ctrl-c' },
      filter: {
        type: 'string',
        short: 't',
        multiple: true,
        value: 'TYPE',
        about: 'only events of this type (repeatable)',
        completes: TYPES,
      },
      after: { type: 'string', short: 'a', value: 'SEQ', about: 'only events after this number' },
      last: { type: 'string', short: 'n', value: 'N', about: 'only the last N events' },
      all: { type: 'boolean', about: `${STREAMED} too` },
      json: { type: 'boolean', about: 'print the events unchanged, one JSON object per line' },
    },
    examples: [
      'fairlead events 1b2c --follow',
      'fairlead events nightly --filter result --filter process-exited',
      'fairlead events 1b2c --after 120 --json',
    ],
  },
  async ({ values, operands: [name = ''] }, io) => {
    const after = wholeNumber('--after', values.after)
    const last = wholeNumber('--last', values.last, 1)
    const host = await connect(io)
    const { id, seq } = await resolveSession(host.api, name)
    const printer = new Printer(io, values)
    const from = Math.max(after ?? 0, last === undefined ? 0 : seq - last)
    const reached = await readEvents(host.api, id, from, (event) => printer.print(event))
    if (values.follow) return follow(host, id, reached, printer, io)
    printer.end()
    return EXIT.done
  },
)

async function follow(host: FoundHost, id: string, from: number, printer: Printer, io: Io): Promise<number> {
  const live = openLive(host, io.env)
  let reached = from
  let reading = Promise.resolve()
  try {
    return await new Promise<number>((resolve, reject) => {
      const more = () => {
        const reason = live.gone(id)
        if (reason !== undefined) {
          io.err(`The session was removed: ${reason}\n`)
          return resolve(EXIT.failed)
        }
        if (live.session(id).seq <= reached) return
        reading = reading
          .then(async () => {
            if (live.session(id).seq <= reached) return
            reached = await readEvents(host.api, id, reached, (event) => printer.print(event))
          })
          // Without a connection, the next event after the reconnect reads again.
          .catch((error: Error) => (live.state.connection.status === 'connected' ? reject(error) : undefined))
      }
      live.watch(id, more)
      const remove = io.onInterrupt(() => {
        remove()
        resolve(EXIT.done)
      })
    })
  } finally {
    live.close()
  }
}

/** A type, its first part, or `received`, `sent` and `host` for the origin. */
function isOfType(event: SessionEvent, names: readonly string[]): boolean {
  const type = printable(typeOf(event))
  const [first] = type.split('/')
  return names.some(
    (name) => name === type || name === first || name === event.kind || name === sideOf(event),
  )
}

const ARROWS = { received: '←', sent: '→', host: '·' } as const
const TYPE_WIDTH = 30

function eventLine(event: SessionEvent, style: Style, width: number): string {
  const [, time = ''] = localTime(event.at).split(' ')
  const side = sideOf(event)
  const type = printable(typeOf(event))
  const head = `${String(event.seq).padStart(5)}  ${time}  ${ARROWS[side]} `
  const room = Math.min(width, 400) - head.length - Math.max(TYPE_WIDTH, type.length) - 2
  const paint = { received: style.cyan, sent: style.green, host: style.yellow }[side]
  const about = shorten(describeEvent(event), Math.max(20, room))
  return `${style.dim(head)}${paint(type.padEnd(TYPE_WIDTH))}  ${about}`.trimEnd()
}

interface PrinterOptions {
  readonly json?: boolean
  readonly all?: boolean
  readonly filter?: readonly string[]
}

class Printer {
  readonly #io: Io
  readonly #options: PrinterOptions
  #printed = 0
  #hidden = 0

  constructor(io: Io, options: PrinterOptions) {
    this.#io = io
    this.#options = options
  }

  print(event: SessionEvent): void {
    const { json, all, filter } = this.#options
    const io = this.#io
    if (filter && !isOfType(event, filter)) return
    if (!json && !all && !filter && isOfType(event, [STREAMED])) {
      this.#hidden += 1
      return
    }
    this.#printed += 1
    io.out(
      json
        ? `${JSON.stringify(event)}\n`
        : `${eventLine(event, styleFor(io.stdout, io.env), columnsOf(io.stdout))}\n`,
    )
  }

  /** Reports what was not found or not shown. */
  end(): void {
    const { filter = [], json } = this.#options
    if (this.#hidden > 0)
      this.#io.err(
        `${count(this.#hidden, 'part of an answer is', 'parts of answers are')} not shown (--all)\n`,
      )
    if (this.#printed > 0 || filter.length === 0 || json) return
    const known = filter.find((name) => !TYPES.includes(name.split('/')[0] ?? ''))
    const meant = known === undefined ? undefined : nearest(known, TYPES)
    this.#io.err(`No event of ${filter.join(', ')}${meant ? `; did you mean ${meant}?` : ''}\n`)
  }
}
