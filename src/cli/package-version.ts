import { readFileSync } from 'node:fs'

/** Two folders up from here is the package, both in `src` and in `dist`. */
export function packageVersion(): string {
  const text = readFileSync(new URL('../../package.json', import.meta.url), 'utf8')
  return (JSON.parse(text) as { version: string }).version
}
