/** The part of a tool's input that tells most, whole or in one short line. */
import { objectIn, objectsIn, textIn } from './fields.ts'

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
const MAX = 120

/** Undefined where no field is known to tell anything. */
function tellingText(input: unknown): string | undefined {
  const fields = objectIn(input) ?? {}
  return TELLING.map((name) => textIn(fields[name])).find((text) => text !== undefined && text !== '')
}

export function shortInput(input: unknown): string {
  return oneLine(tellingText(input) ?? '')
}

/** In full: the field that tells most, or the whole input where it has none of them. */
export function inputText(input: unknown): string {
  const found = tellingText(input)
  if (found !== undefined) return found
  const fields = objectIn(input) ?? {}
  const plan = textIn(fields.plan)
  if (plan !== undefined) return plan
  const questions = objectsIn(fields.questions)
  if (questions) return questions.map(({ question }) => textIn(question) ?? '').join(' ')
  if (Array.isArray(fields.todos)) return `${fields.todos.length} entries`
  return Object.keys(fields).length === 0 ? '' : JSON.stringify(fields)
}

export function oneLine(text: string): string {
  // No more than is shown: the text may be a file.
  const line = text
    .slice(0, MAX * 4)
    .replace(/\s+/g, ' ')
    .trim()
  return line.length <= MAX ? line : `${line.slice(0, MAX - 1)}…`
}
