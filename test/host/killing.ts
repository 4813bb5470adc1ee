/** Hosts that are killed right after a commit of their choice, and what must have become of the first prompt then. */
import { randomUUID } from 'node:crypto'
import { existsSync, readdirSync, readFileSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { expect } from 'vitest'
import type { ApiError, Receipt } from '../../src/api/index.ts'
import type { SessionEvent } from '../../src/state/events.ts'
import { DaemonProcess, DIST } from './daemon-process.ts'
import { isQuiet, untilSession } from './waiting.ts'

const PRELOAD = new URL('kill-at-commit.mjs', import.meta.url)
/** The store has a chunk of its own in the build of the command. */
const CHUNKS = join(DIST, 'chunks')
const STORE = pathToFileURL(join(CHUNKS, readdirSync(CHUNKS).find((it) => /^store-.*\.js$/.test(it)) ?? ''))

/** Makes a session `id` with a prompt. Given again, it has the same receipt. */
export type Make = (id: string, commandId: string) => Promise<Receipt<{ id: string }>>

export class KilledHosts {
  readonly daemon: DaemonProcess

  constructor(args: readonly string[] = []) {
    this.daemon = new DaemonProcess({ FAIRLEAD_SIM_SPEED: '0' }, args)
  }

  /** A host that ends right after the nth commit since a session was added, or since an event of this kind. */
  start(killAt: number, after?: SessionEvent['kind']): Promise<void> {
    rmSync(this.#spoke, { force: true })
    return this.daemon.start({
      NODE_OPTIONS: `--import=${PRELOAD}`,
      FAIRLEAD_TEST_KILL_AT: String(killAt),
      ...(after && { FAIRLEAD_TEST_KILL_AFTER: after }),
      FAIRLEAD_TEST_STORE: String(STORE),
      FAIRLEAD_TEST_SPOKE: this.#spoke,
    })
  }

  /**
   * A host runs that is killed after its nth commit. Answers whether the CLI had said something by then. Afterwards the
   * next one runs, and the prompt has run once, however often the command is given.
   */
  async kill(make: Make, nextKillAt: number, beforeItRuns = async () => {}): Promise<boolean> {
    const { daemon } = this
    const id = randomUUID()
    const first = await make(id, `make ${id}`).catch((error: ApiError) => error)
    if (first instanceof Error) expect(first.code).toBe('unreachable')
    await daemon.ended()
    const { hasSpoken } = this
    await this.start(nextKillAt)
    // The receipt was stored with the session: this host adds none, and is not killed.
    expect((await make(id, `make ${id}`)).result).toEqual({ id })
    await beforeItRuns()
    await this.ranOnce(id)
    return hasSpoken
  }

  async ranOnce(id: string): Promise<void> {
    const live = this.daemon.live()
    try {
      const isDone = ({ turns }: { turns: { past: { size: number } } }) => turns.past.size > 0
      const state = await untilSession(live, id, (it) => isDone(it) && isQuiet(it))
      expect(state.turns.past.size).toBe(1)
      expect(state.prompts).toMatchObject({ open: [], lost: [] })
    } finally {
      live.close()
    }
    const folder = join(this.daemon.data, 'sessions', id)
    const results = readdirSync(folder)
      .filter((name) => name.endsWith('.stdout'))
      .flatMap((name) => readFileSync(join(folder, name), 'utf8').split('\n'))
      .filter((line) => line !== '' && JSON.parse(line).type === 'result')
    expect(results).toHaveLength(1)
  }

  /** Whether the CLI had said something before the host was killed. */
  get hasSpoken(): boolean {
    return existsSync(this.#spoke)
  }
  get #spoke(): string {
    return join(this.daemon.folder, 'spoke')
  }
}
