/** A conversation as Markdown, to read and to keep. */
import { ownValue } from '../../protocol/json.ts'
import { shortInput } from '../short-input.ts'
import type {
  CallItem,
  Draft,
  Item,
  NoticeItem,
  PlanItem,
  QuestionItem,
  ToolItem,
} from '../transcript/items.ts'
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

/** Exports a session as Markdown. */
export function toMarkdown(state: Exported, options: ExportOptions = {}): string {
  const settings = settingsOf(options)
  const how: Writing = { item: (item) => itemText(item, settings), draft: draftText, inner: quoted }
  const about = aboutSession(state).map(inlineCode).join(' · ')
  const head = settings.head ? [`# ${titleOf(state)}`, ...(about === '' ? [] : [about])] : []
  return printable(paragraphs([...head, ...written(treeOf(state, settings), how)]))
}

function itemText(item: Item, settings: ExportSettings): string {
  switch (item.kind) {
    case 'user':
      return `## ${item.synthetic ? 'Claude Code' : 'User'}\n\n${promptText(item)}`
    case 'text':
      return item.cut ? `${item.text} _(cut off)_` : item.text
    case 'thinking':
      return details('Thinking', item.redacted ? '_not shown_' : item.text)
    case 'tool':
      return toolText(item, settings)
    case 'question':
      return questionText(item, settings)
    case 'plan':
      return planText(item, settings)
    case 'notice':
      return noticeText(item)
    case 'compaction': {
      const line = `_${compactionText(item)}_`
      return item.summary === undefined ? line : `${line}\n\n${details('Summary', item.summary)}`
    }
    case 'raw':
      return details(
        item.reason ?? 'A message that is not known',
        fenced(jsonText(item.value, settings), 'json'),
      )
    default:
      return ''
  }
}

function toolText(item: ToolItem, settings: ExportSettings): string {
  const ran =
    item.ranWith === undefined
      ? []
      : ['Run with another input:', fenced(jsonText(item.ranWith, settings), 'json')]
  return [
    callHead(item, settings),
    fenced(jsonText(item.input, settings), 'json'),
    ...ran,
    output(item, settings),
  ]
    .join('\n\n')
    .trim()
}

function callHead(item: CallItem, settings: ExportSettings): string {
  const telling = shortInput(item.input)
  return `**${item.name}**${telling === '' ? '' : ` ${inlineCode(telling)}`} — ${statusText(item, settings)}`
}

function output(item: CallItem, { maxToolText }: ExportSettings): string {
  const text = outputText(item)
  return text === '' ? '' : fenced(bounded(text, maxToolText))
}

function questionText(item: QuestionItem, settings: ExportSettings): string {
  const asked = item.questions.map(({ question, options }) => {
    const answer = item.answers && ownValue(item.answers, question)
    const offered = options.map(
      ({ label, description }) => `- ${label}${description ? `: ${description}` : ''}`,
    )
    const answered = answer === undefined ? [] : ['', `Answer: **${answerText(answer)}**`]
    return [question, '', ...offered, ...answered].join('\n')
  })
  return [`**Question** — ${statusText(item, settings)}`, ...asked].join('\n\n')
}

function planText(item: PlanItem, settings: ExportSettings): string {
  return [`**Plan** — ${statusText(item, settings)}`, ...(item.plan === '' ? [] : [quoted(item.plan)])].join(
    '\n\n',
  )
}

function noticeText({ level, topic, text }: NoticeItem): string {
  const word = level === 'info' ? topic : level
  return quoted(`**${word}** ${text}`)
}

function draftText(draft: Draft): string {
  if (draft.kind === 'tool') {
    const input = JSON.stringify(partialInput(draft) ?? {}, null, 2)
    return `**${draft.name}** — being written\n\n${fenced(input, 'json')}`
  }
  if (draft.text === '') return ''
  return draft.kind === 'thinking' ? details('Thinking', draft.text) : `${draft.text} _(being written)_`
}

function jsonText(value: unknown, { maxToolText }: ExportSettings): string {
  return bounded(typeof value === 'string' ? value : JSON.stringify(value, null, 2), maxToolText)
}

function details(summary: string, text: string): string {
  return `<details><summary>${summary.replaceAll('<', '&lt;')}</summary>\n\n${text}\n\n</details>`
}

function quoted(text: string): string {
  return text.replace(/^/gm, '> ').replace(/^> $/gm, '>')
}

/** With a fence that is longer than any within. */
function fenced(text: string, language = ''): string {
  const fence = '`'.repeat(Math.max(3, longestRun(text) + 1))
  return `${fence}${language}\n${text.replace(/\n$/, '')}\n${fence}`
}

function inlineCode(text: string): string {
  const fence = '`'.repeat(longestRun(text) + 1)
  const space = text.startsWith('`') || text.endsWith('`') ? ' ' : ''
  return `${fence}${space}${text}${space}${fence}`
}

function longestRun(text: string): number {
  return Math.max(0, ...(text.match(/`+/g) ?? []).map(({ length }) => length))
}
