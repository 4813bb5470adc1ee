export { formatMoney as usd } from '../../state/format/money.ts'

export function count(value: number): string {
  if (value < 1000) return String(value)
  if (value < 1_000_000) return `${(value / 1000).toFixed(value < 10_000 ? 1 : 0)}k`
  return `${(value / 1_000_000).toFixed(1)}M`
}

/** The last parts of a path, which distinguish folders best. */
export function shortPath(path: string, parts = 2): string {
  const all = path.split('/').filter(Boolean)
  return all.length <= parts ? path : `…/${all.slice(-parts).join('/')}`
}
