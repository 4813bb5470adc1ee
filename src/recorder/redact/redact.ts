/**
 * Removes private data from a recording, which still plays and folds as before: everything hidden keeps its length, and equal
 * texts become equal texts. By default it hides every text and only the structure stays; with `keepTexts` it hides only what it
 * finds: secrets, mail addresses, paths of home and working folders, names of users.
 */
import { isObject, type JsonObject } from '../../protocol/json.ts'
import { cliVersionOf, type Entry, type Header, type LineEntry, type Recording } from '../format.ts'
import { isFree, isPlainName, isSecretName, isStructure } from './fields.ts'
import { Finder, type Kind } from './find.ts'
import { replaceStrings } from './json-text.ts'
import { gather, parsed, type Surroundings } from './known.ts'
import { hide, hideAll, hideRanges } from './mask.ts'
import { Joined, newThread, type Piece, pieceOf, withPiece } from './pieces.ts'

export interface RedactOptions extends Surroundings {
  readonly keepTexts?: boolean
}
/** How many occurrences of each kind were hidden. */
export type Counts = Record<Kind | 'text', number>
export interface Redacted {
  readonly recording: Recording
  readonly counts: Counts
}

export function redactRecording(recording: Recording, options: RedactOptions = {}): Redacted {
  const redaction = new Redaction(recording, options)
  const entries = redaction.entries(recording.entries)
  const header = redaction.header(recording)
  return {
    recording: { header: { ...header, redacted: redaction.counts }, entries, problems: [] },
    counts: redaction.counts,
  }
}

class Redaction {
  readonly counts: Counts = { secret: 0, email: 0, path: 0, name: 0, text: 0 }
  readonly #finder: Finder
  readonly #keepTexts: boolean

  constructor(recording: Recording, { keepTexts = false, ...surroundings }: RedactOptions) {
    this.#finder = new Finder(gather(recording, surroundings))
    this.#keepTexts = keepTexts
  }

  header(recording: Recording): Header {
    const { header } = recording
    const { agent, argv, cwd } = header
    const cliVersion = cliVersionOf(recording)
    return {
      ...header,
      ...(agent !== undefined && { agent: this.#text(agent) }),
      ...(argv !== undefined && { argv: argv.map((arg, index) => this.#argument(arg, argv[index - 1])) }),
      ...(cwd !== undefined && { cwd: this.#text(cwd) }),
      ...(cliVersion !== undefined && { cliVersion }),
    }
  }

  entries(entries: readonly Entry[]): Entry[] {
    const pieces = this.#pieces(entries)
    return entries.map((entry, index) => {
      if (entry.kind === 'fact') return { ...entry, fact: this.#object(entry.fact) as typeof entry.fact }
      if (!('line' in entry)) return entry
      return { ...entry, line: this.#line(entry, pieces.get(index)) }
    })
  }

  /** Returns the redacted pieces of texts that came in pieces, by the index of the entry. */
  #pieces(entries: readonly Entry[]): Map<number, string> {
    const joined = new Joined<number>()
    for (const [index, entry] of entries.entries()) {
      if (!('line' in entry)) continue
      const message = parsed(entry.line)
      if (!isObject(message)) {
        joined.add(`line ${entry.kind}`, index, `${entry.line}\n`)
        continue
      }
      joined.close(`line ${entry.kind}`)
      const thread = newThread(message)
      if (thread !== undefined) joined.close(`part ${thread} `)
      const piece = pieceOf(message)
      if (piece) joined.add(`part ${piece.key}`, index, piece.text, piece.isJson)
    }
    return joined.changed((text, isJson) => (isJson ? this.#jsonText(text) : this.#text(text)))
  }

  #line({ line }: LineEntry, changed: string | undefined): string {
    const message = parsed(line)
    if (!isObject(message)) return (changed ?? '').replace(/\n$/, '')
    const piece = pieceOf(message)
    return JSON.stringify(
      piece && changed !== undefined ? this.#delta(message, piece, changed) : this.#object(message),
    )
  }

  #delta(message: JsonObject, { field }: Piece, changed: string): JsonObject {
    return withPiece(this.#object(withPiece(message, field, '')), field, changed)
  }

  #object(value: JsonObject): JsonObject {
    return this.#value(value, '', false) as JsonObject
  }

  #value(value: unknown, key: string, free: boolean): unknown {
    if (typeof value === 'string') return this.#string(key, value, free)
    if (Array.isArray(value)) return value.map((one) => this.#value(one, key, free))
    if (!isObject(value)) return value
    const changed: Record<string, unknown> = {}
    for (const [name, one] of Object.entries(value)) {
      let own = this.#name(name)
      while (Object.hasOwn(changed, own)) own += '~'
      changed[own] = this.#value(one, name, free || isFree(name))
    }
    return changed
  }

  #string(key: string, value: string, free: boolean): string {
    if (value === '') return value
    if (isSecretName(key) && !isStructure(key, value, free)) {
      this.counts.secret++
      return hide(value, true)
    }
    if (this.#keepTexts || isStructure(key, value, free)) return this.#found(value)
    return this.#text(value)
  }

  /** The field names of a tool's input are structure; but a question or a path used as a field name is a text. */
  #name(name: string): string {
    return isPlainName(name) ? this.#found(name) : this.#text(name)
  }

  #text(text: string): string {
    const found = this.#found(text)
    if (this.#keepTexts) return found
    const hidden = hideAll(found)
    if (hidden !== found) this.counts.text++
    return hidden
  }

  #found(text: string): string {
    const ranges = this.#finder.find(text)
    if (ranges.length === 0) return text
    const hidden = hideRanges(text, ranges)
    // A range that lies within another is the same finding twice.
    let reached = -1
    for (const { kind, start, end } of [...ranges].sort((a, b) => a.start - b.start || b.end - a.end)) {
      if (end <= reached) continue
      reached = end
      if (hidden.slice(start, end) !== text.slice(start, end)) this.counts[kind]++
    }
    return hidden
  }

  #jsonText(text: string): string {
    return replaceStrings(
      text,
      (key, value) => this.#string(key, value, true),
      (key) => this.#name(key),
    )
  }

  #argument(arg: string, before: string | undefined): string {
    if (before?.startsWith('-') && isSecretName(before)) {
      this.counts.secret++
      return hide(arg, true)
    }
    const [, flag, value] = /^(-[^=]*=)(.*)$/s.exec(arg) ?? []
    if (flag !== undefined && value !== undefined) return flag + this.#text(value)
    return arg.startsWith('-') ? this.#found(arg) : this.#text(arg)
  }
}
