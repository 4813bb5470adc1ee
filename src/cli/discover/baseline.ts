/**
 * What the newest version that was looked at has beside what Fairlead lists: only what is not there either is news.
 * `fairlead discover PATH --record FILE` writes the file.
 */
import { readFileSync } from 'node:fs'
import { packageFile } from '../../process/package-files.ts'
import type { Comparison } from './compare.ts'

export interface Baseline {
  /** As the program tells it; empty where nothing was looked at. */
  readonly version: string
  /** By area. */
  readonly names: { readonly [area: string]: readonly string[] }
}

export const NO_BASELINE: Baseline = { version: '', names: {} }

const FILE = packageFile('src/cli/discover/baseline.json')

/** In the file the names of an area are one text, and those of fields stand behind their message. */
type Stored = { readonly version: string; readonly names: { readonly [area: string]: string | Fields } }
type Fields = { readonly [owner: string]: string }

export function readBaseline(file: URL | string = FILE): Baseline {
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
