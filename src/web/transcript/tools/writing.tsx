import type { Call } from '../call.ts'
import { partOf } from '../part-of.ts'

/** The end of the longest text of an unfinished input, which is the one that grows. */
export function Writing({ call: { input } }: { call: Call }) {
  const texts = Object.values(input).filter((it) => typeof it === 'string')
  const longest = texts.reduce((a, b) => (b.length > a.length ? b : a), '')
  if (longest === '') return null
  return <pre className="tool-writing">{partOf(longest, 10, true)}</pre>
}
