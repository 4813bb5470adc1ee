/** The token at the caret: a slash command at the very beginning, or a file name after `@`. */
export interface Token {
  readonly kind: 'command' | 'file'
  /** Includes the sign. */
  readonly from: number
  readonly to: number
  readonly query: string
}

export function tokenAt(text: string, caret: number): Token | undefined {
  const before = text.slice(0, caret)
  if (/^\/\S*$/.test(before)) return { kind: 'command', from: 0, to: caret, query: before.slice(1) }
  const file = /(?:^|\s)@(\S*)$/.exec(before)
  if (!file) return undefined
  const query = file[1] ?? ''
  return { kind: 'file', from: caret - query.length - 1, to: caret, query }
}

/** The text with `value` in place of the token, and the new caret position. */
export function completed(
  text: string,
  { kind, from, to }: Token,
  value: string,
): { text: string; caret: number } {
  const sign = kind === 'command' ? '/' : '@'
  const name = kind === 'file' && /\s/.test(value) ? `"${value}"` : value
  const put = `${sign}${name} `
  const rest = text.slice(to).replace(/^ /, '')
  return { text: text.slice(0, from) + put + rest, caret: from + put.length }
}

interface Named {
  readonly name: string
}

/** Names that start with the query come first. */
export function likeQuery<T extends Named>(all: readonly T[], query: string, most = 50): T[] {
  const wanted = query.toLowerCase()
  const begins = all.filter(({ name }) => name.toLowerCase().startsWith(wanted))
  const has = all.filter(
    ({ name }) => !begins.some((it) => it.name === name) && name.toLowerCase().includes(wanted),
  )
  return [...begins, ...has].slice(0, most)
}
