import type { AnchorHTMLAttributes, MouseEvent } from 'react'
import { navigate } from '../router.ts'

interface Props extends AnchorHTMLAttributes<HTMLAnchorElement> {
  href: string
  isCurrent?: boolean
}

/** A link to another view of this page. With a modifier key it works like any other link. */
export function Link({ href, isCurrent, onClick, ...rest }: Props) {
  const go = (event: MouseEvent<HTMLAnchorElement>) => {
    onClick?.(event)
    if (event.defaultPrevented || event.button !== 0) return
    if (event.metaKey || event.ctrlKey || event.shiftKey || event.altKey) return
    event.preventDefault()
    navigate(href)
  }
  return <a {...rest} href={href} aria-current={isCurrent ? 'page' : undefined} onClick={go} />
}
