/** Serves the console: files of one folder, and its page for every address that names no file. */
import { readFile } from 'node:fs/promises'
import { extname, join, normalize, sep } from 'node:path'
import { builtFile } from '../../process/package-files.ts'

const CONSOLE_FOLDER = builtFile('web/')

const TYPES: Readonly<Record<string, string>> = {
  '.html': 'text/html; charset=utf-8',
  '.js': 'text/javascript; charset=utf-8',
  '.css': 'text/css; charset=utf-8',
  '.svg': 'image/svg+xml',
  '.png': 'image/png',
  '.webmanifest': 'application/manifest+json',
}
const NOT_BUILT =
  'Fairlead runs, but its console is not built here: run `npm run build`. The API is under /api.\n'

export async function consoleFile(path: string, folder = CONSOLE_FOLDER): Promise<Response | undefined> {
  const type = TYPES[extname(path)]
  if (type === undefined) return page(folder)
  const file = normalize(join(folder, path))
  if (!file.startsWith(normalize(folder + sep))) return undefined
  const contents = await readFile(file).catch(() => undefined)
  if (!contents) return undefined
  // The names of built files change with their contents.
  const cache = path.startsWith('/assets/') ? 'private, max-age=31536000, immutable' : 'no-cache'
  return new Response(new Uint8Array(contents), { headers: { 'content-type': type, 'cache-control': cache } })
}

async function page(folder: string): Promise<Response> {
  const html = await readFile(join(folder, 'index.html'), 'utf8').catch(() => '')
  // The page's source, which is there without a build, has no built script.
  if (!html.includes('/assets/')) return new Response(NOT_BUILT, { status: 503 })
  return new Response(html, {
    headers: { 'content-type': TYPES['.html'] as string, 'cache-control': 'no-cache' },
  })
}
