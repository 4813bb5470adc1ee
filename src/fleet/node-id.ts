/** A node is known by an id of its own, which stays with its data folder, whatever the machine is called. */
import { randomBytes } from 'node:crypto'
import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'

const FILE = 'fleet-node'

export function nodeIdIn(folder: string): string {
  const path = join(folder, FILE)
  try {
    const id = readFileSync(path, 'utf8').trim()
    if (/^[a-z0-9]{16}$/.test(id)) return id
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'ENOENT') throw error
  }
  const id = randomBytes(8).toString('hex')
  writeFileSync(path, `${id}\n`, { mode: 0o600 })
  return id
}
