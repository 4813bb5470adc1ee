/** The browser that tests of the console run in: Debian's, or the one that FAIRLEAD_CHROMIUM names. */
import { existsSync } from 'node:fs'

const PLACES = [
  '/usr/bin/chromium-headless-shell',
  '/usr/bin/chromium',
  '/usr/bin/chromium-browser',
  '/usr/bin/google-chrome',
  '/Applications/Google Chrome.app/Contents/MacOS/Google Chrome',
]

export function chromiumPath(): string {
  const found = [process.env.FAIRLEAD_CHROMIUM, ...PLACES].find((path) => path && existsSync(path))
  if (found) return found
  throw new Error(
    'No Chromium was found. `npm test` installs Debian’s where it may; elsewhere, name one in FAIRLEAD_CHROMIUM.',
  )
}
