/** A module bundled for a browser, as the bundler of a page would do it: `fairlead/...` is what is in `dist`. */
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { type OutputChunk, rolldown } from 'rolldown'

const root = fileURLToPath(new URL('../..', import.meta.url))
const { exports } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8')) as {
  exports: Record<string, { default: string }>
}
const ENTRY = 'page'

export interface BundleOptions {
  readonly isMinified?: boolean
  /** Packages and files that stay imports. */
  readonly external?: readonly (string | RegExp)[]
}

/** As one file. */
export async function browserBundle(source: string, options: BundleOptions = {}): Promise<string> {
  const [page] = await bundled(source, options, false)
  return page.code
}

/** What the page loads at once, and what it may load later. */
export async function browserParts(
  source: string,
  options: BundleOptions = {},
): Promise<{ readonly first: string; readonly later: readonly string[] }> {
  const [page, ...others] = await bundled(source, options, true)
  const first = [page, ...others.filter(({ fileName }) => page.imports.includes(fileName))]
  const later = others.filter((chunk) => !first.includes(chunk))
  return { first: first.map(({ code }) => code).join('\n'), later: later.map(({ code }) => code) }
}

async function bundled(
  source: string,
  { isMinified = false, external = [] }: BundleOptions,
  codeSplitting: boolean,
): Promise<[OutputChunk, ...OutputChunk[]]> {
  const entry = {
    name: 'page',
    resolveId: (id: string) => {
      const target = exports[id.replace(/^fairlead/, '.')]
      return id === ENTRY ? id : target && join(root, target.default)
    },
    load: (id: string) => (id === ENTRY ? { code: source, moduleType: 'jsx' as const } : null),
  }
  const bundle = await rolldown({
    input: ENTRY,
    platform: 'browser',
    plugins: [entry],
    external: [...external],
    cwd: root,
    transform: { define: { 'process.env.NODE_ENV': '"production"' } },
  })
  try {
    const { output } = await bundle.generate({ minify: isMinified, codeSplitting })
    return [output[0], ...output.slice(1).filter((part) => part.type === 'chunk')]
  } finally {
    await bundle.close()
  }
}
