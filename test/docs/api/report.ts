/** The pages of docs/api: the public surface of each entry of the package, as text that shows every change of it. */
import { type Declared, type Exported, keyOf, type Surface, Surfaces } from './surface.ts'

export interface Entry {
  /** As it is imported: `fairlead/state`. */
  readonly name: string
  /** Its declaration file. */
  readonly file: string
}

export interface Reported {
  readonly entry: Entry
  readonly surface: Surface
  readonly page: string
}

export function reportOf(entries: readonly Entry[], read: (file: string) => string): Reported[] {
  const surfaces = new Surfaces(read)
  const found = entries.map((entry) => ({ entry, surface: surfaces.of(entry.file) }))
  const public_ = new Set(found.flatMap(({ surface }) => [...surface.values()].map(keyOf)))
  return found.map(({ entry, surface }) => {
    const hidden = surfaces.referredTo(surface, (it) => public_.has(keyOf(it)))
    return { entry, surface, page: pageOf(entry, surface, hidden) }
  })
}

function pageOf({ name }: Entry, surface: Surface, hidden: readonly Declared[]): string {
  return [
    `# ${name}`,
    `What \`${name}\` exports. \`npm run api:report\` writes this page from the declarations; a change of it is a change of the public API.`,
    ...[...surface].map(([exported, declared]) => section(exported, declared)),
    ...(hidden.length === 0 ? [] : ['# Not exported, but part of the above']),
    ...hidden.map((declared) => section(declared.name, declared)),
    '',
  ].join('\n\n')
}

function section(name: string, declared: Declared | Exported): string {
  const note = 'isTypeOnly' in declared && declared.isTypeOnly ? '\n\nOnly its type.' : ''
  return `## ${name}${note}\n\n\`\`\`ts\n${declared.texts.join('\n')}\n\`\`\``
}

/** Names that mean different things in two entries: `Turn: fairlead, fairlead/state`. */
export function ambiguousNames(reported: readonly Reported[]): string[] {
  const meanings = new Map<string, Map<string, string[]>>()
  for (const { entry, surface } of reported) {
    for (const [name, declared] of surface) {
      const known = meanings.get(name) ?? new Map<string, string[]>()
      known.set(keyOf(declared), [...(known.get(keyOf(declared)) ?? []), entry.name])
      meanings.set(name, known)
    }
  }
  return [...meanings]
    .filter(([, known]) => known.size > 1)
    .map(([name, known]) => `${name}: ${[...known.values()].flat().sort().join(', ')}`)
    .sort()
}

/** Names without a TSDoc comment, each once, with the source file to write it in: `Turn (src/state/turns/turns.ts)`. */
export function undocumentedNames(reported: readonly Reported[]): string[] {
  const all = reported.flatMap(({ surface }) => [...surface.values()]).filter((it) => !it.isDocumented)
  const places = all.map(
    ({ name, file }) => `${name} (${file.replace(/^dist/, 'src').replace(/\.d\.ts$/, '.ts')})`,
  )
  return [...new Set(places)].sort()
}
