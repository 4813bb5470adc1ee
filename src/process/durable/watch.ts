/**
 * Says when a file of a durable process may have changed, from the making of it until `close`. On Linux one watch on
 * the folder sees all of its files. Elsewhere a watch on a folder is slow, so the file of stdout has it. For what a
 * watch does not see, there is a look every now and then; where the system gives no watch (its limit is reached, say),
 * there are looks only, and more of them.
 */
import { type FSWatcher, watch } from 'node:fs'
import { basename } from 'node:path'
import type { DurableFiles } from './files.ts'

const SEES_ALL = process.platform === 'linux'
/** With a watch that sees all files: in case that the holder was killed, or that something was missed. */
const SELDOM_MS = 2000
/** With a watch on stdout alone. */
const SOMETIMES_MS = 250
/** Without a watch, after something came; each quiet look doubles it, up to the one above. */
const OFTEN_MS = 10

export type Sight = 'stdout' | 'stderr' | 'exit' | 'anything'
type See = (what: Sight) => void

export class DurableWatch {
  readonly #names: ReadonlyMap<string, Sight>
  readonly #see: See
  #watcher: FSWatcher | undefined
  #timer: NodeJS.Timeout | undefined
  #wait = OFTEN_MS

  constructor(files: DurableFiles, see: See) {
    this.#see = see
    this.#names = new Map([
      [basename(files.stdout), 'stdout'],
      [basename(files.stderr), 'stderr'],
      [basename(files.exit), 'exit'],
    ])
    try {
      this.#watcher = watch(SEES_ALL ? files.folder : files.stdout, (_, name) => this.#changed(name))
      this.#watcher.on('error', () => this.#doWithout())
      rounds.add(see)
    } catch {
      this.#doWithout()
    }
  }

  /** Something came: without a watch, the next look is soon. */
  stir(): void {
    if (this.#timer === undefined || this.#wait === OFTEN_MS) return
    this.#wait = OFTEN_MS
    this.#plan()
  }

  close(): void {
    rounds.remove(this.#see)
    clearTimeout(this.#timer)
    this.#watcher?.close()
  }

  #changed(name: string | null): void {
    const what = name === null ? 'anything' : this.#names.get(name)
    if (what !== undefined) this.#see(what)
  }

  #doWithout(): void {
    this.close()
    this.#plan()
  }

  #plan(): void {
    clearTimeout(this.#timer)
    this.#timer = setTimeout(() => {
      this.#wait = Math.min(this.#wait * 2, SOMETIMES_MS)
      this.#plan()
      this.#see('anything')
    }, this.#wait)
  }
}

/** One timer for all that have a watch: many timers of their own would wake an idle host all the time. */
const rounds = {
  all: new Set<See>(),
  timer: undefined as NodeJS.Timeout | undefined,

  add(see: See): void {
    this.all.add(see)
    this.timer ??= setInterval(() => this.go(), SEES_ALL ? SELDOM_MS : SOMETIMES_MS)
  },

  go(): void {
    for (const see of [...this.all]) if (this.all.has(see)) see('anything')
  },

  remove(see: See): void {
    this.all.delete(see)
    if (this.all.size > 0) return
    clearInterval(this.timer)
    this.timer = undefined
  },
}
