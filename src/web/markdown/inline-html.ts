/** The few HTML elements that markdown text may use, without any attribute. All others stay text. */
import type { Token } from 'marked'

const ALLOWED = [
  'kbd',
  'sub',
  'sup',
  'mark',
  'ins',
  'del',
  'u',
  's',
  'b',
  'i',
  'em',
  'strong',
  'small',
] as const
export type HtmlName = (typeof ALLOWED)[number]

/** A pair of tags, with the tokens between them. */
export interface HtmlElement {
  readonly type: 'element'
  readonly name: HtmlName
  readonly tokens: readonly (Token | HtmlElement)[]
}

const TAG = /^<(\/?)([a-z]+)>$/i
const BREAK = /^<br ?\/?>$/i

export function isBreak(token: Token): boolean {
  return token.type === 'html' && BREAK.test(token.raw)
}

/** A tag whose partner is missing stays a token of its own. */
export function withElements(tokens: readonly (Token | HtmlElement)[]): readonly (Token | HtmlElement)[] {
  if (!tokens.some((token) => token.type === 'html' && TAG.test(token.raw))) return tokens
  const open: { name: HtmlName; tag: Token | HtmlElement; inner: (Token | HtmlElement)[] }[] = []
  const outermost: (Token | HtmlElement)[] = []
  const current = () => open.at(-1)?.inner ?? outermost
  const giveUp = () => {
    const last = open.pop()
    if (last) current().push(last.tag, ...last.inner)
  }
  for (const token of tokens) {
    const tag = tagIn(token)
    if (!tag) current().push(token)
    else if (!tag.isEnd) open.push({ name: tag.name, tag: token, inner: [] })
    else if (!open.some(({ name }) => name === tag.name)) current().push(token)
    else {
      while (open.at(-1)?.name !== tag.name) giveUp()
      const { name, inner } = open.pop() ?? { name: tag.name, inner: [] }
      current().push({ type: 'element', name, tokens: inner })
    }
  }
  while (open.length > 0) giveUp()
  return outermost
}

function tagIn(token: Token | HtmlElement): { name: HtmlName; isEnd: boolean } | undefined {
  const [, slash, written = ''] = (token.type === 'html' && TAG.exec(token.raw)) || []
  const name = ALLOWED.find((it) => it === written.toLowerCase())
  return name && { name, isEnd: slash === '/' }
}
