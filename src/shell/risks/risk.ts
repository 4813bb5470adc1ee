/** A part of a shell line that can do harm, where it stands in the line, and what it does. */

export type RiskKind =
  | 'runs-download'
  | 'runs-hidden-text'
  | 'deletes'
  | 'overwrites-disk'
  | 'writes-outside'
  | 'changes-permissions'
  | 'force-push'
  | 'deletes-remote'
  | 'discards-changes'
  | 'rewrites-history'
  | 'runs-as-root'
  | 'ends-processes'
  | 'stops-machine'
  | 'keeps-running'
  | 'installs-globally'
  | 'publishes'
  | 'changes-systems'
  | 'sends-files'
  | 'reads-secrets'
  | 'hidden-characters'
  | 'unreadable'

/** A piece of a sentence. Code is text of the line itself, which a screen must show as such. */
export interface TextPiece {
  readonly text: string
  readonly isCode: boolean
}

export interface Risk {
  readonly kind: RiskKind
  /** A few words: "Deletes recursively". */
  readonly title: string
  /** What the part does, in one or two sentences. */
  readonly detail: readonly TextPiece[]
  /** The part of the line: from `start` up to `end`. */
  readonly start: number
  readonly end: number
}

/** What a rule of the table says about a call. Without a range, the risk is the whole call. */
export interface Finding {
  readonly detail: readonly TextPiece[]
  readonly start?: number
  readonly end?: number
}

type Inserted = string | readonly TextPiece[] | { readonly code: string }

/** A template for sentences: texts are words, `{ code }` is text of the line. */
export function say(words: TemplateStringsArray, ...inserted: readonly Inserted[]): TextPiece[] {
  return words.flatMap((text, at) => {
    const given = inserted[at]
    const before = text === '' ? [] : [{ text, isCode: false }]
    if (given === undefined) return before
    if (typeof given === 'string') return [...before, { text: given, isCode: false }]
    return [...before, ...('code' in given ? [{ text: given.code, isCode: true }] : given)]
  })
}

const MAX_LISTED = 4

/** `a`, `b` and `c`; a long list says how many more there are. */
export function listed(names: readonly string[]): TextPiece[] {
  const shown = names.length > MAX_LISTED ? names.slice(0, MAX_LISTED - 1) : names
  const more = names.length - shown.length
  return shown.flatMap((text, at) => {
    const isLast = at === shown.length - 1
    const joint = at === 0 ? '' : isLast && more === 0 ? ' and ' : ', '
    return [
      ...(joint === '' ? [] : [{ text: joint, isCode: false }]),
      { text, isCode: true },
      ...(isLast && more > 0 ? [{ text: ` and ${more} more`, isCode: false }] : []),
    ]
  })
}

export function plainText(pieces: readonly TextPiece[]): string {
  return pieces.map(({ text }) => text).join('')
}
