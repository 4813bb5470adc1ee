import { formatDuration } from '../../state/format/duration.ts'

export function ago(at: number, now = Date.now()): string {
  return now - at < 1000 ? 'now' : formatDuration(now - at)
}

/** `812`, `12k`, `1.2M`. */
export function amount(count: number): string {
  if (count < 1000) return String(count)
  if (count < 999_500) return `${count < 9950 ? (count / 1000).toFixed(1) : Math.round(count / 1000)}k`
  return `${(count / 1_000_000).toFixed(1)}M`
}

/** `2026-11-15 23:47:44`, local time. */
export function localTime(at: number): string {
  const date = new Date(at)
  const two = (value: number) => String(value).padStart(2, '0')
  const day = [date.getFullYear(), two(date.getMonth() + 1), two(date.getDate())].join('-')
  return `${day} ${[date.getHours(), date.getMinutes(), date.getSeconds()].map(two).join(':')}`
}

export function count(number: number, one: string, several = `${one}s`): string {
  return `${number} ${number === 1 ? one : several}`
}

/** `~/project` instead of the whole path. */
export function homely(path: string, home: string | undefined): string {
  if (!home || (path !== home && !path.startsWith(`${home}/`))) return path
  return `~${path.slice(home.length)}`
}
