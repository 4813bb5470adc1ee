/**
 * Decodes the keys that a terminal sends. A key's `id` is the character itself or a name with its modifiers: `y`, `enter`,
 * `ctrl-t`, `alt-enter`, `pageup`, `paste`. A sequence may arrive in parts. An escape that stays alone for a moment is the
 * escape key: the reader then calls `flush`.
 */
export interface Key {
  readonly id: string
  /** The text that the key types; empty for other keys. */
  readonly text: string
}

const FINALS: Readonly<Record<string, string>> = {
  A: 'up',
  B: 'down',
  C: 'right',
  D: 'left',
  F: 'end',
  H: 'home',
  P: 'f1',
  Z: 'backtab',
}
const NUMBERS: Readonly<Record<string, string>> = {
  1: 'home',
  2: 'insert',
  3: 'delete',
  4: 'end',
  5: 'pageup',
  6: 'pagedown',
  7: 'home',
  8: 'end',
  11: 'f1',
}
const CONTROLS: Readonly<Record<string, string>> = {
  '\r': 'enter',
  '\n': 'ctrl-j',
  '\t': 'tab',
  '\x7f': 'backspace',
  '\b': 'backspace',
  '\0': 'ctrl-space',
}
const PASTE_BEGIN = '\x1b[200~'
const PASTE_END = '\x1b[201~'
// biome-ignore lint/suspicious/noControlCharactersInRegex: escape sequences
const SEQUENCE = /^\x1b(?:\[([0-9;:<=>?]*)([ -/]*)([@-~])|O([@-~]))/
/** An incomplete sequence. */
// biome-ignore lint/suspicious/noControlCharactersInRegex: escape sequences
const BEGUN = /^\x1b(?:\[[0-9;:<=>?]*[ -/]*|O)?$/

export class KeyDecoder {
  #pending = ''
  #paste: string[] | undefined

  /** Whether an incomplete sequence is pending. */
  get isPending(): boolean {
    return this.#pending !== ''
  }

  push(text: string): Key[] {
    const keys: Key[] = []
    let rest = this.#pending + text
    this.#pending = ''
    while (rest !== '') {
      const used = this.#paste ? this.#pasted(rest, keys) : this.#next(rest, keys)
      if (used === 0) {
        this.#pending = rest
        break
      }
      rest = rest.slice(used)
    }
    return keys
  }

  /** Call when nothing more came: it was the escape key, or Alt with a bracket. */
  flush(): Key[] {
    const rest = this.#pending
    if (this.#paste) return []
    this.#pending = ''
    if (rest === '') return []
    return rest.length === 1 ? [named('escape')] : [named(`alt-${rest.slice(1)}`)]
  }

  #pasted(rest: string, keys: Key[]): number {
    const end = rest.indexOf(PASTE_END)
    if (end >= 0) {
      const text = [...(this.#paste ?? []), rest.slice(0, end)].join('')
      this.#paste = undefined
      keys.push({ id: 'paste', text: text.replace(/\r\n?/g, '\n') })
      return end + PASTE_END.length
    }
    // The end marker may arrive in two parts.
    const cut = Math.max(0, rest.length - PASTE_END.length + 1)
    this.#paste?.push(rest.slice(0, cut))
    return cut
  }

  #next(rest: string, keys: Key[]): number {
    if (rest.startsWith(PASTE_BEGIN)) {
      this.#paste = []
      return PASTE_BEGIN.length
    }
    if (rest[0] !== '\x1b') {
      const sign = String.fromCodePoint(rest.codePointAt(0) ?? 0)
      keys.push(plainKey(sign))
      return sign.length
    }
    const sequence = SEQUENCE.exec(rest)
    if (sequence) {
      const key = sequenceKey(sequence[1] ?? '', sequence[3] ?? sequence[4] ?? '')
      if (key) keys.push(key)
      return sequence[0].length
    }
    if (BEGUN.test(rest)) return 0
    // Of two escapes, the first is the escape key.
    if (rest[1] === '\x1b' || rest[1] === '[' || rest[1] === 'O') {
      keys.push(named('escape'))
      return 1
    }
    const sign = String.fromCodePoint(rest.codePointAt(1) ?? 0)
    keys.push(named(`alt-${plainKey(sign).id}`))
    return 1 + sign.length
  }
}

function named(id: string): Key {
  return { id, text: '' }
}

function plainKey(sign: string): Key {
  const name = CONTROLS[sign]
  if (name !== undefined) return named(name)
  const code = sign.codePointAt(0) ?? 0
  if (code < 0x20) return named(`ctrl-${String.fromCharCode(code + 0x60)}`)
  if (code >= 0x80 && code < 0xa0) return named('unknown')
  return { id: sign, text: sign }
}

function sequenceKey(parameters: string, final: string): Key | undefined {
  const [first = '', second = '', third = ''] = parameters.split(';')
  if (final === 'u') return codeKey(Number(first), second)
  // xterm's form for keys without a sequence of their own: `CSI 27 ; modifiers ; code ~`.
  if (final === '~' && first === '27') return codeKey(Number(third), second)
  const name = final === '~' ? NUMBERS[first] : FINALS[final]
  if (name === undefined) return undefined
  return named(`${modifiers(second)}${name}`)
}

function codeKey(code: number, given: string): Key | undefined {
  if (!Number.isInteger(code) || code <= 0 || code > 0x10ffff) return undefined
  const { id, text } = plainKey(String.fromCodePoint(code))
  const before = modifiers(given)
  if (before === '') return code === 27 ? named('escape') : { id, text }
  return named(`${before}${id}`)
}

/** The parameter is 1 plus bits for shift, alt and ctrl. Shift only counts alone. */
function modifiers(given: string): string {
  const bits = (Number.parseInt(given, 10) || 1) - 1
  return `${bits & 4 ? 'ctrl-' : ''}${bits & 2 ? 'alt-' : ''}${bits === 1 ? 'shift-' : ''}`
}
