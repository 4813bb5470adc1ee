/**
 * Decodes a line to a message, or to the reason why it is not one. No input makes it throw and nothing is dropped: every outcome
 * carries the original text.
 */
import { isObject, type JsonObject } from './json.ts'
import type { Line } from './lines.ts'
import { type Check, mismatch } from './shape.ts'
import { type StdinMessage, stdinShapes } from './stdin.ts'
import { type StdoutMessage, stdoutShapes } from './stdout.ts'
import { isCommonDelta } from './stream.ts'
import { lazily, type Test, tester } from './tester.ts'

/** What a line turned out to be. */
export type Decoded<Message = StdoutMessage> =
  /** A message of a listed type, with every required field. */
  | { readonly kind: 'message'; readonly message: Message; readonly text: string }
  /** An object of an unlisted type or subtype, or without a required field: `reason` says which. */
  | { readonly kind: 'unknown'; readonly value: JsonObject; readonly reason: string; readonly text: string }
  /** Does not begin with `{`. */
  | { readonly kind: 'noise'; readonly text: string }
  /** Begins with `{` but is not JSON. */
  | { readonly kind: 'broken'; readonly reason: string; readonly text: string }
  /** Over the framer's limit; `text` is its beginning. */
  | { readonly kind: 'oversized'; readonly bytes: number; readonly text: string }

/** Decodes a line of the CLI's stdout. */
export function decode(line: Line): Decoded {
  return decodeWith<StdoutMessage>(line, stdout)
}

/** Decodes a line of the CLI's stdin, for code that plays the CLI. */
export function decodeInput(line: Line): Decoded<StdinMessage> {
  return decodeWith<StdinMessage>(line, stdin)
}

/** Checks a value that is already parsed. Returns why it is not a message, or undefined if it is one. */
export function problemInMessage(value: unknown, direction: 'stdin' | 'stdout'): string | undefined {
  const table = direction === 'stdin' ? stdin : stdout
  if ((table === stdout && isCommonDelta(value)) || passes(value, table)) return undefined
  return isObject(value) ? problemOf(value, table) : 'it is no object'
}

type Table = ReadonlyMap<unknown, { readonly check: Check; readonly test: Test }>

const stdout = tableOf(stdoutShapes)
const stdin = tableOf(stdinShapes)

function tableOf(shapes: { readonly [type: string]: Check }): Table {
  const entries = Object.entries(shapes).map(
    ([type, check]) => [type, { check, test: lazily<unknown>(() => tester(check)) }] as const,
  )
  return new Map(entries)
}

/** The path of every message. Rare cases are in their own functions, so that this one stays small enough to inline. */
function decodeWith<Message>(line: Line, table: Table): Decoded<Message> {
  if (typeof line !== 'string') return { kind: 'oversized', bytes: line.bytes, text: line.head }
  if (noisy && isNoise(line)) return { kind: 'noise', text: line }
  let value: unknown
  try {
    value = JSON.parse(line)
  } catch (error) {
    return withoutValue(line, error)
  }
  if ((table === stdout && isCommonDelta(value)) || passes(value, table)) {
    return { kind: 'message', message: value as Message, text: line }
  }
  return withoutMessage(line, value, table)
}

/**
 * Whether the last line that failed to parse was noise. It only decides which check runs first: looking at the first character
 * flattens a string that was concatenated from pieces, which JSON.parse does more cheaply; but a JSON.parse that throws is slow,
 * and noise comes in floods.
 */
let noisy = false

function isNoise(line: string): boolean {
  noisy = !beginsObject(line)
  return noisy
}

function passes(value: unknown, table: Table): boolean {
  return isObject(value) && table.get(value.type)?.test(value) === true
}

function withoutValue(line: string, error: unknown): Decoded<never> {
  if (isNoise(line)) return { kind: 'noise', text: line }
  return { kind: 'broken', reason: error instanceof Error ? error.message : String(error), text: line }
}

function withoutMessage(line: string, value: unknown, table: Table): Decoded<never> {
  if (!isObject(value)) return { kind: 'noise', text: line }
  return { kind: 'unknown', value, reason: problemOf(value, table), text: line }
}

function problemOf(value: JsonObject, table: Table): string {
  const entry = table.get(value.type)
  if (entry) return mismatch(value, entry.check) ?? 'it does not pass its check'
  return mismatch(value, { type: 'string' }) ?? `type "${value.type}" is not listed`
}

/** Returns true if the first character that is not JSON white space is `{`. */
function beginsObject(line: string): boolean {
  for (let i = 0; i < line.length; i++) {
    const char = line.charCodeAt(i)
    if (char === 0x7b) return true
    if (char !== 0x20 && char !== 0x09 && char !== 0x0d && char !== 0x0a) return false
  }
  return false
}
