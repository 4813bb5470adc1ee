/**
 * A random UUID (version 4) to tell messages apart, not to keep a secret: `node:crypto` takes longer to load than the rest
 * of the library.
 */
export function randomId(): string {
  const [a, b, c, d] = [word(), word(), word(), word()]
  const variant = ((Number.parseInt(c.slice(0, 1), 16) & 3) | 8).toString(16)
  return `${a}-${b.slice(0, 4)}-4${b.slice(5)}-${variant}${c.slice(1, 4)}-${c.slice(4)}${d}`
}

/** Eight hexadecimal digits. */
function word(): string {
  return Math.floor(Math.random() * 2 ** 32)
    .toString(16)
    .padStart(8, '0')
}
