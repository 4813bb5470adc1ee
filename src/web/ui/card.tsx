import type { HTMLAttributes } from 'react'

interface Props extends HTMLAttributes<HTMLElement> {
  as?: 'div' | 'section' | 'article' | 'li'
  tone?: 'needs-you'
}

export function Card({ as: Element = 'div', tone, className = '', ...rest }: Props) {
  return <Element {...rest} className={`card ${className}`} data-tone={tone} />
}
