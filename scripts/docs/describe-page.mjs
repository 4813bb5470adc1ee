// @ts-check
// What a page says about itself.

/**
 * @param {string} markdown
 * @returns {{ title: string, order: number, text: string }} `order` is infinite for a page without one
 */
export function describePage(markdown) {
  const front = /^---\n([\s\S]*?)\n---\n/.exec(markdown)
  const text = markdown.slice(front?.[0].length ?? 0)
  const field = (/** @type {string} */ name) =>
    new RegExp(`^${name}: *(.+)$`, 'm').exec(front?.[1] ?? '')?.[1]
  const heading = /^# (.+)$/m.exec(text)?.[1] ?? ''
  const title = field('title') ?? heading.replaceAll('`', '').replaceAll('\\', '')
  return { title, order: Number(field('order') ?? Number.POSITIVE_INFINITY), text }
}
