/** Where a text occurs in the lines of a file. */
export function matchingLines(lines: readonly string[], wanted: string): number[] {
  const needle = wanted.toLowerCase()
  if (needle === '') return []
  return lines.flatMap((line, index) => (line.toLowerCase().includes(needle) ? [index] : []))
}

export interface Part {
  readonly text: string
  readonly isMatch: boolean
}

/** A line as matching and other parts. */
export function partsOf(line: string, wanted: string): Part[] {
  const [hay, needle] = [line.toLowerCase(), wanted.toLowerCase()]
  // Some letters are longer in lower case: their places would be wrong.
  if (needle === '' || hay.length !== line.length) return [{ text: line, isMatch: false }]
  const parts: Part[] = []
  let at = 0
  for (let found = hay.indexOf(needle); found >= 0; found = hay.indexOf(needle, at)) {
    if (found > at) parts.push({ text: line.slice(at, found), isMatch: false })
    at = found + needle.length
    parts.push({ text: line.slice(found, at), isMatch: true })
  }
  if (at < line.length) parts.push({ text: line.slice(at), isMatch: false })
  return parts
}
