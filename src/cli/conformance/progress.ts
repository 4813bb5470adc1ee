/** How far a run has come: one line that is drawn anew on a terminal, and a line now and then elsewhere. */
import type { Outcome } from '../../conformance/index.ts'
import type { Io } from '../io.ts'

export interface Progress {
  readonly told: (outcome: Outcome, done: number, of: number) => void
  end(): void
}

/** Elsewhere than on a terminal, a line for each so many rules. */
const EACH = 25
const BAR = 24

export function progressOn(stream: Io['stderr']): Progress {
  const isTerminal = stream.isTTY === true
  let isDrawn = false
  return {
    told({ id, verdict }, done, of) {
      if (isTerminal) {
        const filled = Math.round((done / of) * BAR)
        const bar = `${'█'.repeat(filled)}${'░'.repeat(BAR - filled)}`
        stream.write(`\r\x1b[2K${bar} ${done}/${of} ${id} ${verdict}`)
        isDrawn = true
      } else if (done % EACH === 0 || done === of) {
        stream.write(`${done} of ${of} rules\n`)
      }
    },
    end() {
      if (isDrawn) stream.write('\r\x1b[2K')
    },
  }
}
