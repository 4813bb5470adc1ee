/**
 * Inline markdown as elements. Of HTML only a few elements without attributes are taken for what they are; the rest is shown as
 * text. A picture becomes a link that loads nothing by itself.
 */
import type { MarkedToken, Token } from 'marked'
import { createElement, Fragment, type ReactNode } from 'react'
import { FileLink, WithFileLinks } from '../files/file-link.tsx'
import { wholeReference } from '../files/references.ts'
import { decoded } from './entities.ts'
import { FootnoteRef } from './footnotes.tsx'
import { type HtmlElement, isBreak, withElements } from './inline-html.ts'
import { Formula } from './math/formula.tsx'
import { safeLink } from './safe-link.ts'
import type { FootnoteRefToken, MathToken } from './syntax.ts'

type InlineToken = MarkedToken | MathToken | FootnoteRefToken | HtmlElement

export function Inline({ tokens }: { tokens: readonly (Token | HtmlElement)[] | undefined }): ReactNode {
  if (tokens === undefined) return null
  return withElements(tokens).map((token, index) => (
    // biome-ignore lint/suspicious/noArrayIndexKey: a token's place is its only name
    <Fragment key={index}>{inlineOf(token as InlineToken)}</Fragment>
  ))
}

function inlineOf(token: InlineToken): ReactNode {
  switch (token.type) {
    case 'element':
      return createElement(token.name, {}, <Inline tokens={token.tokens} />)
    case 'math':
      return <Formula tex={token.tex} isBlock={token.isBlock} />
    case 'footnoteRef':
      return <FootnoteRef label={token.label} raw={token.raw} />
    case 'html':
      return isBreak(token) ? <br /> : token.raw
    case 'text':
      return token.tokens ? <Inline tokens={token.tokens} /> : <WithFileLinks text={decoded(token.text)} />
    case 'escape':
      return token.text
    case 'strong':
      return (
        <strong>
          <Inline tokens={token.tokens} />
        </strong>
      )
    case 'em':
      return (
        <em>
          <Inline tokens={token.tokens} />
        </em>
      )
    case 'del':
      return (
        <del>
          <Inline tokens={token.tokens} />
        </del>
      )
    case 'codespan':
      return <InlineCode text={token.text} />
    case 'br':
      return <br />
    case 'link':
      return (
        <OutLink address={token.href}>
          <Inline tokens={token.tokens} />
        </OutLink>
      )
    case 'image':
      return <OutLink address={token.href}>picture: {token.text || token.href}</OutLink>
    case 'checkbox':
      return null
    default:
      return token.raw
  }
}

function InlineCode({ text }: { text: string }) {
  const reference = wholeReference(text)
  const code = <code>{text}</code>
  return reference ? <FileLink {...reference}>{code}</FileLink> : code
}

export function OutLink({ address, children }: { address: string; children: ReactNode }) {
  const href = safeLink(address)
  if (href === undefined) return <span title={address}>{children}</span>
  return (
    <a href={href} target="_blank" rel="noopener noreferrer" title={href}>
      {children}
    </a>
  )
}
