import { shortInput } from '../../../state/short-input.ts'
import type { Draft, Item, NoticeItem, UserItem } from '../../../state/transcript/items.ts'
import { textOf } from '../../../state/transcript/message-fields.ts'
import { partialInput } from '../../../state/transcript/partial-input.ts'
import { amount } from '../../show/words.ts'
import { printable } from '../../terminal/cells.ts'
import { markdownLines } from '../../terminal/markdown/blocks.ts'
import { bold, cyan, dim, italic, red, yellow } from '../../terminal/style.ts'
import { truncate } from '../../terminal/truncate.ts'
import { wrapHard, wrapWords } from '../../terminal/wrap.ts'
import { callLines } from './call-lines.ts'

export interface LineOptions {
  readonly width: number
  readonly isDetailed: boolean
  readonly now: number
}

/** How many of the last lines of ongoing thinking are shown. */
const THINKING_TAIL = 3
/** Notices that what follows makes redundant, or that only the detailed view shows. */
const QUIET = new Set(['hook', 'stop-hooks', 'turn-duration', 'tool-summary', 'streamlined', 'memory'])

/** Empty if the item is not shown. */
export function itemLines(item: Item, options: LineOptions): readonly string[] {
  const { width, isDetailed } = options
  switch (item.kind) {
    case 'user':
      return userLines(item, options)
    case 'text': {
      const lines = markdownLines(item.text.trim(), width - 2)
      return [...lines.map((line) => `  ${line}`), ...cutNote(item)]
    }
    case 'thinking':
      return [...thinkingLines(item.text, options, false), ...cutNote(item)]
    case 'tool':
    case 'question':
    case 'plan':
      return callLines(item, options)
    case 'notice':
      return noticeLines(item, options)
    case 'compaction': {
      const { trigger, pre_tokens: before } = item.metadata as { trigger?: string; pre_tokens?: number }
      const about = [trigger, before === undefined ? undefined : `${amount(before)} tokens before`]
      const words = ['compacted', ...about.filter(Boolean)].join(', ')
      const summary = isDetailed && item.summary ? markdownLines(item.summary, width - 4) : []
      return [
        dim(`── ${words} ${'─'.repeat(Math.max(2, Math.min(40, width - words.length - 6)))}`),
        ...summary.map((line) => `    ${line}`),
      ]
    }
    case 'raw':
      return isDetailed
        ? wrapHard(dim(printable(JSON.stringify(item.value))), width - 2).map((line) => `  ${line}`)
        : []
    default:
      return []
  }
}

function cutNote({ cut: isCut }: { readonly cut?: true }): readonly string[] {
  return isCut ? [dim('  (cut off)')] : []
}

function userLines(item: UserItem, { width, isDetailed }: LineOptions): readonly string[] {
  if (item.synthetic && !isDetailed) return []
  const text = printable(textOf(item.content)).trim()
  const images = Array.isArray(item.content) ? item.content.filter(({ type }) => type === 'image').length : 0
  const parts = text.split('\n').flatMap((line) => wrapWords(line, width - 2))
  const shown =
    item.synthetic || parts.length <= 60 || isDetailed
      ? parts
      : [...parts.slice(0, 50), dim(`… ${parts.length - 50} more lines (Ctrl-O)`)]
  const lines = shown.map(
    (line, index) => `${index === 0 ? cyan('❯') : ' '} ${item.synthetic ? dim(line) : bold(line)}`,
  )
  const pictures = images > 0 ? [dim(`  [${images === 1 ? '1 image' : `${images} images`}]`)] : []
  const waits = item.acknowledged ? [] : [dim('  (sending…)')]
  return [...lines, ...pictures, ...waits]
}

function thinkingLines(text: string, { width, isDetailed }: LineOptions, isLive: boolean): readonly string[] {
  const clean = printable(text).trim()
  if (clean === '') return isLive ? [dim('∴ thinking')] : []
  if (!isDetailed && !isLive) return [dim(truncate(`∴ ${clean.replace(/\s+/g, ' ')}`, width))]
  const lines = clean.split('\n').flatMap((line) => wrapWords(line, width - 2))
  const shown = isDetailed ? lines : lines.slice(-THINKING_TAIL)
  return [...shown.map((line, index) => dim(`${index === 0 ? '∴' : ' '} ${italic(line)}`))]
}

function noticeLines(
  { topic, level, text }: NoticeItem,
  { width, isDetailed }: LineOptions,
): readonly string[] {
  if (QUIET.has(topic) && level === 'info' && !isDetailed) return []
  if (topic === 'local-command') return markdownLines(text.trim(), width - 2).map((line) => `  ${line}`)
  const paint = level === 'error' ? red : level === 'warning' ? yellow : dim
  const sign = level === 'info' ? '·' : '!'
  const lines = printable(text)
    .trim()
    .split('\n')
    .flatMap((line) => wrapWords(line, width - 2))
  return lines.map((line, index) => paint(`${index === 0 ? sign : ' '} ${line}`))
}

/** A draft. Text is rendered incrementally instead: see `terminal/markdown/growing.ts`. */
export function draftLines(draft: Draft, options: LineOptions): readonly string[] {
  const { width } = options
  switch (draft.kind) {
    case 'thinking':
      return thinkingLines(draft.text, options, true)
    case 'tool': {
      const input = shortInput(partialInput(draft))
      return [
        truncate(
          `${yellow('◌')} ${bold(printable(draft.name ?? 'a tool'))} ${dim(printable(input))}${dim('…')}`,
          width,
        ),
      ]
    }
    case 'raw':
      return []
    default:
      return markdownLines(draft.text.trim(), width - 2).map((line) => `  ${line}`)
  }
}
