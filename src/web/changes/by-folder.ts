export interface Folder<T> {
  /** Empty for files at the top. */
  readonly folder: string
  readonly files: readonly T[]
}

/** Files under the folder that each is in. The order of the files decides the order of the folders. */
export function byFolder<T extends { readonly path: string }>(files: readonly T[]): Folder<T>[] {
  const folders = new Map<string, T[]>()
  for (const file of files) {
    const folder = file.path.slice(0, Math.max(0, file.path.lastIndexOf('/')))
    const own = folders.get(folder)
    if (own) own.push(file)
    else folders.set(folder, [file])
  }
  return [...folders].map(([folder, own]) => ({ folder, files: own }))
}
