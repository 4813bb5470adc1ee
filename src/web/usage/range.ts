/** Days are in UTC, like the host's sums. */
export const RANGES = [
  ['7', '7 days'],
  ['30', '30 days'],
  ['all', 'All'],
  ['custom', 'Custom'],
] as const
export type RangeName = (typeof RANGES)[number][0]
export interface Days {
  readonly from?: string
  readonly to?: string
}

const DAY_MS = 86_400_000

export const dayOf = (at: number): string => new Date(at).toISOString().slice(0, 10)
const timeOf = (day: string): number => Date.parse(`${day}T00:00:00Z`)
const dayAfter = (day: string, by = 1): string => dayOf(timeOf(day) + by * DAY_MS)

export function daysOf(range: RangeName, custom: Days, now: number): Days {
  if (range === 'all') return {}
  if (range === 'custom') return custom
  return { from: dayOf(now - (Number(range) - 1) * DAY_MS), to: dayOf(now) }
}

export interface Bucket {
  readonly from: string
  readonly to: string
}

const MAX_DAYS = 62
const MAX_WEEKS = 62

/** One bucket per day, or per week or month if there are too many days to draw. */
export function bucketsOf(from: string, to: string): Bucket[] {
  const days = Math.round((timeOf(to) - timeOf(from)) / DAY_MS) + 1
  if (!(days >= 1)) return []
  if (days <= MAX_DAYS) return stepped(from, to, (day) => day)
  if (days <= MAX_WEEKS * 7) return stepped(from, to, (day) => dayAfter(day, 6))
  return stepped(from, to, lastOfMonth)
}

function stepped(from: string, to: string, last: (day: string) => string): Bucket[] {
  const buckets: Bucket[] = []
  for (let day = from; day <= to; ) {
    const end = last(day) < to ? last(day) : to
    buckets.push({ from: day, to: end })
    day = dayAfter(end)
  }
  return buckets
}

function lastOfMonth(day: string): string {
  const [year = 0, month = 0] = day.split('-').map(Number)
  return dayOf(Date.UTC(year, month, 0))
}

const SHORT: Intl.DateTimeFormatOptions = { day: 'numeric', month: 'short', timeZone: 'UTC' }

export function bucketName({ from, to }: Bucket): string {
  const name = (day: string) => new Date(timeOf(day)).toLocaleDateString(undefined, SHORT)
  return from === to ? name(from) : `${name(from)} – ${name(to)}`
}
