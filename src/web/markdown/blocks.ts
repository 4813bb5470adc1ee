/**
 * Markdown as a list of blocks that is cheap to update while the text grows: everything before the last blocks is final
 * and is reused.
 */
import { Lexer, type Links, type Token } from 'marked'

export interface Blocks {
  /** The source with normalised line ends. */
  readonly text: string
  readonly tokens: readonly Token[]
  readonly links: Links
  /** A new definition may change any block. */
  readonly linkCount: number
}

/** The last block grows, and the one before may merge with it, as lists do. */
const UNSURE = 2

export function blocksOf(source: string, before?: Blocks): Blocks {
  const text = source.includes('\r') ? source.replace(/\r\n?/g, '\n') : source
  if (before?.text === text) return before
  if (!before || !text.startsWith(before.text)) return lexed(text, [], 0, {})
  const { kept, length } = sureOf(before.tokens)
  return lexed(text, kept, length, before.links)
}

function lexed(text: string, kept: readonly Token[], from: number, known: Links): Blocks {
  const lexer = new Lexer({ gfm: true })
  Object.assign(lexer.tokens.links, known)
  const tokens = [...kept, ...lexer.lex(text.slice(from))]
  const { links } = lexer.tokens
  return { text, tokens, links, linkCount: Object.keys(links).length }
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
