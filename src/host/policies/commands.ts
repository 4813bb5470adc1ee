/**
 * Rules on shell commands. To allow, a rule must cover every word of a command that consists of plain words. To deny or ask,
 * it is enough that one form of one command matches, or the text of the line.
 */
import type { JsonObject } from '../../protocol/json.ts'
import { formsOf, isShell } from '../../shell/forms.ts'
import { readShellLine, type ShellCommand, type ShellLine } from '../../shell/line.ts'
import { textMatches } from './wildcard.ts'

/** The tool whose `command` is known to be a shell line. */
const SHELL_TOOL = 'Bash'
/** Fields that do not change what a command may do. `dangerouslyDisableSandbox` does, and an unknown field might. */
const HARMLESS_FIELDS = new Set(['command', 'description', 'timeout', 'run_in_background'])

/** Rules decide about each part: a command of the line, or the line as a whole. */
export interface CommandPart {
  /** Whether a rule with this pattern covers all of it. */
  allows(pattern: string): boolean
  /** Whether the pattern matches what it is or runs. */
  mentions(pattern: string): boolean
  /** It counts only if a rule on commands matches it. Other rules are applied to the other parts. */
  readonly isOptional?: boolean
}

/** The shell line of a tool call, parsed once for all rules, and only on demand. */
export class CalledCommand {
  readonly #text: string
  /** Fields of the call that keep any rule on commands from allowing it. */
  readonly otherFields: readonly string[]
  readonly #isShell: boolean
  #line: ShellLine | undefined

  private constructor(text: string, isShell: boolean, otherFields: readonly string[]) {
    this.#text = text
    this.#isShell = isShell
    this.otherFields = otherFields
  }

  static of(toolName: string, input: JsonObject): CalledCommand | undefined {
    const { command } = input
    const words: unknown[] = Array.isArray(command) ? command : [command]
    const texts = words.filter((it) => typeof it === 'string')
    if (texts.length === 0) return undefined
    const otherFields = Object.keys(input).filter((field) => !HARMLESS_FIELDS.has(field))
    const isShell = toolName === SHELL_TOOL && typeof command === 'string'
    return new CalledCommand(texts.join(' '), isShell, otherFields)
  }

  get line(): ShellLine {
    this.#line ??= readShellLine(this.#text)
    return this.#line
  }

  /** `patterns`: of the rules that deny or ask. In a line that cannot be parsed, each of them matches a part. */
  parts(patterns: readonly string[]): readonly CommandPart[] {
    const { isRead, features, commands } = this.line
    if (!isRead)
      return [NOTHING, ...patterns.map((it) => ({ ...NOTHING, mentions: (given: string) => given === it }))]
    const isPlain = features.length === 0 && commands.length > 0
    // The inputs of shells are examined with the first shell only.
    const reader = commands.find(isShell)
    const parts = commands.map((it) => this.#partOf(it, isPlain, it === reader ? this.line.inputs : []))
    return [...parts, this.#whole(parts, isPlain)]
  }

  #partOf(command: ShellCommand, isPlain: boolean, inputs: readonly string[]): CommandPart {
    const mayAllow = isPlain && this.#isShell && this.otherFields.length === 0
    const forms = once(() => {
      const found = formsOf({ ...this.line, commands: [command], inputs })
      return found && [...found]
    })
    return {
      allows: (pattern) => mayAllow && wordsMatch(pattern, command),
      mentions: (pattern) => forms()?.some((form) => textMatches(pattern, form)) ?? true,
      // A command inside of another one is covered by that one.
      isOptional: !isPlain,
    }
  }

  /**
   * For patterns that span several commands, such as `*curl*sh*`. In a plain line, a pattern that matches a single command
   * applies to that one only. Where the grammar may have taken a command for data, the parts of the text are tried, too.
   */
  #whole(parts: readonly CommandPart[], isPlain: boolean): CommandPart {
    const texts = isPlain ? withSingleBlanks([this.#text]) : textForms(this.#text)
    return {
      allows: () => false,
      mentions: (pattern) =>
        texts.some((text) => textMatches(pattern, text)) &&
        !(isPlain && parts.some((part) => part.mentions(pattern))),
      isOptional: isPlain,
    }
  }
}

const NOTHING: CommandPart = { allows: () => false, mentions: () => false }

function once<T>(make: () => T): () => T {
  let made: { readonly value: T } | undefined
  return () => {
    made ??= { value: make() }
    return made.value
  }
}

/** The line and its parts as plain text. Includes what the grammar takes for data, such as the lines of a here-document. */
function textForms(line: string): readonly string[] {
  return withSingleBlanks([line, ...line.split(/&&|\|\||[;|&\n]/)])
}

function withSingleBlanks(texts: readonly string[]): readonly string[] {
  return [...new Set(texts.flatMap((text) => [text.trim(), text.replace(/\s+/g, ' ').trim()]))]
}

/**
 * `npm test` matches these words and no more, `npm test *` these words and at least one more, `npm test*` these words with or
 * without more, but not `npm tests`. Elsewhere `*` stays within its word, and never matches a path out of a folder.
 */
function wordsMatch(pattern: string, { words }: ShellCommand): boolean {
  const wanted = pattern.trim().split(/\s+/)
  const last = wanted.at(-1) ?? ''
  const isOpen = last.endsWith('*')
  if (isOpen && last !== '*' && endsWord(last)) wanted[wanted.length - 1] = last.slice(0, -1)
  const enough = isOpen ? words.length >= wanted.length : words.length === wanted.length
  return enough && wanted.every((word, at) => wordMatches(word, words[at]?.value ?? ''))
}

/** `test*` ends at the word. After punctuation, as in `test:*` or `./scripts/*`, a person means the rest of the word. */
export function endsWord(pattern: string): boolean {
  return /[\p{L}\p{N}]\*$/u.test(pattern)
}

function wordMatches(pattern: string, word: string): boolean {
  if (pattern === '*') return true
  if (/[*?]/.test(pattern) && /(?:^|[/=:])\.\.(?:\/|$)/.test(word)) return false
  return textMatches(pattern, word)
}

/** Why a pattern in a rule that allows can never match; undefined if it can. */
export function neverAllows(pattern: string): string | undefined {
  if (pattern.trim() === '') return 'its command is empty'
  const [sign] = /[;|&<>$`\\\n'"]/.exec(pattern) ?? []
  if (sign === undefined) return undefined
  return `its command has ${JSON.stringify(sign)}: each command of a line is compared by itself, word by word, without quotes`
}
