/** Which node carries out a command that makes a session: the same for every repetition, through whichever node it comes. */
import { z } from 'zod'
import type { Place } from './placement/placement.ts'
import type { KeyTable } from './ports.ts'

/** A command is not repeated after this time. */
const KEPT_MS = 24 * 60 * 60_000
const CLEAN_EVERY = 60 * 60_000

const claimSchema = z.object({
  node: z.string(),
  cwd: z.string().optional(),
  /** The node that made the entry, and removes it. */
  by: z.string(),
})

export class Claims {
  readonly #table: KeyTable
  readonly #id: string
  readonly #cleaning: NodeJS.Timeout

  /** `id`: of this node. */
  constructor(table: KeyTable, id: string) {
    this.#table = table
    this.#id = id
    this.#cleaning = setInterval(() => void this.#clean().catch(() => {}), CLEAN_EVERY)
  }

  stop(): void {
    clearInterval(this.#cleaning)
  }

  /** Where a command was placed before. */
  async find(commandId: string): Promise<Place | undefined> {
    const entry = await this.#table.get(keyOf(commandId))
    const { data } = claimSchema.safeParse(entry?.value)
    return data && { node: data.node, cwd: data.cwd }
  }

  /** The place of the command: this one, unless there is another already. */
  async make(commandId: string, place: Place): Promise<Place> {
    const made = await this.#table.create(keyOf(commandId), { ...place, by: this.#id })
    return made ? place : ((await this.find(commandId)) ?? place)
  }

  async #clean(): Promise<void> {
    const old: string[] = []
    const ready = new Promise<void>((resolve) => {
      const set: Parameters<KeyTable['watch']>[0]['set'] = ({ key, value, at }) => {
        const { data } = claimSchema.safeParse(value)
        if (data?.by === this.#id && Date.now() - at > KEPT_MS) old.push(key)
      }
      void this.#table.watch({ set, removed: () => {}, ready: resolve }).then((stop) => ready.then(stop))
    })
    await ready
    for (const key of old) await this.#table.remove(key)
  }
}

/** A table takes fewer characters than a command's id may have. */
function keyOf(commandId: string): string {
  return Buffer.from(commandId).toString('base64url')
}
