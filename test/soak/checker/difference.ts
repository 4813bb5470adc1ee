/** The first places where two JSON values differ, in words. Empty if they are the same, as `canonical` sees them. */
import { canonical } from './fingerprint.ts'

const PLACES = 3
const VALUE_LENGTH = 200

export function differenceOf(one: unknown, other: unknown): string {
  return placesOf(one, other, '').slice(0, PLACES).join('; ')
}

function placesOf(one: unknown, other: unknown, path: string): string[] {
  if (canonical(one) === canonical(other)) return []
  if (!isHolder(one) || !isHolder(other) || Array.isArray(one) !== Array.isArray(other))
    return [`${path || 'all'}: ${short(one)} instead of ${short(other)}`]
  const names = new Set([...Object.keys(one), ...Object.keys(other)])
  return [...names].flatMap((name) => placesOf(one[name], other[name], path ? `${path}.${name}` : name))
}

function isHolder(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null
}

const short = (value: unknown) => canonical(value).slice(0, VALUE_LENGTH)
