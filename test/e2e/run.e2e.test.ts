// The built command `fairlead run`, with the real CLI.
import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { describe, expect, test } from 'vitest'
import { runNode } from '../process/run-node.ts'
import { claudeBinary, testedVersions, withFreshHome } from './claude-binaries.ts'

const built = fileURLToPath(new URL('../../dist/cli/main.js', import.meta.url))

const SCENARIO = `
scripts:
  - prompt: say hello
    replies:
      - - text: Hello from a scenario.
  - prompt: start it
    replies:
      - - tool: Bash
          input: { command: 'until [ -e go ]; do sleep 0.02; done', description: Sleep, run_in_background: true }
          run: true
      - - text: It sleeps.
      - - text: It woke up.
`

function run(binary: string, prompt: string) {
  return withFreshHome(async (env) => {
    const home = env.HOME ?? ''
    writeFileSync(join(home, 's.yaml'), SCENARIO)
    const args = ['run', '--agent', binary, '--allow', 'Bash', '--scenario', 's.yaml', prompt]
    // What runs in the background goes on until the turn is over, and not only its text is there.
    const printed = (_: string, err: string) =>
      err.includes('running in the background') && writeFileSync(join(home, 'go'), '')
    return runNode(
      [built, ...args],
      { cwd: home, env: { ...env, FAIRLEAD_SIM_SPEED: '0', FORCE_COLOR: '0' } },
      printed,
    )
  })
}

describe.each(testedVersions)('fairlead run with %s', (version) => {
  const binary = claudeBinary(version)

  test('a scenario is played to the CLI that is named', async () => {
    expect(await run(binary, 'say hello')).toMatchObject({ code: 0, out: 'Hello from a scenario.\n' })
  })

  test('a command in the background is waited for, with the turn that follows', async () => {
    const { code, out, err } = await run(binary, 'start it')
    expect(err).toContain('a task is running in the background (ctrl-c stops waiting): Sleep\n')
    expect(out).toBe('It sleeps.\n\nIt woke up.\n')
    expect(code).toBe(0)
  })
})
