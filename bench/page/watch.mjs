// @ts-check
// Runs in a page: what changed there, and when the frame that shows it had been painted.

/** @typedef {{ delays: number[], frames: number[] }} Found milliseconds */

/** Text ends with the time at which the agent wrote it. Leaves what it finds in a global `bench`. */
export function watchPage() {
  const TIME = /(\d{13})\s*$/
  /** @type {Found} */
  const found = { delays: [], frames: [] }
  Object.assign(globalThis, { bench: found })
  const page = /** @type {any} */ (globalThis)
  let latest = 0
  let shown = 0
  const look = (/** @type {any} */ node) => {
    const time = Number(TIME.exec(node?.textContent?.slice(-200) ?? '')?.[1] ?? 0)
    if (time > latest) latest = time
  }
  new page.MutationObserver((/** @type {any[]} */ changes) => {
    for (const { target, addedNodes } of changes) {
      look(target)
      for (const node of addedNodes) look(node)
    }
    if (latest === shown) return
    shown = latest
    const written = latest
    page.requestAnimationFrame(() => page.setTimeout(() => found.delays.push(Date.now() - written)))
  }).observe(page.document, { subtree: true, childList: true, characterData: true })
  new page.PerformanceObserver((/** @type {any} */ list) => {
    for (const { duration } of list.getEntries()) found.frames.push(duration)
  }).observe({ type: 'long-animation-frame' })
}
