// @ts-check
// The pictures of the README: sharp on a fine screen, and small, because each has at most 256 colours.

import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { withFewColours } from './few-colours.mjs'

const SIZE = { width: 1280, height: 800 }

/** @type {readonly (readonly [file: string, view: string, colorScheme: 'light' | 'dark'])[]} */
const PICTURES = [
  ['console', 'board', 'light'],
  ['console-dark', 'session', 'dark'],
  ['approval-risk', 'approval-risk', 'light'],
  ['review', 'review', 'light'],
]

/**
 * @param {string} target
 * @param {(look: import('./looks.mjs').Look & { scale: number }, view: string) => Promise<{ image: Buffer, browser: import('playwright-core').Browser }>} take
 */
export async function makeReadmePictures(target, take) {
  for (const [file, view, colorScheme] of PICTURES) {
    const { image, browser } = await take({ colorScheme, viewport: SIZE, scale: 1.5 }, view)
    const small = await withFewColours(browser, image)
    writeFileSync(join(target, `${file}.png`), small)
    process.stderr.write(`${join(target, file)}.png: ${Math.round(small.length / 1024)} KB\n`)
  }
}
