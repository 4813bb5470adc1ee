/**
 * Characters that are not seen, or that turn others around, written out: a person who decides about a text must see all of
 * it. The only list of them; the console and the terminal share it.
 *
 * They are control characters, everything that Unicode calls a format (marks of direction, tags, soft hyphens) or ignorable
 * by default (fillers, selectors of variants), breaks of lines that look like none, and the blank of Braille. What makes an
 * emoji or a letter of its neighbours stays.
 */

/** Unicode's tables make these patterns slow to build, and most programs never need them. */
function once<T>(make: () => T): () => T {
  let made: T | undefined
  return () => {
    made ??= make()
    return made
  }
}

const CLASS = String.raw`\p{Cf}\p{Zl}\p{Zp}\p{Default_Ignorable_Code_Point}\u2800`
/** Scripts in which a joiner or non-joiner between two letters is ordinary spelling. */
const JOINING = [
  'Arab',
  'Syrc',
  'Deva',
  'Beng',
  'Guru',
  'Gujr',
  'Orya',
  'Taml',
  'Telu',
  'Knda',
  'Mlym',
  'Sinh',
]
  .map((script) => String.raw`\p{Script=${script}}`)
  .join('')
const EMOJI = String.raw`\p{Extended_Pictographic}\u{1f3fb}-\u{1f3ff}`

/** `start` and `end`: what may stand there in place of a neighbour. */
function kept(start: string, end: string): string {
  return [
    String.raw`(?<=[${EMOJI}]\ufe0f?${start === '' ? '' : String.raw`|^\ufe0f?`})\u200d(?=\p{Extended_Pictographic}${end})`,
    String.raw`(?<=[${EMOJI}]${start})[\ufe0e\ufe0f](?![\ufe00-\ufe0f])`,
    String.raw`(?<=[0-9#*])\ufe0f(?=\u20e3)`,
    String.raw`(?<=[${JOINING}]${start})[\u200c\u200d](?=[${JOINING}]${end})`,
  ].join('|')
}

/** All but line feed and tab. */
const unseen = once(() => new RegExp(String.raw`(?!${kept('', '')})(?![\n\t])[\p{Cc}\p{Cs}${CLASS}]`, 'gu'))
/** A text that comes in pieces may be cut within an emoji. Control characters of ASCII are left to the terminal's own. */
const unseenInPieces = once(
  () => new RegExp(String.raw`(?!${kept('|^', '|$')})[\u007f-\u009f${CLASS}]`, 'gu'),
)
// biome-ignore lint/suspicious/noControlCharactersInRegex: all of ASCII but DEL
const ASCII = /^[\x00-\x7e]*$/

/** As `\u{202e}`. */
export function visible(text: string): string {
  return text.replace(unseen(), written)
}

/** The same of a piece of a text, which may have control characters of ASCII. */
export function visiblePiece(text: string): string {
  return ASCII.test(text) ? text : text.replace(unseenInPieces(), written)
}

/** The same in JSON, or in any text around it: as `\u202e`, which a reader of JSON takes for the character itself. */
export function visibleJson(text: string): string {
  if (ASCII.test(text)) return text
  return text.replace(unseenInPieces(), (char) =>
    char
      .split('')
      .map((unit) => `\\u${hex(unit.charCodeAt(0)).padStart(4, '0')}`)
      .join(''),
  )
}

/** Sequences that our own commands print: colours, and those that draw a line or a page again. All others are written out. */
const OWN = String.raw`\x1b\[(?:[\d;]{0,20}m|H|2?J|2?K)`
const CONTROL = new RegExp(String.raw`(?![\n\t\r]|${OWN})\p{Cc}`, 'gu')

export function withoutControl(text: string): string {
  return text.replace(CONTROL, (char) => `\\u${hex(char.charCodeAt(0)).padStart(4, '0')}`)
}

/** Every text in it. To be shown only: the answer goes out with what came in. */
export function visibleIn<T>(value: T): T {
  if (typeof value === 'string') return visible(value) as T
  if (Array.isArray(value)) return value.map(visibleIn) as T
  if (typeof value !== 'object' || value === null) return value
  return Object.fromEntries(Object.entries(value).map(([name, it]) => [visible(name), visibleIn(it)])) as T
}

function written(char: string): string {
  return `\\u{${hex(char.codePointAt(0) ?? 0)}}`
}

function hex(code: number): string {
  return code.toString(16)
}
