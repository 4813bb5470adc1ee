// Runs the built simulator, which the set-up made before the tests.
import { spawnSync } from 'node:child_process'
import { copyFileSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { afterAll, beforeAll, expect, test } from 'vitest'

const built = fileURLToPath(new URL('../../dist/simulator/agent/main.js', import.meta.url))
let folder: string
beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'fairlead-yaml-'))
  writeFileSync(
    join(folder, 's.json'),
    '{ "scripts": [{ "prompt": "go", "replies": [[{ "text": "Went." }]] }] }',
  )
  writeFileSync(join(folder, 's.yaml'), 'scripts:\n  - prompt: go\n    replies:\n      - - text: Went.\n')
  writeFileSync(join(folder, 'wrong.yml'), 'scripts:\n  - prompt: go\n    replies:\n      - - txt: Went.\n')
})
afterAll(() => rmSync(folder, { recursive: true, force: true }))

function play(program: string, args: string[], env: Record<string, string> = {}) {
  const home = { HOME: folder, CLAUDE_CONFIG_DIR: join(folder, 'claude'), FAIRLEAD_SIM_SPEED: '0' }
  return spawnSync(process.execPath, [program, '-p', 'go', ...args], {
    encoding: 'utf8',
    cwd: folder,
    env: { ...home, ...env },
  })
}

test.each(['s.json', 's.yaml'])('%s is played, named by the flag or the variable', (file) => {
  expect(play(built, ['--sim-scenario', file])).toMatchObject({ status: 0, stdout: 'Went.\n' })
  expect(play(built, [], { FAIRLEAD_SIM_SCENARIO: file })).toMatchObject({ status: 0, stdout: 'Went.\n' })
})

test('what is wrong with YAML is told with line, column and path', () => {
  const { status, stderr } = play(built, ['--sim-scenario', 'wrong.yml'])
  expect(stderr).toContain('Error: the scenario wrong.yml:4:11: scripts[0].replies[0][0]: must have one of')
  expect(status).toBe(1)
})

test('the parser is loaded for YAML alone: without it, JSON and the built-in scenarios still play', () => {
  // Nothing that is installed can be found from there.
  const alone = join(folder, 'alone.mjs')
  copyFileSync(built, alone)
  expect(play(alone, ['--sim-scenario', 's.json'])).toMatchObject({ status: 0, stdout: 'Went.\n' })
  expect(play(alone, []).stdout).toContain('I am the Fairlead simulator')
  expect(play(alone, ['--sim-scenario', 's.yaml']).stderr).toContain("Cannot find module 'yaml'")
})
