/** The inside of a markdown block: emphasis, code, links. HTML is shown as text, a picture as its name and address. */
import { printable } from '../cells.ts'
import { type Format, styled } from '../style.ts'
import type { MarkedToken, Token } from './lex.ts'

/** `marked` decodes numeric references, but not named ones. */
const NAMED: Readonly<Record<string, string>> = { amp: '&', lt: '<', gt: '>', quot: '"', apos: "'" }

/** May have several lines; styles do not span lines. */
export function inlineText(tokens: readonly Token[] | undefined, formats: readonly Format[] = []): string {
  return (tokens ?? []).map((token) => textOf(token as MarkedToken, formats)).join('')
}

function textOf(token: MarkedToken, formats: readonly Format[]): string {
  switch (token.type) {
    case 'text':
      return token.tokens ? inlineText(token.tokens, formats) : leaf(decoded(token.text), formats)
    case 'escape':
      return leaf(token.text, formats)
    case 'strong':
      return inlineText(token.tokens, [...formats, 'bold'])
    case 'em':
      return inlineText(token.tokens, [...formats, 'italic'])
    case 'del':
      return inlineText(token.tokens, [...formats, 'strikethrough'])
    case 'codespan':
      return leaf(token.text, [...formats, 'cyan'])
    case 'br':
      return '\n'
    case 'link':
      return `${inlineText(token.tokens, [...formats, 'underline'])}${addressOf(token.href, token.text)}`
    case 'image':
      return (
        leaf(`picture: ${token.text || token.href}`, formats) +
        addressOf(token.href, token.text || token.href)
      )
    case 'checkbox':
      return ''
    default:
      return leaf(token.raw, formats)
  }
}

/** Empty if the text is the address. */
function addressOf(href: string, text: string): string {
  const isSame = [text, `mailto:${text}`, `http://${text}`].includes(href)
  return isSame || href === '' ? '' : styled(['dim'], ` (${printable(href)})`)
}

/** Cleans the text again, because `marked` decodes references such as `&#27;`. */
function leaf(text: string, formats: readonly Format[]): string {
  return printable(text)
    .split('\n')
    .map((line) => styled(formats, line))
    .join('\n')
}

function decoded(text: string): string {
  return text.replace(/&(amp|lt|gt|quot|apos);/g, (whole, name: string) => NAMED[name] ?? whole)
}
