/** An item or a draft of the transcript in one line. */
import { oneLine, shortInput } from '../../../state/short-input.ts'
import type { Draft, Item } from '../../../state/transcript/items.ts'
import { textOf } from '../../../state/transcript/message-fields.ts'

/** Who or what, and what it says. */
export function itemWords(item: Item): [who: string, words: string] {
  switch (item.kind) {
    case 'user':
      return [item.synthetic ? 'CLI, for you' : 'You', oneLine(textOf(item.content))]
    case 'text':
      return ['Agent', oneLine(item.text)]
    case 'thinking':
      return ['Thinking', oneLine(item.text)]
    case 'tool':
      return [item.name, `${shortInput(item.input)} (${item.status})`.trimStart()]
    case 'question':
      return ['Question', `${oneLine(item.questions[0]?.question ?? '')} (${item.status})`]
    case 'plan':
      return ['Plan', oneLine(item.plan)]
    case 'notice':
      return ['Notice', oneLine(item.text)]
    case 'compaction':
      return ['Compacted', oneLine(item.summary ?? '')]
    case 'raw':
      return ['Raw', oneLine(item.reason ?? '')]
    case 'removed':
      return ['Taken back', '']
  }
}

export function draftWords({ kind, name, text }: Draft): [who: string, words: string] {
  const who = kind === 'tool' ? (name ?? 'Tool') : kind === 'thinking' ? 'Thinking' : 'Agent'
  return [`${who} (being written)`, oneLine(text.slice(-200))]
}
