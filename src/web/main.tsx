import { CSPProvider } from '@base-ui/react/csp-provider'
import { lazy, type ReactNode, StrictMode, Suspense } from 'react'
import { createRoot } from 'react-dom/client'
import './ui/ui.css'
import { App } from './app.tsx'
import { listenToKeys } from './keys/keys.ts'
import { followKeyboard } from './phone/follow-keyboard.ts'
import { startTheme } from './settings/theme.ts'
import { Gate } from './sign-in/sign-in.tsx'
import { Toaster } from './ui/toast/toaster.tsx'
import { Tooltips } from './ui/tooltip/tooltips.tsx'
import './app.css'

/** Every primitive in every state. The build leaves it out. */
const Gallery = import.meta.env.DEV
  ? lazy(async () => ({ default: (await import('./ui/gallery/gallery.tsx')).Gallery }))
  : undefined

startTheme()
listenToKeys()
followKeyboard()
const root = document.getElementById('root')
if (root) createRoot(root).render(<Page>{view()}</Page>)

function view(): ReactNode {
  if (Gallery && location.pathname === '/ui')
    return (
      <Suspense>
        <Gallery />
      </Suspense>
    )
  return (
    <Gate>
      <App />
    </Gate>
  )
}

/** The content security policy forbids the `style` elements of the primitives; their rules are in our own style sheets. */
function Page({ children }: { children: ReactNode }) {
  return (
    <StrictMode>
      <CSPProvider disableStyleElements>
        {children}
        <Toaster />
        <Tooltips />
      </CSPProvider>
    </StrictMode>
  )
}
