/** JSON as a person would lay it out: on one line where it fits, otherwise a line for each field. */
export function jsonText(value: unknown, width = 110, indent = ''): string {
  const flat = oneLine(value)
  if (flat.length + indent.length <= width || typeof value !== 'object' || value === null) return flat
  const inner = `${indent}  `
  const [open, close] = Array.isArray(value) ? '[]' : '{}'
  const parts = Array.isArray(value)
    ? value.map((element) => jsonText(element, width, inner))
    : Object.entries(value)
        .filter(([, field]) => field !== undefined)
        .map(([name, field]) => `${JSON.stringify(name)}: ${jsonText(field, width, inner)}`)
  return `${open}\n${inner}${packed(parts, width - inner.length).join(`\n${inner}`)}\n${indent}${close}`
}

/** Short parts share a line. */
function packed(parts: readonly string[], width: number): string[] {
  const lines: string[] = []
  for (const [index, part] of parts.entries()) {
    const text = index < parts.length - 1 ? `${part},` : part
    const last = lines.at(-1)
    const fits = last !== undefined && !`${last}${text}`.includes('\n') && last.length + text.length < width
    if (fits) lines[lines.length - 1] = `${last} ${text}`
    else lines.push(text)
  }
  return lines
}

function oneLine(value: unknown): string {
  if (Array.isArray(value)) return `[${value.map(oneLine).join(', ')}]`
  if (typeof value !== 'object' || value === null) return JSON.stringify(value)
  const fields = Object.entries(value).filter(([, field]) => field !== undefined)
  if (fields.length === 0) return '{}'
  return `{ ${fields.map(([name, field]) => `${JSON.stringify(name)}: ${oneLine(field)}`).join(', ')} }`
}
