/** Files of this package. Its folder is two up from here, in `src` as in the chunks of the build. */
import { fileURLToPath } from 'node:url'

export function packageFile(path: string): string {
  return fileURLToPath(new URL(`../../${path}`, import.meta.url))
}

/** A file of the build that this is part of; `src` uses the build beside it. */
export function builtFile(path: string): string {
  const isSource = import.meta.url.endsWith('.ts')
  return fileURLToPath(new URL(isSource ? `../../dist/${path}` : `../${path}`, import.meta.url))
}
