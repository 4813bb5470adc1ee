/** Light styling of what the model writes, line by line, so that a text that grows is styled from where it grew. */
import { plain } from '../screen/cells.ts'
import { bold, cyan, dim, italic, magenta, underline } from './paint.ts'
import { wrapHard, wrapWords } from './wrap.ts'

/** What the lines before leave open: a block of code. */
export type Fence = string | undefined

export interface Styled {
  readonly lines: readonly string[]
  readonly fence: Fence
}

/** Lines of source, as they are shown in so many columns. */
export function markdownLines(source: string, width: number, open: Fence = undefined): Styled {
  const lines: string[] = []
  let fence = open
  for (const line of plain(source).split('\n')) {
    const mark = /^\s*(`{3,}|~{3,})/.exec(line)?.[1]
    if (fence === undefined && mark) {
      fence = mark
      lines.push(dim(`┌ ${line.trim().slice(mark.length)}`.trimEnd()))
    } else if (fence !== undefined && mark?.startsWith(fence) && line.trim() === mark) {
      fence = undefined
      lines.push(dim('└'))
    } else if (fence !== undefined) {
      for (const part of wrapHard(line, Math.max(4, width - 2))) lines.push(`${dim('│')} ${cyan(part)}`)
    } else lines.push(...proseLines(line, width))
  }
  return { lines, fence }
}

function proseLines(line: string, width: number): string[] {
  const heading = /^(#{1,6})\s+(.*)$/.exec(line)
  if (heading) {
    const text = inline(heading[2] ?? '')
    return wrapWords(heading[1]?.length === 1 ? bold(underline(text)) : bold(text), width)
  }
  if (/^\s*([-*_])(\s*\1){2,}\s*$/.test(line)) return [dim('─'.repeat(Math.min(width, 40)))]
  const quote = /^\s*>\s?(.*)$/.exec(line)
  if (quote)
    return wrapWords(italic(inline(quote[1] ?? '')), Math.max(4, width - 2)).map((it) => `${dim('▎')} ${it}`)
  // Cells of a table stay beside each other as long as they fit.
  if (/^\s*\|.*\|\s*$/.test(line)) return wrapHard(line.replace(/\|/g, dim('│')), width)
  const item = /^(\s*)([-*+]|\d+[.)])\s+(.*)$/.exec(line)
  if (!item) return wrapWords(inline(line), width)
  const [, indent = '', bullet = '', text = ''] = item
  const box = /^\[([ xX])\]\s+(.*)$/.exec(text)
  const sign = box ? (box[1] === ' ' ? '☐' : '☑') : /\d/.test(bullet) ? bullet : '•'
  return wrapWords(`${indent}${magenta(sign)} ${inline(box?.[2] ?? text)}`, width, { hang: sign.length + 1 })
}

/** Code, bold, italic, links. Within code nothing else counts. */
function inline(text: string): string {
  return text
    .split(/(`+[^`]+`+)/)
    .map((part, index) => (index % 2 === 1 ? cyan(part.replace(/^`+|`+$/g, '')) : emphasis(part)))
    .join('')
}

function emphasis(text: string): string {
  return text
    .replace(/\*\*(\S(?:.*?\S)?)\*\*|__(\S(?:.*?\S)?)__/g, (_, a?: string, b?: string) => bold(a ?? b ?? ''))
    .replace(
      /(^|[\s(])\*(\S(?:[^*]*?\S)?)\*(?=$|[\s).,;:!?])/g,
      (_, before: string, it: string) => before + italic(it),
    )
    .replace(/\[([^\]]+)\]\(([^)\s]+)\)/g, (_, label: string, url: string) =>
      label === url ? underline(url) : `${underline(label)} ${dim(`(${url})`)}`,
    )
}
