/** Paths of a shell line, seen from the folder of the project. */
import type { CallWord } from './call.ts'

const HOME = /^(?:\/home\/[^/]+|\/Users\/[^/]+|\/root)(?=\/|$)/
const UNKNOWN_HOME = '/~'

/** The absolute path that a word names, or undefined if that depends on more than the line. */
export function resolvePath({ value, text }: CallWord, folder: string | undefined): string | undefined {
  const home = HOME.exec(folder ?? '')?.[0] ?? UNKNOWN_HOME
  const isQuoted = /^['"]/.test(text)
  const atHome = /^(?:~|\$HOME|\$\{HOME\})(?=\/|$)/.exec(text.replace(/^"/, ''))?.[0]
  if (atHome !== undefined && !(isQuoted && atHome === '~'))
    return normal(home + text.replace(/"/g, '').slice(atHome.length))
  if (/[$`]/.test(text.replace(/'[^']*'/g, ''))) return undefined
  if (value.startsWith('/')) return normal(value)
  return folder === undefined ? undefined : normal(`${folder}/${value}`)
}

function normal(path: string): string {
  const parts: string[] = []
  for (const part of path.split('/')) {
    if (part === '..') parts.pop()
    else if (part !== '' && part !== '.') parts.push(part)
  }
  return `/${parts.join('/')}`
}

export function isWithin(path: string, folder: string): boolean {
  const root = normal(folder)
  return path === root || root === '/' || path.startsWith(`${root}/`)
}

/** Writing there leaves nothing behind that matters. */
export function isScratch(path: string): boolean {
  return /^\/(?:private\/)?(?:var\/)?tmp\/.|^\/dev\/(?:null|stdout|stderr|stdin|tty|shm\/.*|fd\/\d+)$/.test(
    path,
  )
}

/** A disk, or a part of one. */
export function isDisk(path: string): boolean {
  return /^\/dev\/(?:sd|hd|vd|xvd|nvme|mmcblk|disk|rdisk|loop|md|dm-|mapper\/)/.test(path)
}
