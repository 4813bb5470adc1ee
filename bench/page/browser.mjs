// @ts-check

import { existsSync } from 'node:fs'
import { chromium } from 'playwright-core'

const PLACES = [
  process.env.FAIRLEAD_CHROMIUM,
  '/usr/bin/chromium-headless-shell',
  '/usr/bin/chromium',
  '/usr/bin/chromium-browser',
  '/usr/bin/google-chrome',
]

/** The browser that the tests take too. */
export function launch() {
  const executablePath = PLACES.find((path) => path && existsSync(path))
  return chromium.launch({ ...(executablePath && { executablePath }), args: ['--no-sandbox'] })
}
