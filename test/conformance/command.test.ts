import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { PassThrough } from 'node:stream'
import { finished } from 'node:stream/promises'
import { fileURLToPath } from 'node:url'
import { afterAll, afterEach, expect, test } from 'vitest'
import { dispatch } from '../../src/cli/dispatch.ts'
import { WIPE_LINE } from '../../src/cli/terminal/style.ts'

const agent = fileURLToPath(new URL('./fake-agent.mjs', import.meta.url))
const folder = mkdtempSync(join(tmpdir(), 'fairlead-conformance-'))
afterAll(() => rmSync(folder, { recursive: true, force: true }))
afterEach(() => {
  delete process.env.FAIRLEAD_SIM_WRONG
  delete process.env.FAIRLEAD_SIM_ONCE
})

async function call(...args: string[]) {
  return callOn({}, ...args)
}

/** On a terminal, or with a ctrl-c at the start. */
async function callOn({ isTTY = false, interrupted = false }, ...args: string[]) {
  const stderr = Object.assign(new PassThrough(), { isTTY, columns: 60 })
  const printed = { out: '', err: '' }
  // Not with one `read` at the end: from Node 26 on that gives the first piece, and not all that waits.
  const progress: string[] = []
  stderr.setEncoding('utf8').on('data', (text: string) => progress.push(text))
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
    onInterrupt: (listener) => {
      if (interrupted) listener()
      return () => {}
    },
  })
  stderr.end()
  await finished(stderr)
  return { code, ...printed, progress: progress.join('') }
}

test('it prints a verdict, tells how far it is, and ends with 0 where all is as recorded', async () => {
  const { code, out, progress } = await call('--agent', agent, '--only', 'R-FLAG-8', '--only', 'R-MCP-2')
  expect(code).toBe(0)
  expect(out).toContain('9.9.9 (Fake Code): 2 rules: 2 hold,')
  expect(out).toContain(
    'No results of 9.9.9 are recorded. Nothing is new beside the recorded versions 2.1.37,',
  )
  expect(out).toContain('  flags:      as 2.1.325\n  MCP:        as 2.1.325\n')
  expect(out).not.toContain('R-FLAG-8')
  expect(progress).toBe('2 of 2 rules\n')
})

test('it ends with 1 where something is unexpected, and names the rule', async () => {
  process.env.FAIRLEAD_SIM_WRONG = 'flag'
  const { code, out } = await call('--agent', agent, '--only', 'R-FLAG-8', '--verbose')
  expect(code).toBe(1)
  expect(out).toContain('! R-FLAG-8')
  expect(out).toContain('  R-FLAG-8: differs; recorded: holds')
})

test('it asks again what is unexpected, and ends with 0 where that was a bad moment', async () => {
  process.env.FAIRLEAD_SIM_WRONG = 'flag'
  process.env.FAIRLEAD_SIM_ONCE = join(folder, 'was-wrong')
  const { code, out, progress } = await call('--agent', agent, '--only', 'R-FLAG-8')
  expect(code).toBe(0)
  expect(out).toContain('1 rule: 1 holds,')
  expect(out).toContain('  R-FLAG-8: differs (the exit code: wanted 1, got 0), then holds\n')
  expect(progress).toBe('1 of 1 rules\nR-FLAG-8 is not as recorded: asked again\n')
})

test('it prints JSON, with the evidence on request, and writes reports and records', async () => {
  const only = ['--agent', agent, '--only', 'R-MCP-2']
  const reports = ['--report', 'a.md', '--report', 'a.html']
  const { out } = await call(...only, '--json', '--evidence', ...reports, '--record', 'records')
  expect(JSON.parse(out)).toMatchObject({
    version: '9.9.9',
    outcomes: [{ id: 'R-MCP-2', evidence: expect.any(Array) }],
  })
  expect(readFileSync(join(folder, 'a.md'), 'utf8')).toContain('# Conformance of 9.9.9 (Fake Code)')
  expect(readFileSync(join(folder, 'a.html'), 'utf8')).toMatch(/^<!doctype html>/)
  await call('--agent', agent, '--only', 'R-FLAG-8', '--record', 'records')
  expect(JSON.parse(readFileSync(join(folder, 'records', '9.9.9.json'), 'utf8'))).toEqual({
    version: '9.9.9',
    rules: { 'R-MCP-2': 'holds', 'R-FLAG-8': 'holds' },
  })
})

test('on a terminal it shows what it does in one line, and leaves nothing of it', async () => {
  const { progress } = await callOn({ isTTY: true }, '--agent', agent, '--only', 'R-FLAG-8')
  const lines = progress.split(WIPE_LINE)
  expect(lines.some((line) => /^░+ 0 \d+ s R-FLAG-8$/.test(line))).toBe(true)
  expect(lines.some((line) => /^█+ 1\/1 \d+ s $/.test(line))).toBe(true)
  expect(lines.at(-1)).toBe('')
  expect(Math.max(...lines.map((line) => line.length))).toBeLessThan(60)
})

test('interrupted, it ends with 130 and prints no result', async () => {
  const { code, out } = await callOn({ interrupted: true }, '--agent', agent, '--only', 'R-FLAG-8')
  expect({ code, out }).toEqual({ code: 130, out: '' })
})

test.each([
  [['--only', 'R-NONE'], "No rule is called 'R-NONE'"],
  [['--report', 'report.txt'], "'report.txt' must end in .md or .html"],
  [['--report', 'nowhere/report.md'], "for the report 'nowhere/report.md'"],
  [['--agnet', 'sim'], 'did you mean --agent?'],
])('%j is refused with exit code 2', async (args, why) => {
  const { code, err } = await call(...args)
  expect(code).toBe(2)
  expect(err).toContain(why)
})
