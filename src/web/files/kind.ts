import type { FileView } from '../../api/resources.ts'

/** Formats that a browser shows without running anything. */
const IMAGES: Readonly<Record<string, string>> = {
  png: 'image/png',
  jpg: 'image/jpeg',
  jpeg: 'image/jpeg',
  gif: 'image/gif',
  webp: 'image/webp',
  avif: 'image/avif',
  ico: 'image/x-icon',
}

export type FileKind =
  | { readonly kind: 'text' | 'binary' }
  | { readonly kind: 'image'; readonly source: string }
  /** An image of which the host sends only a part. */
  | { readonly kind: 'large-image' }

export function kindOf({ path, contents, encoding, isCut }: FileView): FileKind {
  if (encoding === 'utf8') return { kind: 'text' }
  const type = IMAGES[/\.([a-z]+)$/i.exec(path)?.[1]?.toLowerCase() ?? '']
  if (type === undefined) return { kind: 'binary' }
  return isCut ? { kind: 'large-image' } : { kind: 'image', source: `data:${type};base64,${contents}` }
}
