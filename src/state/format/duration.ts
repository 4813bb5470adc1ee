/** `35 s`, `1 m 35 s`, `2 h 5 m`, `3 d 4 h`: the two largest units that count. */
export function formatDuration(ms: number, round: (seconds: number) => number = Math.floor): string {
  const seconds = Math.max(0, round(ms / 1000))
  const [days, hours, minutes] = [seconds / 86_400, (seconds / 3600) % 24, (seconds / 60) % 60].map(
    Math.floor,
  )
  if (days) return units([days, 'd'], [hours, 'h'])
  if (hours) return units([hours, 'h'], [minutes, 'm'])
  if (minutes) return units([minutes, 'm'], [seconds % 60, 's'])
  return `${seconds} s`
}

function units(...values: [number | undefined, string][]): string {
  return values
    .filter(([value]) => value)
    .map(([value, unit]) => `${value} ${unit}`)
    .join(' ')
}
