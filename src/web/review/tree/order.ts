/** The order of files, as a person would put them: folders first, `file10` behind `file9`. */
const compare = new Intl.Collator(undefined, { numeric: true, sensitivity: 'base' }).compare

export interface Folder<T> {
  /** Empty for files at the top. */
  readonly folder: string
  readonly files: readonly T[]
}

/** What others have changed stands at the end. */
export function ownFirst<T extends { readonly by: string }>(files: readonly T[]): { own: T[]; foreign: T[] } {
  return {
    own: files.filter(({ by }) => by !== 'foreign'),
    foreign: files.filter(({ by }) => by === 'foreign'),
  }
}

/** Files under the folder that each is in; those at the top come last. */
export function byFolder<T extends { readonly path: string }>(files: readonly T[]): Folder<T>[] {
  const folders = new Map<string, T[]>()
  for (const file of files) {
    const own = folders.get(folderOf(file.path))
    if (own) own.push(file)
    else folders.set(folderOf(file.path), [file])
  }
  return [...folders]
    .sort(([a], [b]) => (a === '' || b === '' ? b.length - a.length : compare(a, b)))
    .map(([folder, own]) => ({ folder, files: own.sort((a, b) => compare(a.path, b.path)) }))
}

function folderOf(path: string): string {
  return path.slice(0, Math.max(0, path.replace(/\/$/, '').lastIndexOf('/')))
}

export function nameOf(path: string): string {
  return path.slice(path.replace(/\/$/, '').lastIndexOf('/') + 1)
}
