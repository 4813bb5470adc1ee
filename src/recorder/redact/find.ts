/** Where a text says what it should not: by patterns, and by values that are known to be such. */
import type { Range } from './mask.ts'

export type Kind = 'secret' | 'email' | 'path' | 'name'
export interface Found extends Range {
  readonly kind: Kind
}

/** Values that are hidden wherever they stand. */
export interface Known {
  readonly secrets: ReadonlySet<string>
  readonly paths: ReadonlySet<string>
  readonly names: ReadonlySet<string>
}

/** Between a name and its value, also in JSON and in JSON within JSON. */
const BETWEEN = String.raw`\\*["']?\s*[:=]\s*\\*["'\`]?`
const VALUE = String.raw`[^\s"'\`\\,;)}\]]+`
const SECRET_WORD =
  '(?:KEY|TOKEN|SECRET|PASSWORD|PASSWD|PASS|PWD|CREDENTIALS?|AUTH|COOKIE|PRIVATE|SIGNATURE|DSN)'

/** Whose home it is. */
const HOME_OWNER = /(?:(?<![\w.~-])\/(?:home|Users)\/|\b[A-Za-z]:\\{1,4}Users\\{1,4})([^/\\\s"'`:*?<>|]+)/g

/** The last group is what is hidden; without one, all. Bounded, so that a long text without spaces costs no more. */
const PATTERNS: readonly (readonly [Kind, RegExp])[] = [
  ['secret', /-----BEGIN [A-Z ]*PRIVATE KEY-----[\s\S]*?(?:-----END [A-Z ]*PRIVATE KEY-----|$)/g],
  ['secret', new RegExp(String.raw`\b(?:proxy-)?authorization${BETWEEN}([^"'\`\\\r\n]+)`, 'gi')],
  ['secret', new RegExp(String.raw`\b(?:set-)?cookie${BETWEEN}([^"'\`\\\r\n]+)`, 'gi')],
  ['secret', new RegExp(String.raw`\bx-api-key${BETWEEN}(${VALUE})`, 'gi')],
  ['secret', new RegExp(String.raw`\b[A-Z0-9_]{0,60}${SECRET_WORD}[A-Z0-9_]{0,60}${BETWEEN}(${VALUE})`, 'g')],
  [
    'secret',
    new RegExp(
      String.raw`\b\w{0,60}(?:api[_-]?key|access[_-]?token|refresh[_-]?token|password|passwd|client[_-]?secret)${BETWEEN}(${VALUE})`,
      'gi',
    ),
  ],
  ['secret', /\b(?:bearer|basic)\s+([\w.~+/=-]{6,})/gi],
  ['secret', /\bsk-[\w-]{8,}/g],
  [
    'secret',
    /\b(?:gh[pousr]_|github_pat_|glpat-|npm_|hf_|xox[abeprs]-|ya29\.|AIza|dop_v1_|pypi-|shpat_)[\w.-]{8,}/g,
  ],
  ['secret', /\b(?:AKIA|ASIA)[A-Z0-9]{12,}\b/g],
  ['secret', /\beyJ[\w-]{8,}\.[\w-]{4,}(?:\.[\w-]*)?/g],
  ['secret', /\b[a-z][a-z0-9+.-]{0,20}:\/\/([^\s/@"'\\]+)@/gi],
  ['email', /(?<![\w.+%-])[\w.+%-]{1,64}@[\w-]+(?:\.[\w-]+)+/g],
  ['path', HOME_OWNER],
  // As the CLI names the folder of a project's transcripts.
  ['path', /(?<![\w])-(?:home|Users)-([^-/\\\s"'`]+)/g],
]

const NOTHING: readonly Found[] = []
const LONGEST_CACHED = 200
const MOST_CACHED = 20_000

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

  /** In no particular order; they may overlap. */
  find(text: string): readonly Found[] {
    if (text.length < 3) return NOTHING
    // Types, ids and names come again and again.
    const known = this.#cache.get(text)
    if (known) return known
    const found = [...this.#literals, ...PATTERNS].flatMap(([kind, pattern]) => foundBy(kind, pattern, text))
    if (text.length <= LONGEST_CACHED && this.#cache.size < MOST_CACHED) this.#cache.set(text, found)
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

const byPattern = new Finder({ secrets: new Set(), paths: new Set(), names: new Set() })

/** The values that stand after names such as `API_KEY=`. */
export function secretValuesIn(text: string): string[] {
  return byPattern
    .find(text)
    .filter(({ kind }) => kind === 'secret')
    .map(({ start, end }) => text.slice(start, end))
}

/** The names of the people whose homes the text mentions. */
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
