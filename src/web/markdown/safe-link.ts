/** Which addresses in an agent's text may become links: those that leave the page and run no script. */
const ALLOWED = new Set(['http:', 'https:', 'mailto:'])

/** Undefined if the address must stay text. Returns it as the browser parses it, so that nothing can hide in it. */
export function safeLink(address: string): string | undefined {
  try {
    // Without a base: a relative address would lead into the console itself.
    const url = new URL(address)
    return ALLOWED.has(url.protocol) ? url.href : undefined
  } catch {
    return undefined
  }
}
