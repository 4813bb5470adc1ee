/** A conversation as plain text, for terminals, mails and searches. */
import { ownValue } from '../../protocol/json.ts'
import { shortInput } from '../short-input.ts'
import type { Draft, Item, QuestionItem, ToolItem } from '../transcript/items.ts'
import { partialInput } from '../transcript/partial-input.ts'
import { bounded, type ExportOptions, type ExportSettings, printable, settingsOf } from './options.ts'
import { paragraphs, treeOf, type Writing, written } from './tree.ts'
import {
  aboutSession,
  answerText,
  compactionText,
  type Exported,
  outputText,
  promptText,
  statusText,
  titleOf,
} from './wording.ts'

const INDENT = '    '

/** Exports a session as plain text. */
export function toPlainText(state: Exported, options: ExportOptions = {}): string {
  return paragraphs(toPlainParagraphs(state, options))
}

/** A text for each item of the conversation; what a sub-agent did belongs to the text of its call. */
export function toPlainParagraphs(state: Exported, options: ExportOptions = {}): string[] {
  const settings = settingsOf(options)
  const how: Writing = { item: (item) => itemText(item, settings), draft: draftText, inner: indented }
  const head = settings.head ? [[titleOf(state), ...aboutSession(state)].join('\n')] : []
  return [...head, ...written(treeOf(state, settings), how)].map(printable)
}

function itemText(item: Item, settings: ExportSettings): string {
  switch (item.kind) {
    case 'user':
      return promptText(item).replace(/^/gm, item.synthetic ? '| ' : '> ')
    case 'text':
      return item.cut ? `${item.text} (cut off)` : item.text
    case 'thinking':
      return item.redacted ? '(thinking, not shown)' : `(thinking)\n${indented(item.text)}`
    case 'tool':
      return toolText(item, settings)
    case 'question':
      return questionText(item, settings)
    case 'plan':
      return withOutput(`[Plan] ${statusText(item, settings)}`, item.plan)
    case 'notice':
      return `* ${item.level === 'info' ? '' : `${item.level}: `}${item.text}`
    case 'compaction':
      return withOutput(`* ${compactionText(item)}`, item.summary ?? '')
    case 'raw': {
      const value = typeof item.value === 'string' ? item.value : JSON.stringify(item.value)
      return `? ${bounded(value, settings.maxToolText)}`
    }
    default:
      return ''
  }
}

function toolText(item: ToolItem, settings: ExportSettings): string {
  const { maxToolText } = settings
  const { name, input, ranWith } = item
  const telling = shortInput(ranWith ?? input)
  const shown = telling === '' && Object.keys(input ?? {}).length > 0 ? JSON.stringify(input) : telling
  const head = `[${name}]${shown === '' ? '' : ` ${bounded(shown, maxToolText)}`} (${statusText(item, settings)})`
  return withOutput(head, bounded(outputText(item), maxToolText))
}

function questionText(item: QuestionItem, settings: ExportSettings): string {
  const asked = item.questions.flatMap(({ question, options }) => {
    const answer = item.answers && ownValue(item.answers, question)
    const labels = options.map(({ label }) => label).join(' / ')
    return [
      labels === '' ? question : `${question} (${labels})`,
      ...(answer === undefined ? [] : [`= ${answerText(answer)}`]),
    ]
  })
  return withOutput(`[Question] ${statusText(item, settings)}`, asked.join('\n'))
}

function draftText(draft: Draft): string {
  if (draft.kind === 'tool')
    return `[${draft.name}] ${JSON.stringify(partialInput(draft) ?? {})} (being written)`
  if (draft.text === '') return ''
  return draft.kind === 'thinking' ? `(thinking)\n${indented(draft.text)}` : `${draft.text} (being written)`
}

function withOutput(head: string, output: string): string {
  return output === '' ? head : `${head}\n${indented(output.trimEnd())}`
}

function indented(text: string): string {
  return text.replace(/^(?=.)/gm, INDENT)
}
