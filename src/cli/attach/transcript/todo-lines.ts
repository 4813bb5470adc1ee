import { isObject, type JsonObject } from '../../../protocol/json.ts'
import { printable } from '../../terminal/cells.ts'
import { bold, dim, green, yellow } from '../../terminal/style.ts'
import { wrapWords } from '../../terminal/wrap.ts'

export function todoLines({ todos }: JsonObject, width: number): string[] {
  if (!Array.isArray(todos)) return []
  return todos
    .filter(isObject)
    .flatMap((todo) => todoLine(String(todo.status), String(todo.content ?? ''), width))
}

function todoLine(status: string, text: string, width: number): string[] {
  const [sign, paint] =
    status === 'completed'
      ? [green('☑'), dim]
      : status === 'in_progress'
        ? [yellow('▸'), bold]
        : [dim('☐'), (it: string) => it]
  return wrapWords(printable(text).replace(/\s+/g, ' '), width - 4).map(
    (line, index) => `  ${index === 0 ? sign : ' '} ${paint(line)}`,
  )
}
