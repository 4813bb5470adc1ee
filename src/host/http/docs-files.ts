/** Serves the documentation under `/docs/`, as `npm run docs:site` builds it. */
import { builtFile } from '../../process/package-files.ts'
import { staticFile } from './static-file.ts'

const DOCS_FOLDER = builtFile('docs/')
const NOT_BUILT = 'The documentation is not built here: run `npm run docs:site`, then reload this page.\n'

export function isOfDocs(path: string): boolean {
  return path === '/docs' || path.startsWith('/docs/')
}

export async function docsFile(path: string, folder = DOCS_FOLDER): Promise<Response> {
  if (path === '/docs') return new Response(null, { status: 308, headers: { location: '/docs/' } })
  const named = path.slice('/docs'.length)
  const found = await staticFile(folder, named.endsWith('/') ? `${named}index.html` : named)
  // An address without an ending: a person has typed it.
  const page =
    found ?? (await staticFile(folder, `${named}.html`)) ?? (await staticFile(folder, '/404.html', 404))
  return page ?? new Response(NOT_BUILT, { status: 503 })
}
