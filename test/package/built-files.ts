/** The files of the build, and what each of them imports. */
import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { dirname, join, normalize } from 'node:path'
import { root } from './installed.ts'

const dist = join(root, 'dist')

export interface Loaded {
  /** Relative to `dist`. */
  readonly files: ReadonlySet<string>
  /** Packages and modules of Node. */
  readonly outside: ReadonlySet<string>
}

/** What is loaded with these files, without what they load later. */
export function loadedWith(...names: string[]): Loaded {
  const files = new Set<string>()
  const outside = new Set<string>()
  const add = (name: string) => {
    if (files.has(name)) return
    files.add(name)
    for (const imported of importsOf(name)) {
      if (imported.startsWith('.')) add(normalize(join(dirname(name), imported)))
      else outside.add(imported)
    }
  }
  for (const name of names) add(name)
  return { files, outside }
}

function importsOf(name: string): string[] {
  const statement = /^(?:import|export)\b[^;]*?(?:from )?"([^"]+)";$/gm
  return [...readFileSync(join(dist, name), 'utf8').matchAll(statement)].map(([, from = '']) => from)
}

/** Files of `src` that are in this file. */
export function sourcesIn(name: string): string[] {
  const map = join(dist, `${name}.map`)
  if (!existsSync(map)) return [] // it only hands on what another has
  const { sources } = JSON.parse(readFileSync(map, 'utf8')) as { sources: string[] }
  return sources.map((source) => normalize(join('dist', dirname(name), source)))
}

/** The chunk of the command with this source. */
export function chunkWith(source: string): string {
  const names = readdirSync(join(dist, 'chunks')).filter((name) => name.endsWith('.js'))
  const main = loadedWith('cli/main.js').files
  const found = names
    .map((name) => `chunks/${name}`)
    .filter((name) => sourcesIn(name).includes(source) && !main.has(name))
  if (found.length !== 1) throw new Error(`${source} is in ${found.length} chunks`)
  return found[0] as string
}
