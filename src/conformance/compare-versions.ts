/** The order of versions such as `2.1.197`: negative where `a` is the older one. */
export function compareVersions(a: string, b: string): number {
  const [as, bs] = [numbersOf(a), numbersOf(b)]
  for (const i of [0, 1, 2]) {
    const difference = (as[i] ?? 0) - (bs[i] ?? 0)
    if (difference !== 0) return difference
  }
  return 0
}

/** How far two versions are apart: a number to order by, in which a minor version outweighs every patch. */
export function versionDistance(a: string, b: string): number {
  const place = (version: string) => numbersOf(version).reduce((sum, number) => sum * 10_000 + number, 0)
  return Math.abs(place(a) - place(b))
}

function numbersOf(version: string): number[] {
  return version.split('.').map(Number)
}
