/**
 * Values that must not be in the journal, in a file of their own that only its owner can read. The journal has references to
 * them; the value of a reference never changes.
 *
 * The order of steps ensures that no crash loses a value: `add` writes new values beside the existing ones, then the journal
 * stores their references, then `keep` drops the values without a reference. The file is replaced as a whole and synced first.
 */
import { randomUUID } from 'node:crypto'
import { closeSync, fsyncSync, openSync, readFileSync, renameSync, rmSync, writeSync } from 'node:fs'
import { dirname } from 'node:path'
import { isObject } from '../protocol/json.ts'

export class SecretValues {
  readonly #file: string
  #values: ReadonlyMap<string, string>

  constructor(file: string) {
    this.#file = file
    this.#values = read(file)
  }

  get(reference: string): string | undefined {
    return this.#values.get(reference)
  }

  /** Returns the references of these values, in their order. */
  add(values: readonly string[]): string[] {
    if (values.length === 0) return []
    const added = values.map((value) => [randomUUID(), value] as const)
    this.#write(new Map([...this.#values, ...added]))
    return added.map(([reference]) => reference)
  }

  keep(references: ReadonlySet<string>): void {
    const kept = new Map([...this.#values].filter(([reference]) => references.has(reference)))
    if (kept.size < this.#values.size) this.#write(kept)
  }

  #write(values: ReadonlyMap<string, string>): void {
    const temporary = `${this.#file}.new`
    rmSync(temporary, { force: true })
    const file = openSync(temporary, 'wx', 0o600)
    try {
      writeSync(file, `${JSON.stringify({ version: 1, values: Object.fromEntries(values) })}\n`)
      fsyncSync(file)
    } finally {
      closeSync(file)
    }
    renameSync(temporary, this.#file)
    syncFolder(dirname(this.#file))
    this.#values = values
  }
}

function read(file: string): Map<string, string> {
  let text: string
  try {
    text = readFileSync(file, 'utf8')
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return new Map()
    throw error
  }
  try {
    const { version, values } = JSON.parse(text) as { version?: unknown; values?: unknown }
    if (version === 1 && isObject(values))
      return new Map(Object.entries(values).filter((it): it is [string, string] => typeof it[1] === 'string'))
  } catch {
    // Reported below.
  }
  throw new Error(`${file} is damaged: restore a copy of it, or remove it and give the agents' values again`)
}

/** Makes a rename survive a crash of the machine. Windows cannot open folders. */
function syncFolder(folder: string): void {
  if (process.platform === 'win32') return
  const handle = openSync(folder, 'r')
  try {
    fsyncSync(handle)
  } finally {
    closeSync(handle)
  }
}
