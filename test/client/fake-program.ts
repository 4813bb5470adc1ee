/**
 * A program in place of the CLI, for tests that need a real child. It tells a version; what else it does is the test's,
 * as JavaScript: `begins` runs at the start, `takes` at each line of the host, with `request_id` and `request`. It may
 * call `answer`. The files are removed after the last test of the file that made them.
 */
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll } from 'vitest'

const source = (version: string, takes: string, begins: string) => `
import { createInterface } from 'node:readline'
if (process.argv.includes('--version')) {
  console.log('${version} (Claude Code)')
} else {
  ${begins}
  createInterface({ input: process.stdin }).on('line', (line) => {
    const { request_id, request } = JSON.parse(line)
    const answer = (response, more = {}) => {
      const whole = { subtype: 'success', request_id, response, ...more }
      console.log(JSON.stringify({ type: 'control_response', response: whole }))
    }
    ${takes}
  })
}
`

/** `binary` says that it is 2.1.325, `old` that it is 2.1.197, `legacy` that it is 2.1.37. */
export function fakeProgram(takes: string, begins = '') {
  const folder = mkdtempSync(join(tmpdir(), 'fairlead-fake-'))
  afterAll(() => rmSync(folder, { recursive: true }))
  const [binary, old] = [join(folder, 'claude.mjs'), join(folder, 'old-claude.mjs')]
  const legacy = join(folder, 'legacy-claude.mjs')
  writeFileSync(binary, source('2.1.325', takes, begins))
  writeFileSync(old, source('2.1.197', takes, begins))
  writeFileSync(legacy, source('2.1.37', takes, begins))
  return { folder, binary, old, legacy }
}
