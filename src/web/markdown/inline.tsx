/** Inline markdown as elements. HTML is shown as text; a picture becomes a link that loads nothing by itself. */
import type { MarkedToken, Token } from 'marked'
import { Fragment, type ReactNode } from 'react'
import { decoded } from './entities.ts'
import { safeLink } from './safe-link.ts'

export function Inline({ tokens }: { tokens: readonly Token[] | undefined }): ReactNode {
  return tokens?.map((token, index) => (
    // biome-ignore lint/suspicious/noArrayIndexKey: a token's place is its only name
    <Fragment key={index}>{inlineOf(token as MarkedToken)}</Fragment>
  ))
}

function inlineOf(token: MarkedToken): ReactNode {
  switch (token.type) {
    case 'text':
      return token.tokens ? <Inline tokens={token.tokens} /> : decoded(token.text)
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
      return <code>{token.text}</code>
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

export function OutLink({ address, children }: { address: string; children: ReactNode }) {
  const href = safeLink(address)
  if (href === undefined) return <span title={address}>{children}</span>
  return (
    <a href={href} target="_blank" rel="noopener noreferrer" title={href}>
      {children}
    </a>
  )
}
