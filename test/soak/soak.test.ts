/** Half a minute of soak, with the command itself. `npm run soak -- --help` says what it does. */
import { execFile } from 'node:child_process'
import { fileURLToPath } from 'node:url'
import { expect, test } from 'vitest'

const COMMAND = fileURLToPath(new URL('../../scripts/soak.mjs', import.meta.url))
const OPTIONS = ['--seconds', '30', '--sessions', '2', '--without', 'full-disk']

test('for 30 seconds of faults, nothing is lost and nothing is done twice', {
  timeout: 900_000,
}, async () => {
  const { code, output } = await run(OPTIONS)
  expect(code, output).toBe(0)
  expect(output).toMatch(/states compared +[1-9]/)
  expect(output).toMatch(/prompts accepted +[1-9]/)
})

function run(options: readonly string[]): Promise<{ code: unknown; output: string }> {
  return new Promise((resolve) => {
    execFile(process.execPath, [COMMAND, ...options], (error, out, err) => {
      resolve({ code: error ? error.code : 0, output: `${err}${out}` })
    })
  })
}
