import { execFile } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { claudeBinary, testedVersions } from './claude-binaries.ts'
import { type Stage, setStage } from './stage.ts'

const root = fileURLToPath(new URL('../..', import.meta.url))
const [example = ''] = [...readFileSync(`${root}/README.md`, 'utf8').matchAll(/```js\n(.*?)```/gs)].map(
  (match) => match[1] as string,
)

describe.each(testedVersions)('README with %s', (version) => {
  let stage: Stage
  beforeAll(async () => {
    const replies = [[{ tool: 'Bash', input: { command: 'touch made' } }], [{ text: 'Two files.' }]]
    stage = await setStage(version, { scripts: [{ prompt: 'what is in this folder', replies }] })
  })
  afterAll(() => stage.close())

  test('the library example runs as it stands, as a newcomer would run it', async () => {
    const env = { ...process.env, ...stage.env, CLAUDE_BIN: claudeBinary(version) }
    // From the root, so that `fairlead` is this package as it was built.
    const run = promisify(execFile)(process.execPath, ['--input-type=module', '--eval', example], {
      cwd: root,
      env,
    })
    const { stdout } = await run
    expect(stdout).toContain("text: 'Two files.'")
    expect(stdout).toMatch(/success\n$/)
    const asked = JSON.stringify(stage.model.requests.map((request) => request.body))
    expect(asked).toContain('Not from this program.')
  })
})
