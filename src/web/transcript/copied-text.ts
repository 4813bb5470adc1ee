import { ownValue } from '../../protocol/json.ts'
import { answerText, outputText, promptText } from '../../state/export/wording.ts'
import { textIn } from '../../state/fields.ts'
import type { Item } from '../../state/transcript/items.ts'
import { jsonOf } from '../ui/raw-json.tsx'

export function copiedText(item: Item): string {
  switch (item.kind) {
    case 'user':
      return promptText(item)
    case 'text':
    case 'thinking':
    case 'notice':
      return item.text
    case 'plan':
      return item.plan
    case 'question':
      return item.questions
        .map(({ question }) =>
          [question, answerText((item.answers && ownValue(item.answers, question)) ?? '')].join('\n'),
        )
        .join('\n\n')
    case 'compaction':
      return item.summary ?? jsonOf(item.metadata)
    case 'tool': {
      const input = (item.ranWith ?? item.input) as { command?: unknown } | null
      const command = textIn(input?.command)
      return [command === undefined ? `${item.name} ${jsonOf(input)}` : `$ ${command}`, outputText(item)]
        .filter(Boolean)
        .join('\n')
    }
    case 'raw':
      return jsonOf(item.value)
    case 'removed':
      return ''
  }
}
