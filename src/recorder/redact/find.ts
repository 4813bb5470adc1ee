/** Finds private values in a text: by patterns, and by values that are known to be private. */
import { secretsInText } from '../../process/secrets.ts'
import type { Range } from './mask.ts'

export type Kind = 'secret' | 'email' | 'path' | 'name'
export interface Found extends Range {
  readonly kind: Kind
}

/** Values to hide wherever they occur. */
export interface Known {
  readonly secrets: ReadonlySet<string>
  readonly paths: ReadonlySet<string>
  readonly names: ReadonlySet<string>
}

/** The name of the user to whom a home folder belongs. */
const HOME_OWNER = /(?:(?<![\w.~-])\/(?:home|Users)\/|\b[A-Za-z]:\\{1,4}Users\\{1,4})([^/\\\s"'`:*?<>|]+)/g

/** The group is the part to hide; without a group, the whole match. Bounded, so that a long text without spaces stays cheap. */
const PATTERNS: readonly (readonly [Kind, RegExp])[] = [
  ['email', /(?<![\w.+%-])[\w.+%-]{1,64}@[\w-]+(?:\.[\w-]+)+/g],
  ['path', HOME_OWNER],
  // The CLI's name for the folder of a project's transcripts.
  ['path', /(?<![\w])-(?:home|Users)-([^-/\\\s"'`]+)/g],
]

const NOTHING: readonly Found[] = []
const MAX_CACHED_LENGTH = 200
const MAX_CACHED = 20_000

export class Finder {
  readonly #cache = new Map<string, readonly Found[]>()
  readonly #literals: readonly (readonly [Kind, RegExp])[]

  constructor({ secrets, paths, names }: Known) {
    this.#literals = [
      ...literal('secret', secrets, (it) => it),
      ...literal('path', paths, (it) => `${it}(?![\\w])`),
      ...literal('name', names, (it) => `(?<![A-Za-z0-9])${it}(?![A-Za-z0-9])`, 'gi'),
    ]
  }

  /** Returns the ranges in no particular order; they may overlap. */
  find(text: string): readonly Found[] {
    if (text.length < 3) return NOTHING
    // Types, ids and names occur again and again.
    const known = this.#cache.get(text)
    if (known) return known
    const found = [
      ...this.#literals.flatMap(([kind, pattern]) => foundBy(kind, pattern, text)),
      ...secretsInText(text).map((range) => ({ kind: 'secret', ...range, fully: true }) as const),
      ...PATTERNS.flatMap(([kind, pattern]) => foundBy(kind, pattern, text)),
    ]
    if (text.length <= MAX_CACHED_LENGTH && this.#cache.size < MAX_CACHED) this.#cache.set(text, found)
    return found
  }
}

function foundBy(kind: Kind, pattern: RegExp, text: string): readonly Found[] {
  pattern.lastIndex = 0
  if (!pattern.test(text)) return NOTHING
  return [...text.matchAll(new RegExp(pattern))].map((match) => {
    const part = match[1] ?? match[0]
    const start = match.index + (match[1] === undefined ? 0 : match[0].lastIndexOf(part))
    return { kind, start, end: start + part.length, ...(kind === 'secret' && { fully: true }) }
  })
}

/** Returns the values after names such as `API_KEY=`, and those that look like a secret. */
export function secretValuesIn(text: string): string[] {
  return secretsInText(text).map(({ start, end }) => text.slice(start, end))
}

/** Returns the names of the people whose home folders the text mentions. */
export function homeOwnersIn(text: string): string[] {
  return [...text.matchAll(HOME_OWNER)].map((match) => match[1] ?? '')
}

function literal(
  kind: Kind,
  values: ReadonlySet<string>,
  around: (escaped: string) => string,
  flags = 'g',
): (readonly [Kind, RegExp])[] {
  if (values.size === 0) return []
  const longestFirst = [...values].sort((a, b) => b.length - a.length)
  const parts = longestFirst.map((it) => around(it.replaceAll(/[.*+?^${}()|[\]\\/-]/g, String.raw`\$&`)))
  return [[kind, new RegExp(parts.join('|'), flags)]]
}
