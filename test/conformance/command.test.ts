import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { PassThrough } from 'node:stream'
import { fileURLToPath } from 'node:url'
import { afterAll, afterEach, expect, test } from 'vitest'
import { dispatch } from '../../src/cli/dispatch.ts'

const agent = fileURLToPath(new URL('./fake-agent.mjs', import.meta.url))
const folder = mkdtempSync(join(tmpdir(), 'fairlead-conformance-'))
afterAll(() => rmSync(folder, { recursive: true, force: true }))
afterEach(() => {
  delete process.env.FAIRLEAD_SIM_WRONG
})

async function call(...args: string[]) {
  const stderr = new PassThrough()
  const printed = { out: '', err: '' }
  const code = await dispatch(['conformance', ...args], {
    stdin: new PassThrough(),
    stdout: new PassThrough(),
    stderr,
    env: process.env,
    cwd: folder,
    out: (text) => {
      printed.out += text
    },
    err: (text) => {
      printed.err += text
    },
    onInterrupt: () => () => {},
  })
  return { code, ...printed, progress: String(stderr.read() ?? '') }
}

test('it prints a table, tells how far it is, and ends with 0 where all is as recorded', async () => {
  const { code, out, progress } = await call('--agent', agent, '--only', 'R-FLAG-8', '--only', 'R-INIT-4')
  expect(code).toBe(0)
  expect(out).toContain('  R-FLAG-8       holds')
  expect(out).toContain('9.9.9 (Fake Code): 2 rules: 2 hold,')
  expect(out).toContain('Nothing unexpected: the same as 2.1.325, the newest recorded version.')
  expect(progress).toBe('2 of 2 rules\n')
})

test('it ends with 1 where something is unexpected, and names the rule', async () => {
  process.env.FAIRLEAD_SIM_WRONG = 'flag'
  const { code, out } = await call('--agent', agent, '--only', 'R-FLAG-8')
  expect(code).toBe(1)
  expect(out).toContain('! R-FLAG-8')
  expect(out).toContain('  R-FLAG-8: differs; recorded: holds')
})

test('it prints JSON, with the evidence on request, and writes reports and records', async () => {
  const only = ['--agent', agent, '--only', 'R-INIT-4']
  const { out } = await call(...only, '--json', '--evidence', '--report', 'a.md', '--record', 'records')
  expect(JSON.parse(out)).toMatchObject({
    version: '9.9.9',
    outcomes: [{ id: 'R-INIT-4', evidence: expect.any(Array) }],
  })
  expect(readFileSync(join(folder, 'a.md'), 'utf8')).toContain('# Conformance of 9.9.9 (Fake Code)')
  await call('--agent', agent, '--only', 'R-FLAG-8', '--report', 'b.html', '--record', 'records')
  expect(readFileSync(join(folder, 'b.html'), 'utf8')).toMatch(/^<!doctype html>/)
  expect(JSON.parse(readFileSync(join(folder, 'records', '9.9.9.json'), 'utf8'))).toEqual({
    version: '9.9.9',
    rules: { 'R-INIT-4': { verdict: 'holds' }, 'R-FLAG-8': { verdict: 'holds' } },
  })
})

test.each([
  [['--only', 'R-NONE'], "No rule is called 'R-NONE'"],
  [['--report', 'report.txt'], "'report.txt' must end in .md or .html"],
  [['--agnet', 'sim'], 'did you mean --agent?'],
])('%j is refused with exit code 2', async (args, why) => {
  const { code, err } = await call(...args)
  expect(code).toBe(2)
  expect(err).toContain(why)
})
