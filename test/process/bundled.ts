/** Modules of `src` that the build does not have by themselves, for programs that a test starts. */
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { rolldown } from 'rolldown'
import { onTestFinished } from 'vitest'

const source = fileURLToPath(new URL('../../src/', import.meta.url))

/** One file that exports all that these export. It is removed after the test. */
export async function bundled(...modules: readonly string[]): Promise<string> {
  const folder = mkdtempSync(join(tmpdir(), 'fairlead-bundled-'))
  onTestFinished(() => rmSync(folder, { recursive: true }))
  const input = join(folder, 'parts.ts')
  writeFileSync(input, modules.map((it) => `export * from '${join(source, it)}'\n`).join(''))
  const build = await rolldown({ input, platform: 'node' })
  const file = join(folder, 'parts.mjs')
  await build.write({ file, format: 'esm', codeSplitting: false })
  await build.close()
  return file
}
