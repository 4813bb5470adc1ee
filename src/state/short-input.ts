/** The most informative part of a tool's input, in full or in one short line. */
import { objectIn, objectsIn, textIn } from './fields.ts'
import { visible } from './unseen.ts'

/** The most informative fields, in this order. */
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

/** Undefined if the input has none of these fields. */
function tellingText(input: unknown): string | undefined {
  const fields = objectIn(input) ?? {}
  for (const name of TELLING) {
    const text = textIn(fields[name])
    if (text !== undefined && text !== '') return text
  }
  return undefined
}

export function shortInput(input: unknown): string {
  return oneLine(tellingText(input) ?? '')
}

/** In full: the most informative field, or the whole input if it has none of them. */
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

const PLAIN = /^[\x20-\x7e]*$/
/** Colours of a terminal, which are dropped: everything else that is not seen is written out. */
// biome-ignore lint/suspicious/noControlCharactersInRegex: it is what the sequences begin with
const COLOURS = /\x1b\[[\d;:]*m/g
/** White space that is more than one blank. */
const UNEVEN = /\s\s|[^\S ]/

export function oneLine(text: string): string {
  // No more than is shown: the text may be a file.
  const start = text.slice(0, MAX * 4)
  const even = UNEVEN.test(start) ? start.replace(/\s+/g, ' ') : start
  const line = (PLAIN.test(even) ? even : visible(even.replace(COLOURS, ''))).trim()
  return line.length <= MAX ? line : `${line.slice(0, MAX - 1)}…`
}
