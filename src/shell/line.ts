/**
 * Parses a shell line with a real grammar: its commands, the files that it writes, and everything in it that is not a plain word.
 */

import { forEachChild, parse, type SyntaxNode } from 'unbash'
import { FeatureList, type ShellFeature } from './features.ts'
import { isTooCostly, MAX_LENGTH } from './limits.ts'
import { evaluatedWord, hidden, plainValue } from './words.ts'

interface ShellWord {
  /** The argument that the program gets. For a word that is not plain: as much as is known without running the line. */
  readonly value: string
  readonly isPlain: boolean
}
export interface ShellCommand {
  /** The source text of the command. */
  readonly text: string
  /** The program and its arguments, without assignments and redirections. */
  readonly words: readonly ShellWord[]
}
export interface ShellLine {
  /** Every command that could run, including those inside substitutions, groups and functions. */
  readonly commands: readonly ShellCommand[]
  /**
   * What makes the line more than plain words joined by `&&`, `||`, `;`, `|` or line breaks. If it is empty, the line does what
   * it says.
   */
  readonly features: readonly ShellFeature[]
  /** Files that redirections write to. */
  readonly writes: readonly string[]
  /** Texts that commands read instead of a file: here-documents and here-strings. */
  readonly inputs: readonly string[]
  /** False: the line is too long or too deeply nested to parse, so `commands` is empty. */
  readonly isRead: boolean
}

export function readShellLine(line: string): ShellLine {
  if (line.length > MAX_LENGTH || isTooCostly(line)) return unread(line)
  try {
    return new LineReader(line).read()
  } catch {
    return unread(line)
  }
}

function unread(line: string): ShellLine {
  return {
    commands: [],
    features: [{ kind: 'length', text: line.slice(0, 80) }],
    writes: [],
    inputs: [],
    isRead: false,
  }
}

/** Includes no variable that a shell itself evaluates: zsh evaluates what is assigned to `COLUMNS` or `LINES`. */
const HARMLESS_VARIABLE = /^(?:CI|NODE_ENV|NO_COLOR|FORCE_COLOR|TZ|LANG|LC_[A-Z]+)$/
const HARMLESS_VALUE = /^(?:\w[\w.@+-]*(?:\/\w[\w+-]*)*)?$/
/**
 * Blanks and the operators that join commands may stand between words. Anything else there is something that the grammar dropped:
 * a comment, `\`.
 */
const BETWEEN_WORDS = /^[ \t\n;|&!]*$/

class LineReader {
  readonly #line: string
  readonly #commands: ShellCommand[] = []
  readonly #writes: string[] = []
  readonly #inputs: string[] = []
  readonly #features = new FeatureList()
  /** The ranges of the line that words, assignments and redirections cover, in order. */
  readonly #covered: { pos: number; end: number }[] = []

  constructor(line: string) {
    this.#line = line
  }

  read(): ShellLine {
    this.#visit(parse(this.#line), this.#line)
    this.#checkBetweenWords()
    const unseen = hidden(this.#line)
    if (unseen !== undefined) this.#features.add('character', unseen)
    if (isRewritten(this.#line)) this.#features.add('pipe', this.#line)
    return {
      commands: this.#commands,
      features: this.#features.sorted(),
      writes: this.#writes,
      inputs: this.#inputs,
      isRead: true,
    }
  }

  /** `source` is the text to which the node's positions refer: a script in escaped backticks has a text of its own. */
  #visit(node: SyntaxNode, source: string): void {
    const own = node.type === 'Script' ? (node.source ?? source) : source
    const text = own.slice(node.pos, node.end)
    switch (node.type) {
      case 'Script':
        for (const { message } of node.errors ?? []) this.#features.add('syntax', message)
        break
      case 'Statement':
        if (node.background) this.#features.add('background', text)
        break
      case 'Pipeline':
        if (node.operators.includes('|&')) this.#features.add('structure', text)
        break
      case 'Command':
        this.#readCommand(node, own)
        break
      case 'Assignment':
        this.#cover(node, own)
        if (!isHarmless(node)) this.#features.add('assignment', text)
        break
      case 'Redirect':
        this.#cover(node, own)
        this.#readRedirect(node, text)
        break
      case 'AndOr':
      case 'Word':
      case 'Literal':
      case 'SingleQuoted':
      case 'DoubleQuoted':
      case 'FileDescriptor':
      case 'Negation':
        break
      default:
        if (node.type === 'HereString') this.#inputs.push(node.target?.value ?? '')
        if (node.type === 'HereDoc') this.#inputs.push(node.body.text)
        this.#features.addNode(node, text)
    }
    forEachChild(node, (child) => this.#visit(child, own))
  }

  #readCommand(node: Extract<SyntaxNode, { type: 'Command' }>, source: string): void {
    const text = source.slice(node.pos, node.end)
    if (!node.name && !node.redirects.length) this.#features.add('assignment', text)
    const parts = [...(node.name ? [node.name] : []), ...node.args]
    const words = parts.map((part) => {
      this.#cover(part, source)
      const written = source.slice(part.pos, part.end)
      const value = part.type === 'Word' ? part.value : written
      const isPlain = part.type === 'Word' && plainValue(written) === value
      if (!isPlain) this.#features.add('quoting', written)
      return { value, isPlain }
    })
    const evaluated = evaluatedWord(words.map(({ value }) => value))
    if (evaluated !== undefined) this.#features.add('expansion', evaluated)
    this.#commands.push({ text, words })
  }

  #readRedirect(node: Extract<SyntaxNode, { type: 'Redirect' }>, text: string): void {
    const { operator, target, descriptor } = node
    const value = target && plainValue(target.text) === target.value ? target.value : undefined
    const isOutput = operator !== '<' && operator !== '<&'
    const isCopy = operator === '>&' && (value === '1' || value === '2')
    const isNull = value === '/dev/null' && operator !== '<>' && operator !== '>&' && operator !== '<&'
    // To zsh, `02>` is a word and a redirection.
    const isKnown =
      descriptor === undefined || (descriptor.type === 'FileDescriptor' && /^[012][<>]/.test(text))
    if (isOutput && !isCopy && !isNull) this.#writes.push(value ?? target?.text ?? '')
    if (!isKnown || !(isCopy || isNull)) this.#features.add('redirection', text)
  }

  #cover(node: { pos: number; end: number }, source: string): void {
    if (source === this.#line) this.#covered.push({ pos: node.pos, end: node.end })
  }

  #checkBetweenWords(): void {
    let at = 0
    const spans = this.#covered.sort((a, b) => a.pos - b.pos)
    for (const { pos, end } of [...spans, { pos: this.#line.length, end: this.#line.length }]) {
      if (pos > at) this.#checkGap(this.#line.slice(at, pos))
      at = Math.max(at, end)
    }
  }

  #checkGap(gap: string): void {
    if (!BETWEEN_WORDS.test(gap)) this.#features.add('unclear', gap.trim())
  }
}

/**
 * Legacy versions of the CLI (2.1.37) split a line with a `|` and join it again: a line break becomes a blank, a quoted tilde is
 * expanded, `!` is escaped, and a number before a redirection is lost.
 */
function isRewritten(line: string): boolean {
  return line.includes('|') && /[\n~!]|\d\s+[<>]/.test(line)
}

function isHarmless({ name, value, append, index }: Extract<SyntaxNode, { type: 'Assignment' }>): boolean {
  if (append || index || value.type !== 'Word' || !HARMLESS_VARIABLE.test(name)) return false
  return plainValue(value.text) === value.value && HARMLESS_VALUE.test(value.value)
}
