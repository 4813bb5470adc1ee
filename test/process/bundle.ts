/** Source files as programs that Node runs without a build. */
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { build } from 'rolldown'
import { onTestFinished } from 'vitest'

/** Bundles a file into one of a folder that is removed after the test; returns its path. */
export async function bundle(source: URL): Promise<string> {
  const folder = mkdtempSync(join(tmpdir(), 'fairlead-bundle-'))
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }))
  const file = join(folder, 'bundle.mjs')
  await build({ input: fileURLToPath(source), platform: 'node', output: { file }, logLevel: 'silent' })
  return file
}
