/** Folder paths as the user types them: the text after the last slash is the beginning of a name. */
export interface Typed {
  /** Undefined until an absolute path is typed. */
  readonly folder: string | undefined
  readonly beginning: string
}

export function typedPath(text: string): Typed {
  const slash = text.lastIndexOf('/')
  if (!text.startsWith('/') || slash < 0) return { folder: undefined, beginning: text }
  return { folder: text.slice(0, slash) || '/', beginning: text.slice(slash + 1) }
}

/** Without the trailing slash, which only means "look inside". */
export function folderPath(text: string): string {
  const trimmed = text.trim()
  return trimmed.length > 1 ? trimmed.replace(/\/+$/, '') || '/' : trimmed
}

export const inside = (path: string): string => (path.endsWith('/') ? path : `${path}/`)

export interface Crumb {
  readonly name: string
  readonly path: string
}

/** The folders from the topmost allowed one down to this one. */
export function crumbs(path: string, root: string): Crumb[] {
  const top = folderPath(root)
  const isBelow = path === top || path.startsWith(inside(top))
  if (!isBelow) return [{ name: path, path }]
  const names = path.slice(top.length).split('/').filter(Boolean)
  let at = top
  const below = names.map((name) => {
    at = inside(at) + name
    return { name, path: at }
  })
  return [{ name: top, path: top }, ...below]
}
