/** Version numbers of the CLI, such as `2.1.325`: read and compared here and nowhere else. */
export type VersionNumbers = readonly [major: number, minor: number, patch: number]

/** The first three-part number in a text such as `2.1.197 (Claude Code)`. */
export function versionNumbers(text: string | undefined): VersionNumbers | undefined {
  const match = /(?:^|[^\d.])(\d+)\.(\d+)\.(\d+)/.exec(text ?? '')
  return match === null ? undefined : [Number(match[1]), Number(match[2]), Number(match[3])]
}

/** For sorting: negative if `a` is older. A text without a version sorts first. */
export function compareVersions(a: string | undefined, b: string | undefined): number {
  const [left, right] = [versionNumbers(a), versionNumbers(b)]
  if (!left || !right) return Number(left !== undefined) - Number(right !== undefined)
  const different = left.findIndex((number, i) => number !== right[i])
  return different === -1 ? 0 : (left[different] ?? 0) - (right[different] ?? 0)
}

/** False for a version that is not known. */
export function isAtLeast(version: string | undefined, wanted: string): boolean {
  if (versionNumbers(wanted) === undefined) throw new TypeError(`"${wanted}" is not a version`)
  return versionNumbers(version) !== undefined && compareVersions(version, wanted) >= 0
}

/** The distance between two versions: a number to sort by, in which a minor version outweighs every patch. */
export function versionDistance(a: string, b: string): number {
  const place = (version: string) =>
    (versionNumbers(version) ?? []).reduce((sum, number) => sum * 10_000 + number, 0)
  return Math.abs(place(a) - place(b))
}
