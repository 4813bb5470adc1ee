import type { ReactNode } from 'react'
import { BackLink } from './back-link.tsx'

/** A view with a title that scrolls as a whole. On a phone it has a link back to the list. */
export function Page({ title, tools, children }: { title: string; tools?: ReactNode; children: ReactNode }) {
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: the keyboard must reach what scrolls
    <div className="panel" tabIndex={0}>
      <div className="panel-inner">
        <header className="page-head">
          <BackLink />
          <h1 className="grow">{title}</h1>
          {tools}
        </header>
        {children}
      </div>
    </div>
  )
}
