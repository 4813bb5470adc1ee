/**
 * Terminal output as pieces of styled text. It keeps colours and weights and drops every other control sequence (cursor,
 * links, titles, queries). Of a line that was overwritten, as progress bars do, it keeps the final text.
 */
export interface Style {
  /** 0 to 7: black, red, green, yellow, blue, magenta, cyan, white. */
  readonly color?: number
  readonly ground?: number
  readonly isBold?: true
  readonly isDim?: true
  readonly isItalic?: true
  readonly isUnderlined?: true
  readonly isStruck?: true
  readonly isInverse?: true
}
export interface Piece {
  readonly text: string
  readonly style: Style
}

const PLAIN: Style = {}
/**
 * CSI; OSC, DCS, PM, APC and SOS up to their terminator or the end of the line; two-character escapes; the rest of C0 and
 * C1.
 */
const CONTROL =
  // biome-ignore lint/suspicious/noControlCharactersInRegex: control characters are what it looks for
  /(?:\x1b\[|\x9b)([0-?]*)[ -/]*([@-~])?|(?:\x1b[\]PX^_]|[\x90\x98\x9d-\x9f])[^\x07\x1b\x9c\n]*(?:\x07|\x1b\\|\x9c)?|\x1b[ -/]*[0-~]?|[\x00-\x07\x0b\x0c\x0e-\x1a\x1c-\x1f\x7f-\x9f]/g

export function ansiPieces(text: string): Piece[] {
  const pieces: Piece[] = []
  const source = settled(text)
  let style = PLAIN
  let from = 0
  for (const found of source.matchAll(CONTROL)) {
    add(pieces, source.slice(from, found.index), style)
    from = found.index + found[0].length
    if (found[2] === 'm') style = styled(style, found[1] ?? '')
  }
  add(pieces, source.slice(from), style)
  return pieces
}

export function plainText(text: string): string {
  return settled(text).replace(CONTROL, '')
}

function add(pieces: Piece[], text: string, style: Style): void {
  if (text !== '') pieces.push({ text, style })
}

/** Keeps each line from its last carriage return on, without the characters that a backspace erased. */
function settled(text: string): string {
  let after = text.includes('\r') ? text.replace(/\r+\n/g, '\n') : text
  if (after.includes('\r')) after = after.replace(/^.*\r(?=[^\r\n])/gm, '').replaceAll('\r', '')
  return after.includes('\b') ? withoutErased(after) : after
}

function withoutErased(text: string): string {
  const kept: string[] = []
  for (const char of text) {
    if (char !== '\b') kept.push(char)
    else if (kept.at(-1) !== '\n') kept.pop()
  }
  return kept.join('')
}

function styled(before: Style, parameters: string): Style {
  const codes = parameters.split(/[;:]/).map(Number)
  let style = before
  for (let i = 0; i < codes.length; i++) {
    const code = codes[i] ?? 0
    if (code === 38 || code === 48) {
      const { color, length } = extended(codes.slice(i + 1))
      style = code === 38 ? withField(style, 'color', color) : withField(style, 'ground', color)
      i += length
    } else style = afterCode(style, code)
  }
  return style
}

function afterCode(style: Style, code: number): Style {
  if (code >= 30 && code <= 37) return { ...style, color: code - 30 }
  if (code >= 90 && code <= 97) return { ...style, color: code - 90 }
  if (code >= 40 && code <= 47) return { ...style, ground: code - 40 }
  if (code >= 100 && code <= 107) return { ...style, ground: code - 100 }
  const on = TURNED_ON[code]
  if (on !== undefined) return { ...style, [on]: true }
  if (code === 0) return PLAIN
  return (TURNED_OFF[code] ?? []).reduce<Style>((rest, key) => withField(rest, key, undefined), style)
}

const TURNED_ON: Readonly<Record<number, keyof Style>> = {
  1: 'isBold',
  2: 'isDim',
  3: 'isItalic',
  4: 'isUnderlined',
  7: 'isInverse',
  9: 'isStruck',
}
const TURNED_OFF: Readonly<Record<number, readonly (keyof Style)[]>> = {
  22: ['isBold', 'isDim'],
  23: ['isItalic'],
  24: ['isUnderlined'],
  27: ['isInverse'],
  29: ['isStruck'],
  39: ['color'],
  49: ['ground'],
}

function withField<K extends keyof Style>(style: Style, key: K, value: Style[K] | undefined): Style {
  const { [key]: _old, ...rest } = style
  return value === undefined ? rest : { ...rest, [key]: value }
}

/** `5;n` of 256, or `2;r;g;b`: the nearest of the eight colours that are readable in both themes. */
function extended([kind, ...rest]: readonly number[]): { color: number | undefined; length: number } {
  if (kind === 5) return { color: ofPalette(rest[0] ?? 0), length: 2 }
  if (kind === 2) return { color: nearest(rest[0] ?? 0, rest[1] ?? 0, rest[2] ?? 0), length: 4 }
  return { color: undefined, length: 0 }
}

function ofPalette(index: number): number {
  if (index < 16) return index % 8
  if (index >= 232) return index < 244 ? 0 : 7
  const cube = index - 16
  return nearest(Math.floor(cube / 36) * 51, (Math.floor(cube / 6) % 6) * 51, (cube % 6) * 51)
}

function nearest(red: number, green: number, blue: number): number {
  const most = Math.max(red, green, blue)
  const least = Math.min(red, green, blue)
  if (most - least < 40) return most < 128 ? 0 : 7
  const middle = (most + least) / 2
  return (red > middle ? 1 : 0) + (green > middle ? 2 : 0) + (blue > middle ? 4 : 0)
}
