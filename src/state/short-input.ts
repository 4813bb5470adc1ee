/** A tool's input in one short line: the part that tells most. */
import { objectIn } from './fields.ts'

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

export function shortInput(input: unknown): string {
  const fields = objectIn(input) ?? {}
  const telling = TELLING.map((name) => fields[name]).find((it) => typeof it === 'string' && it !== '')
  return typeof telling === 'string' ? oneLine(telling) : ''
}

export function oneLine(text: string): string {
  // No more than is shown: the text may be a file.
  const line = text
    .slice(0, LONGEST * 4)
    .replace(/\s+/g, ' ')
    .trim()
  return line.length <= LONGEST ? line : `${line.slice(0, LONGEST - 1)}…`
}
