/**
 * Decode: a line in, a message out, or the reason why it is none. Nothing that the other side can write makes it
 * throw, and nothing is dropped: each answer carries the original text.
 */
import type { JsonObject } from './json.ts'
import type { Line } from './lines.ts'
import { type Check, mismatch } from './shape.ts'
import { type StdinMessage, stdinShapes } from './stdin.ts'
import { type StdoutMessage, stdoutShapes } from './stdout.ts'

export type Decoded<Message = StdoutMessage> =
  /** Of a listed type, with every required field. */
  | { readonly kind: 'message'; readonly message: Message; readonly text: string }
  /** An object of a type or subtype that is not listed, or without a required field: `reason` says which. */
  | { readonly kind: 'unknown'; readonly value: JsonObject; readonly reason: string; readonly text: string }
  /** Does not begin with `{`. */
  | { readonly kind: 'noise'; readonly text: string }
  /** Begins with `{` but is not JSON. */
  | { readonly kind: 'broken'; readonly reason: string; readonly text: string }
  /** Over the framer's limit; `text` is its beginning. */
  | { readonly kind: 'oversized'; readonly bytes: number; readonly text: string }

/** Decodes a line of the CLI's stdout. */
export function decode(line: Line): Decoded {
  return decodeWith<StdoutMessage>(line, stdoutShapes)
}

/** Decodes a line of the CLI's stdin, for whoever stands on the CLI's side. */
export function decodeInput(line: Line): Decoded<StdinMessage> {
  return decodeWith<StdinMessage>(line, stdinShapes)
}

function decodeWith<Message>(line: Line, shapes: { readonly [type: string]: Check }): Decoded<Message> {
  if (typeof line !== 'string') return { kind: 'oversized', bytes: line.bytes, text: line.head }
  if (!beginsObject(line)) return { kind: 'noise', text: line }
  let value: JsonObject
  try {
    value = JSON.parse(line)
  } catch (error) {
    return { kind: 'broken', reason: error instanceof Error ? error.message : String(error), text: line }
  }
  const reason = problemOf(value, shapes)
  if (reason !== undefined) return { kind: 'unknown', value, reason, text: line }
  return { kind: 'message', message: value as Message, text: line }
}

function problemOf(value: JsonObject, shapes: { readonly [type: string]: Check }): string | undefined {
  const type = value.type
  if (typeof type !== 'string') return mismatch(value, { type: 'string' })
  const check = Object.hasOwn(shapes, type) ? shapes[type] : undefined
  return check === undefined ? `type "${type}" is not listed` : mismatch(value, check)
}

/** True if the first character that is no JSON white space is `{`. */
function beginsObject(line: string): boolean {
  for (let i = 0; i < line.length; i++) {
    const char = line.charCodeAt(i)
    if (char === 0x7b) return true
    if (char !== 0x20 && char !== 0x09 && char !== 0x0d && char !== 0x0a) return false
  }
  return false
}
