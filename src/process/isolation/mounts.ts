/** Other paths under which a folder can be seen: the same part of the same file system, mounted elsewhere too. */

interface Mount {
  readonly device: string
  /** Which part of the file system is mounted. */
  readonly root: string
  readonly point: string
}

export interface OtherPaths {
  /** Of the folder itself. */
  readonly whole: readonly string[]
  /** Of something in it. */
  readonly parts: readonly string[]
}

/**
 * `table` is the text of /proc/self/mountinfo, `folder` a real path. A later mount may have covered some of what is found.
 */
export function otherPaths(folder: string, table: string): OtherPaths {
  const mounts = table.split('\n').flatMap(mountOf)
  // Of two on the same point, the later one is on top.
  const own = mounts
    .filter(({ point }) => isBelow(folder, point))
    .reduce<Mount | undefined>(
      (best, it) => (best && best.point.length > it.point.length ? best : it),
      undefined,
    )
  if (own === undefined) return { whole: [], parts: [] }
  const inside = joined(own.root, rest(folder, own.point))
  const others = mounts.filter((mount) => mount !== own && mount.device === own.device)
  const whole = others.flatMap(({ root, point }) =>
    isBelow(inside, root) ? joined(point, rest(inside, root)) : [],
  )
  const parts = others.flatMap(({ root, point }) => (isBelow(root, `${inside}/`) ? point : []))
  const outside = (paths: readonly string[]) => [...new Set(paths)].filter((path) => !isBelow(path, folder))
  return { whole: outside(whole), parts: outside(parts) }
}

/** `ID PARENT DEVICE ROOT POINT …` */
function mountOf(line: string): Mount[] {
  const [, , device, root, point] = line.split(' ')
  if (device === undefined || root === undefined || point === undefined) return []
  return [{ device, root: plain(root), point: plain(point) }]
}

/** A blank is written as `\040`, and so on. */
function plain(text: string): string {
  return text.replace(/\\([0-7]{3})/g, (_, digits: string) => String.fromCharCode(Number.parseInt(digits, 8)))
}

function isBelow(path: string, folder: string): boolean {
  return folder === '/' || path === folder || path.startsWith(folder.endsWith('/') ? folder : `${folder}/`)
}

/** What follows `folder` in `path`: empty, or with a slash before it. */
function rest(path: string, folder: string): string {
  if (folder === '/') return path === '/' ? '' : path
  return path.slice(folder.length)
}

function joined(folder: string, below: string): string {
  return `${folder === '/' ? '' : folder}${below}` || '/'
}
