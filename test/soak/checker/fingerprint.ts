/** A short text that is the same for the same JSON value, whatever the order of its fields. */
import { createHash } from 'node:crypto'

export function fingerprint(value: unknown): string {
  return createHash('sha1').update(canonical(value)).digest('base64').slice(0, 16)
}

export function canonical(value: unknown): string {
  if (Array.isArray(value)) return `[${value.map(canonical).join(',')}]`
  if (typeof value !== 'object' || value === null) return JSON.stringify(value) ?? 'null'
  const fields = Object.entries(value)
    .filter(([, field]) => field !== undefined)
    .sort(([a], [b]) => (a < b ? -1 : 1))
  return `{${fields.map(([name, field]) => `${JSON.stringify(name)}:${canonical(field)}`).join(',')}}`
}
