/**
 * Names that the newest inspected version has and Fairlead does not list. Anything beyond them is new.
 * `fairlead discover PATH --record FILE` writes the file.
 */
import { readFileSync } from 'node:fs'
import type { Comparison } from './compare.ts'

export interface Baseline {
  /** As the program reports it; empty without a baseline. */
  readonly version: string
  /** By area. */
  readonly names: { readonly [area: string]: readonly string[] }
}

export const NO_BASELINE: Baseline = { version: '', names: {} }

/** The data is in `src` only; the package is three folders up from both `src` and `dist`. */
const FILE = new URL('../../../src/cli/discover/baseline.json', import.meta.url)

/** The file has the names of an area as one string, and groups fields by their message. */
type Stored = { readonly version: string; readonly names: { readonly [area: string]: string | Fields } }
type Fields = { readonly [owner: string]: string }

export function readBaseline(file: URL = FILE): Baseline {
  const { version, names } = JSON.parse(readFileSync(file, 'utf8')) as Stored
  const lists = Object.entries(names).map(([area, stored]) => [area, namesIn(stored)])
  return { version, names: Object.fromEntries(lists) }
}

export function formatBaseline(version: string, areas: readonly Comparison[]): string {
  const names = areas.map(({ area, new: added, unlisted }) => [area, stored([...added, ...unlisted].sort())])
  return `${JSON.stringify({ version, names: Object.fromEntries(names) }, null, 2)}\n`
}

function namesIn(names: string | Fields): string[] {
  if (typeof names === 'string') return names.split(' ').filter((name) => name !== '')
  return Object.entries(names).flatMap(([owner, fields]) => fields.split(' ').map((it) => `${owner}.${it}`))
}

function stored(names: readonly string[]): string | Fields {
  if (!names.some((name) => name.includes('.'))) return names.join(' ')
  const fields: { [owner: string]: string } = {}
  for (const name of names) {
    const [owner = '', field = ''] = name.split('.')
    fields[owner] = fields[owner] === undefined ? field : `${fields[owner]} ${field}`
  }
  return fields
}
