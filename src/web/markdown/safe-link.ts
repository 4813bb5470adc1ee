/** Which addresses in an agent's text may become links: those that lead out of the page and run nothing. */
const ALLOWED = new Set(['http:', 'https:', 'mailto:'])

/** Undefined: it is shown as text. The address as the browser reads it, so that nothing can hide in it. */
export function safeLink(address: string): string | undefined {
  try {
    // Without a base: what is relative would lead into the console itself.
    const url = new URL(address)
    return ALLOWED.has(url.protocol) ? url.href : undefined
  } catch {
    return undefined
  }
}
