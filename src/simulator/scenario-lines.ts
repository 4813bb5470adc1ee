/** In which line of a JSON text the value of a path stands. */

/** The line, counted from 1. Of a path that leads nowhere, the line of its last part that is there. */
export function lineOf(json: string, path: string): number {
  const steps = path.match(/[^.[\]]+/g) ?? []
  let at = skip(json, 0)
  for (const step of steps) {
    const next = json[at] === '[' ? elementAt(json, at, Number(step)) : fieldAt(json, at, step)
    if (next === undefined) break
    at = next
  }
  return json.slice(0, at).split('\n').length
}

function elementAt(json: string, open: number, index: number): number | undefined {
  let at = skip(json, open + 1)
  for (let passed = 0; passed < index; passed += 1) {
    at = skip(json, endOf(json, at))
    if (json[at] !== ',') return undefined
    at = skip(json, at + 1)
  }
  return json[at] === ']' ? undefined : at
}

function fieldAt(json: string, open: number, field: string): number | undefined {
  if (json[open] !== '{') return undefined
  let at = skip(json, open + 1)
  while (json[at] === '"') {
    const end = endOf(json, at)
    const name: unknown = JSON.parse(json.slice(at, end))
    at = skip(json, skip(json, end) + 1)
    if (name === field) return at
    at = skip(json, endOf(json, at))
    if (json[at] === ',') at = skip(json, at + 1)
  }
  return undefined
}

/** Behind the value that begins here. */
function endOf(json: string, start: number): number {
  if (json[start] === '"') {
    let at = start + 1
    while (json[at] !== '"') at += json[at] === '\\' ? 2 : 1
    return at + 1
  }
  if (json[start] !== '{' && json[start] !== '[') {
    const rest = /[,\]}\s]/.exec(json.slice(start))
    return rest === null ? json.length : start + rest.index
  }
  let at = skip(json, start + 1)
  while (at < json.length && json[at] !== '}' && json[at] !== ']') {
    at = json[at] === ',' || json[at] === ':' ? skip(json, at + 1) : skip(json, endOf(json, at))
  }
  return at + 1
}

function skip(json: string, from: number): number {
  let at = from
  while (at < json.length && /\s/.test(json[at] ?? '')) at += 1
  return at
}
