/**
 * The progress of a run: on a terminal one line with the rules being checked, redrawn each second; otherwise a line now
 * and then. `end` clears the line and stops the timer.
 */
import type { Outcome, Rule } from '../../conformance/index.ts'
import type { Io } from '../io.ts'
import { columnsOf } from '../terminal/columns.ts'
import { WIPE_LINE } from '../terminal/style.ts'
import { truncate } from '../terminal/truncate.ts'

export interface Progress {
  readonly started: (rule: Rule) => void
  readonly told: (outcome: Outcome, done: number, of: number) => void
  /** A rule is asked again, alone. */
  readonly again: (rule: Rule) => void
  end(): void
}

/** Without a terminal, one line for this many rules. */
const EACH = 25
const BAR = 24
const SECOND = 1000

export function progressOn(stream: Io['stderr']): Progress {
  return stream.isTTY === true ? onTerminal(stream) : inLines(stream)
}

function onTerminal(stream: Io['stderr']): Progress {
  const began = Date.now()
  const running = new Set<string>()
  let [done, of] = [0, 0]
  const draw = () => {
    const filled = of === 0 ? 0 : Math.round((done / of) * BAR)
    const bar = `${'█'.repeat(filled)}${'░'.repeat(BAR - filled)}`
    const seconds = Math.round((Date.now() - began) / SECOND)
    const line = `${bar} ${done}${of === 0 ? '' : `/${of}`} ${seconds} s ${[...running].join(' ')}`
    stream.write(`${WIPE_LINE}${truncate(line, columnsOf(stream) - 1)}`)
  }
  const clock = setInterval(draw, SECOND)
  return {
    started({ id }) {
      running.add(id)
      draw()
    },
    told({ id }, nowDone, nowOf) {
      running.delete(id)
      done = nowDone
      of = nowOf
      draw()
    },
    again({ id }) {
      running.clear()
      running.add(`${id} again`)
      draw()
    },
    end() {
      clearInterval(clock)
      stream.write(WIPE_LINE)
    },
  }
}

function inLines(stream: Io['stderr']): Progress {
  return {
    started({ id, slow }) {
      if (slow) stream.write(`${id} takes a while\n`)
    },
    told(_, done, of) {
      if (done % EACH === 0 || done === of) stream.write(`${done} of ${of} rules\n`)
    },
    again({ id }) {
      stream.write(`${id} is not as recorded: asked again\n`)
    },
    end() {},
  }
}
