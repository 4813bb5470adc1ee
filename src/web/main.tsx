import { StrictMode } from 'react'
import { createRoot } from 'react-dom/client'
import { App } from './app.tsx'
import { listenToKeys } from './keys/keys.ts'
import { applyTheme } from './settings/theme.ts'
import { Gate } from './sign-in/sign-in.tsx'
import './theme.css'
import './ui/ui.css'
import './app.css'

applyTheme()
listenToKeys()
const root = document.getElementById('root')
if (root)
  createRoot(root).render(
    <StrictMode>
      <Gate>
        <App />
      </Gate>
    </StrictMode>,
  )
