/** A module bundled for a browser, as the bundler of a page would do it: `fairlead/...` is what is in `dist`. */
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { rolldown } from 'rolldown'

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

export async function browserBundle(
  source: string,
  { isMinified = false, external = [] }: BundleOptions = {},
): Promise<string> {
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
    const { output } = await bundle.generate({ minify: isMinified, codeSplitting: false })
    return output[0].code
  } finally {
    await bundle.close()
  }
}
