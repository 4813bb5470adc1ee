/** The order of versions such as `2.1.197`: negative where `a` is the older one. */
export function compareVersions(a: string, b: string): number {
  const [as, bs] = [numbersOf(a), numbersOf(b)]
  for (const i of [0, 1, 2]) {
    const difference = (as[i] ?? 0) - (bs[i] ?? 0)
    if (difference !== 0) return difference
  }
  return 0
}

function numbersOf(version: string): number[] {
  return version.split('.').map(Number)
}
