/**
 * Rules on shell commands. To allow, a rule must cover every word of a command that is made of plain words; to deny or ask, it
 * is enough that one form of one command fits, or the text of the line.
 */

import type { JsonObject } from '../../protocol/json.ts'
import { formsOf, readShellLine, type ShellCommand, type ShellLine } from '../../shell/index.ts'
import { textMatches } from './wildcard.ts'

/** The tool whose `command` is a shell line for sure. */
const SHELL_TOOL = 'Bash'
/** Fields that do not change what a command may do. `dangerouslyDisableSandbox`, or one that is not known yet, would. */
const HARMLESS_FIELDS = new Set(['command', 'description', 'timeout', 'run_in_background'])

/** The shell line of a tool call, taken apart once for all rules, and only if one asks for it. */
export class CalledCommand {
  readonly #text: string
  /** Fields of the call that keep any rule on commands from allowing it. */
  readonly otherFields: readonly string[]
  readonly #isShell: boolean
  #line: ShellLine | undefined
  #forms: readonly string[] | 'too many' | undefined

  private constructor(text: string, isShell: boolean, otherFields: readonly string[]) {
    this.#text = text
    this.#isShell = isShell
    this.otherFields = otherFields
  }

  static of(toolName: string, input: JsonObject): CalledCommand | undefined {
    const { command } = input
    if (typeof command !== 'string') return undefined
    const otherFields = Object.keys(input).filter((field) => !HARMLESS_FIELDS.has(field))
    return new CalledCommand(command, toolName === SHELL_TOOL, otherFields)
  }

  get line(): ShellLine {
    this.#line ??= readShellLine(this.#text)
    return this.#line
  }

  /** What needs a rule of its own to be allowed. A line that is more than plain words has only itself as a whole. */
  get parts(): readonly (ShellCommand | undefined)[] {
    return this.isPlain ? this.line.commands : [undefined]
  }

  get isPlain(): boolean {
    return this.line.isRead && this.line.features.length === 0 && this.line.commands.length > 0
  }

  allows(pattern: string, part: ShellCommand | undefined): boolean {
    const isCovered = this.#isShell && this.otherFields.length === 0
    return part !== undefined && isCovered && wordsMatch(pattern, part)
  }

  /** Does the pattern fit what the line is or runs? Of a line that cannot be read, everything is assumed. */
  mentions(pattern: string): boolean {
    if (!this.line.isRead) return true
    this.#forms ??= allForms(this.#text, this.line)
    return this.#forms === 'too many' || this.#forms.some((form) => textMatches(pattern, form))
  }
}

function allForms(text: string, line: ShellLine): readonly string[] | 'too many' {
  const forms = formsOf(line)
  return forms ? [...new Set([...textForms(text), ...forms])] : 'too many'
}

/** The line and its parts as text alone: also finds what the grammar takes for data, such as the lines of a here-document. */
function textForms(line: string): Set<string> {
  const parts = [line, ...line.split(/&&|\|\||[;|&\n]/)]
  return new Set(parts.flatMap((part) => [part.trim(), part.replace(/\s+/g, ' ').trim()]))
}

/**
 * `npm test` is these words and no more. `npm test *`: these words and at least one more. `npm test*`: with or without more
 * words, but the word ends after `test`. Elsewhere `*` stays within its word, and never stands for a way out of a folder.
 */
function wordsMatch(pattern: string, { words }: ShellCommand): boolean {
  const wanted = pattern.trim().split(/\s+/)
  const last = wanted.at(-1) ?? ''
  const isOpen = last.endsWith('*')
  if (isOpen && last !== '*' && endsWord(last)) wanted[wanted.length - 1] = last.slice(0, -1)
  const enough = isOpen ? words.length >= wanted.length : words.length === wanted.length
  return enough && wanted.every((word, at) => wordMatches(word, words[at]?.value ?? ''))
}

/** `test*` ends at the word; after a sign, as in `test:*` or `./scripts/*`, a person means what comes next in the word. */
function endsWord(word: string): boolean {
  return /[\p{L}\p{N}]\*$/u.test(word)
}

function wordMatches(pattern: string, word: string): boolean {
  if (pattern === '*') return true
  if (/[*?]/.test(pattern) && /(?:^|[/=:])\.\.(?:\/|$)/.test(word)) return false
  return textMatches(pattern, word)
}

/** What a person should know about a pattern in a rule that allows: why it can never match, or undefined. */
export function neverAllows(pattern: string): string | undefined {
  const [sign] = /[;|&<>$`\\\n'"]|^\s*$/.exec(pattern) ?? []
  if (sign === undefined) return undefined
  if (sign.trim() === '' && pattern.trim() === '') return 'its command is empty'
  return `its command has ${JSON.stringify(sign)}: each command of a line is compared by itself, word by word, without quotes`
}
