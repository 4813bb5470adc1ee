import { readFileSync } from 'node:fs'
import { packageFile } from '../process/package-files.ts'

export function packageVersion(): string {
  const text = readFileSync(packageFile('package.json'), 'utf8')
  return (JSON.parse(text) as { version: string }).version
}
