/**
 * Markdown as lines while it is being streamed. The cost of another piece does not depend on the length of the text: the
 * lines of blocks that cannot change any more are kept, and only `rest`, which stays short, is parsed again.
 */
import { printable } from '../cells.ts'
import { blockLines, codeBody, isFenceOpen } from './blocks.ts'
import { type Lexed, type Links, lex, type MarkedToken, type Token, type Tokens } from './lex.ts'

interface Kept {
  readonly width: number
  /** The part of the source that is in `lines` or `rest`. */
  readonly taken: string
  readonly lines: string[]
  /** Complete source lines that are not rendered for good. Within a code block, it begins with the opening fence. */
  readonly rest: string
  readonly hasGap: boolean
  readonly isCodeOpen: boolean
  /** If `rest` begins within an ordered list, the number of the first item. */
  readonly number?: number
  readonly links: Links
}

/** The limit of `rest`: a longer block is rendered in parts while it grows. */
const MAX_REST = 16_384

export class GrowingMarkdown {
  #kept: Kept | undefined

  /** For tests: how much is parsed again for the next piece. */
  get openLength(): number {
    return this.#kept?.rest.length ?? 0
  }

  lines(text: string, width: number): readonly string[] {
    const source = text.trimStart()
    let kept = this.#kept
    if (!kept || kept.width !== width || !source.startsWith(kept.taken))
      kept = { width, taken: '', lines: [], rest: '', hasGap: false, isCodeOpen: false, links: {} }
    const end = source.lastIndexOf('\n') + 1
    if (end > kept.taken.length) {
      const more = printable(source.slice(kept.taken.length, end))
      kept = settled({ ...kept, taken: source.slice(0, end), rest: kept.rest + more })
    }
    this.#kept = kept
    const rest = kept.rest + printable(source.slice(end))
    if (rest.trim() === '') return kept.lines
    const { lines } = blockLines(read({ ...kept, rest }).tokens, kept)
    return kept.lines.length === 0 ? lines : [...kept.lines, ...lines]
  }
}

/** Moves what cannot change any more from `rest` to `lines`: blocks and list items that another one follows. */
function settled(before: Kept): Kept {
  const { tokens, links } = read(before)
  const kept = { ...before, links }
  const last = tokens.findLast(({ type }) => type !== 'space') as MarkedToken | undefined
  if (last?.type === 'code' && isFenceOpen(last)) return withOpenCode(kept, tokens, last)
  if (last?.type === 'list' && last.items.length > 1) return withOpenList(kept, tokens, last)
  const sure = last === undefined ? [] : tokens.slice(0, tokens.lastIndexOf(last))
  const after = sure.length > 0 ? taken(kept, sure) : kept
  return after.rest.length > MAX_REST ? taken(after, read(after).tokens) : after
}

/** Moves these blocks, the first of `rest`, to the lines. */
function taken(kept: Kept, blocks: readonly Token[]): Kept {
  const { lines, hasGap } = blockLines(blocks, kept)
  for (const line of lines) kept.lines.push(line)
  const { number: _, ...others } = kept
  const length = blocks.reduce((sum, { raw }) => sum + raw.length, 0)
  return { ...others, rest: kept.rest.slice(length), hasGap, isCodeOpen: false }
}

/** Moves the complete lines of a code block. */
function withOpenCode(kept: Kept, tokens: readonly Token[], code: Tokens.Code): Kept {
  const before = tokens.indexOf(code)
  const after = before > 0 ? taken(kept, tokens.slice(0, before)) : kept
  const [opening = ''] = code.raw.split('\n', 1)
  if (codeBody(code).length === 0) return after
  return { ...taken(after, [code]), rest: `${opening}\n`, hasGap: false, isCodeOpen: true }
}

/** Moves all items of a list but the last. */
function withOpenList(kept: Kept, tokens: readonly Token[], list: Tokens.List): Kept {
  const before = tokens.indexOf(list)
  const after = before > 0 ? taken(kept, tokens.slice(0, before)) : kept
  const items = list.items.slice(0, -1)
  const raw = items.map((item) => item.raw).join('')
  const part = { ...list, items, raw }
  const number = list.ordered ? { number: Number(list.start || 1) + items.length } : {}
  return { ...taken(after, [part]), ...number }
}

/** Continues the numbers of a list that began before, whatever numbers the source has. */
function read({ rest, links, number }: Kept): Lexed {
  const lexed = lex(rest, links)
  const [first, ...others] = lexed.tokens
  if (number === undefined || first?.type !== 'list') return lexed
  return { ...lexed, tokens: [{ ...first, start: number } as Token, ...others] }
}
