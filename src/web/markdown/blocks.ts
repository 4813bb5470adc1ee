/**
 * Markdown as a list of blocks that is cheap to update while the text grows: everything before the last blocks is final
 * and is reused.
 */
import { Lexer, type Links, type Token } from 'marked'
import { LEXER_OPTIONS } from './syntax.ts'

export interface Blocks {
  /** The source with normalised line ends. */
  readonly text: string
  readonly tokens: readonly Token[]
  readonly links: Links
  /** A new definition may change any block. */
  readonly linkCount: number
  /** The labels of its footnotes. Stays the same object until there is another one. */
  readonly footnotes: ReadonlySet<string>
}

/** The last block grows, and the one before may merge with it, as lists do. */
const UNSURE = 2

export function blocksOf(source: string, before?: Blocks): Blocks {
  const text = source.includes('\r') ? source.replace(/\r\n?/g, '\n') : source
  if (before?.text === text) return before
  if (!before || !text.startsWith(before.text)) return lexed(text, [], 0, { links: {}, footnotes: NONE })
  const { kept, length } = sureOf(before.tokens)
  return lexed(text, kept, length, before)
}

const NONE: ReadonlySet<string> = new Set()

function lexed(
  text: string,
  kept: readonly Token[],
  from: number,
  known: Pick<Blocks, 'links' | 'footnotes'>,
): Blocks {
  const lexer = new Lexer(LEXER_OPTIONS)
  Object.assign(lexer.tokens.links, known.links)
  const added = lexer.lex(text.slice(from))
  const { links } = lexer.tokens
  const footnotes = withLabels(known.footnotes, added)
  return { text, tokens: [...kept, ...added], links, linkCount: Object.keys(links).length, footnotes }
}

function withLabels(known: ReadonlySet<string>, tokens: readonly Token[]): ReadonlySet<string> {
  const labels = tokens.flatMap((token) => (token.type === 'footnote' ? [String(token.label)] : []))
  return labels.every((label) => known.has(label)) ? known : new Set([...known, ...labels])
}

function sureOf(tokens: readonly Token[]): { kept: readonly Token[]; length: number } {
  let at = tokens.length
  for (let unsure = 0; unsure < UNSURE && at > 0; ) {
    at -= 1
    if (tokens[at]?.type !== 'space') unsure += 1
  }
  const kept = tokens.slice(0, at)
  return { kept, length: kept.reduce((sum, { raw }) => sum + raw.length, 0) }
}
