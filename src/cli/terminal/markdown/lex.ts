/** Markdown as tokens. The only file that knows `marked`; it is loaded with the screen of `attach` and by nothing else. */
import { Lexer, type Links, type MarkedToken, type Token, type Tokens } from 'marked'

export type { Links, MarkedToken, Token, Tokens }

export interface Lexed {
  readonly tokens: readonly Token[]
  /** Those that were known, and those that are defined here. */
  readonly links: Links
}

/** `links`: definitions that came before. */
export function lex(source: string, links: Links = {}): Lexed {
  const lexer = new Lexer({ gfm: true })
  Object.assign(lexer.tokens.links, links)
  const tokens = lexer.lex(source)
  return { tokens, links: lexer.tokens.links }
}
