// @ts-check
// Scrolls as a person does, with the wheel, and measures the frames of the page meanwhile.

import { percentile } from '../lib/measure.mjs'

const STEPS = 120
const STEP_MS = 16

/**
 * @param {import('playwright-core').Page} page
 * @param {import('playwright-core').Locator} place what is scrolled
 * @param {number} by pixels at each turn of the wheel
 */
export async function scrolled(page, place, by) {
  await place.hover()
  await page.evaluate(watchFrames)
  for (let step = 0; step < STEPS; step++) {
    await page.mouse.wheel(0, by)
    await page.waitForTimeout(STEP_MS)
  }
  const frames = /** @type {number[]} */ (await page.evaluate('benchFrames()'))
  return { p95: percentile(frames, 0.95), count: frames.length }
}

/** Runs in the page: `benchFrames` returns how long each frame took, in milliseconds. */
function watchFrames() {
  const page = /** @type {any} */ (globalThis)
  /** @type {number[]} */
  const frames = []
  let last = performance.now()
  let isOver = false
  const look = () => {
    const now = performance.now()
    frames.push(now - last)
    last = now
    if (!isOver) page.requestAnimationFrame(look)
  }
  page.requestAnimationFrame(look)
  page.benchFrames = () => {
    isOver = true
    return frames
  }
}
