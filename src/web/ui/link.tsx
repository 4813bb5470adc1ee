import type { AnchorHTMLAttributes, MouseEvent } from 'react'
import { navigate } from '../router.ts'

interface Props extends AnchorHTMLAttributes<HTMLAnchorElement> {
  href: string
}

/** To another view of this page; with a modifier key the browser does what it does with any link. */
export function Link({ href, onClick, ...rest }: Props) {
  const go = (event: MouseEvent<HTMLAnchorElement>) => {
    onClick?.(event)
    if (event.defaultPrevented || event.button !== 0) return
    if (event.metaKey || event.ctrlKey || event.shiftKey || event.altKey) return
    event.preventDefault()
    navigate(href)
  }
  return <a {...rest} href={href} onClick={go} />
}
