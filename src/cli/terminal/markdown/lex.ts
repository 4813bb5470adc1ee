/** The only file that imports `marked`, which only `attach` loads. */
import { Lexer, type Links, type MarkedToken, type Token, type Tokens } from 'marked'

export type { Links, MarkedToken, Token, Tokens }

export interface Lexed {
  readonly tokens: readonly Token[]
  /** The given definitions and those in this source. */
  readonly links: Links
}

export function lex(source: string, links: Links = {}): Lexed {
  const lexer = new Lexer({ gfm: true })
  Object.assign(lexer.tokens.links, links)
  const tokens = lexer.lex(source)
  return { tokens, links: lexer.tokens.links }
}
