/** The part of a tool's input that tells most, whole or in one short line. */
import { objectIn, textIn } from './fields.ts'

/** The field that tells most, in this order. */
const TELLING = [
  'command',
  'file_path',
  'notebook_path',
  'pattern',
  'query',
  'url',
  'description',
  'skill',
  'prompt',
  'path',
  'subject',
]
const LONGEST = 120

/** Undefined where no field is known to tell anything. */
export function tellingText(input: unknown): string | undefined {
  const fields = objectIn(input) ?? {}
  return TELLING.map((name) => textIn(fields[name])).find((text) => text !== undefined && text !== '')
}

export function shortInput(input: unknown): string {
  return oneLine(tellingText(input) ?? '')
}

export function oneLine(text: string): string {
  // No more than is shown: the text may be a file.
  const line = text
    .slice(0, LONGEST * 4)
    .replace(/\s+/g, ' ')
    .trim()
  return line.length <= LONGEST ? line : `${line.slice(0, LONGEST - 1)}…`
}
