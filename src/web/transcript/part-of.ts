/** This many characters count as a line: a text without line ends is long too. */
const LINE = 200

/** The first or last lines of a text, or all of it if it is hardly longer. */
export function partOf(text: string, most: number, fromEnd: boolean): string {
  const longest = most * LINE
  let part = fromEnd ? text.slice(-longest) : text.slice(0, longest)
  const lines = part.split('\n')
  // Hiding two lines would save nothing.
  if (part.length === text.length && lines.length <= most + 2) return text
  if (lines.length > most) part = (fromEnd ? lines.slice(-most) : lines.slice(0, most)).join('\n')
  return part
}
