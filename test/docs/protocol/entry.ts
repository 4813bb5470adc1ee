/** One entry of the reference, as Markdown. */
import type { Member } from './declarations.ts'
import { jsonText } from './json-text.ts'
import type { Told } from './rules-of.ts'
import type { Types } from './type-words.ts'

export interface Entry {
  /** Without backticks, and unique on the page. */
  readonly title: string
  readonly purpose: string
  readonly direction: string
  readonly fields: readonly Member[]
  /** What the fields are fields of, such as "Input". */
  readonly fieldsOf: string
  /** What comes back. */
  readonly answer?: Answer | undefined
  readonly example: unknown
  readonly answerExample?: unknown
  /** What is known of versions beside the rules. */
  readonly versions?: string
  readonly told: Told
}

export interface Answer {
  readonly name: string
  readonly comment: string
  /** The fields of each of its forms, or what it is where it has none. */
  readonly forms: readonly (readonly Member[])[]
  readonly words: string
}

export function entryText(entry: Entry, types: Types): string {
  const { title, purpose, direction, fields, fieldsOf, answer, example, answerExample, told } = entry
  const parts = [`### ${heading(title)}`, `${purpose}${direction === '' ? '' : ` *${direction}*`}`]
  if (fields.length > 0) parts.push(fieldsText(fieldsOf, fields, types))
  parts.push(block(example))
  if (answer !== undefined) parts.push(...answerTexts(answer, types))
  if (answerExample !== undefined && Object.keys(answerExample as object).length > 0) {
    parts.push(block(answerExample))
  }
  const seen = [told.seen, entry.versions ?? ''].filter((it) => it !== '').join(' ')
  if (seen !== '' || told.versions.length > 0) parts.push(list(`**Versions.** ${seen}`.trim(), told.versions))
  if (told.traps.length > 0) parts.push(list('**Traps.**', told.traps))
  if (told.rules.length > 0) parts.push(list('**Rules.**', told.rules))
  if (told.others.length > 0)
    parts.push(`${told.rules.length > 0 ? 'More' : 'Rules'}: ${told.others.join(', ')}.`)
  return parts.join('\n\n')
}

function answerTexts({ name, comment, forms, words }: Answer, types: Types): string[] {
  const texts = comment === '' ? [] : [`${name}: ${comment}`]
  if (words !== '') return [...texts, `${name}: ${words}.`]
  const tables = forms.map((fields) => {
    const told = fields.find(({ type }) => /^('[^']*'|true)$/.test(type))
    const label =
      told === undefined || forms.length === 1
        ? name
        : `${name} with \`${told.name}\` ${types.words(told.type)}`
    return fieldsText(label, fields, types)
  })
  return [...texts, ...tables]
}

export function heading(title: string): string {
  return title.replace(/^\S+/, (name) => `\`${name}\``)
}

/** As GitHub makes it of a heading. */
export function anchorOf(title: string): string {
  return title
    .toLowerCase()
    .replace(/[^\w -]/g, '')
    .replaceAll(' ', '-')
}

function list(head: string, lines: readonly string[]): string {
  return lines.length === 0 ? head : `${head}\n\n${lines.map((line) => `- ${line}`).join('\n')}`
}

function block(value: unknown): string {
  return `\`\`\`json\n${jsonText(value)}\n\`\`\``
}

/** A line where there is little to say, otherwise a table. */
function fieldsText(name: string, fields: readonly Member[], types: Types): string {
  if (fields.length <= 3 && fields.every(({ comment }) => comment === '')) {
    const words = fields.map(
      (it) => `\`${it.name}\` (${types.words(it.type)}${it.optional ? '' : ', required'})`,
    )
    return `${name}: ${words.join(', ')}.`
  }
  const hasNotes = fields.some(({ comment }) => comment !== '')
  const row = (...cells: string[]) => `| ${cells.slice(0, hasNotes ? 4 : 3).join(' | ')} |`
  const cell = (text: string) => text.replaceAll('|', '\\|')
  return [
    row(
      name === 'Fields' ? 'field' : name.replace(/^[A-Z]/, (first) => first.toLowerCase()),
      'type',
      'required',
      'note',
    ),
    row('---', '---', '---', '---'),
    ...fields.map((it) =>
      row(`\`${it.name}\``, cell(types.words(it.type)), it.optional ? '' : 'yes', cell(it.comment)),
    ),
  ].join('\n')
}
