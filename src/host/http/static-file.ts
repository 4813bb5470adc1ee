/** A file of a folder that is served to everybody. */
import { readFile } from 'node:fs/promises'
import { extname, join, normalize, sep } from 'node:path'

const TYPES: Readonly<Record<string, string>> = {
  '.html': 'text/html; charset=utf-8',
  '.js': 'text/javascript; charset=utf-8',
  '.css': 'text/css; charset=utf-8',
  '.json': 'application/json',
  '.svg': 'image/svg+xml',
  '.png': 'image/png',
  '.woff2': 'font/woff2',
  '.webmanifest': 'application/manifest+json',
}

/** Whether the path names a file of a known type, and not a page of the console. */
export function namesFile(path: string): boolean {
  return extname(path) in TYPES
}

/** Undefined if the folder has no such file, its type is unknown, or the path leads out of the folder. */
export async function staticFile(folder: string, path: string, status = 200): Promise<Response | undefined> {
  const type = TYPES[extname(path)]
  const file = normalize(join(folder, path))
  if (type === undefined || !file.startsWith(normalize(folder + sep))) return undefined
  const contents = await readFile(file).catch(() => undefined)
  if (!contents) return undefined
  // The names of built files change with their contents.
  const cache = path.startsWith('/assets/') ? 'private, max-age=31536000, immutable' : 'no-cache'
  const headers = { 'content-type': type, 'cache-control': cache }
  return new Response(new Uint8Array(contents), { status, headers })
}
