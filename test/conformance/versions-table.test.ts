import { spawnSync } from 'node:child_process'
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { afterAll, expect, test } from 'vitest'
import { asMarkdown, summarize } from '../../scripts/versions/table.mjs'
import { outcome } from './outcome.ts'

const cache = mkdtempSync(join(tmpdir(), 'fairlead-versions-'))
afterAll(() => rmSync(cache, { recursive: true, force: true }))
const script = fileURLToPath(new URL('../../scripts/versions.mjs', import.meta.url))
const source = new URL('../../src/conformance/index.ts', import.meta.url)

function store(version: string, name: string, value: unknown): void {
  mkdirSync(join(cache, version), { recursive: true })
  writeFileSync(join(cache, version, `${name}.json`), JSON.stringify(value))
}

function tests(feature: string, ...failures: (string | undefined)[]) {
  const assertionResults = failures.map((failure, at) => ({
    title: `case ${at}`,
    status: failure === undefined ? 'passed' : 'failed',
    failureMessages: failure === undefined ? [] : [failure],
  }))
  return { name: `/somewhere/${feature}.e2e.test.ts`, assertionResults }
}

test('the page has a row for each version, and says where it differs', async () => {
  const failures = [
    "\x1b[31mAssertionError: expected 'a|b' to be 'c'\nmore",
    'Error: STACK_TRACE_ERROR\n at x',
  ]
  store('2.1.999', 'library', {
    testResults: [tests('turns', undefined), tests('queue', undefined, ...failures)],
  })
  store('2.1.999', 'conformance', {
    outcomes: [outcome('R-MCP-2'), outcome('R-FLAG-8', { verdict: 'differs', saw: 'never seen' })],
  })
  store('2.1.999', 'discover', {
    comparedWith: '2.1.325 (Claude Code)',
    areas: [
      { area: 'message types', isSpoken: true, new: ['tide_event'] },
      { area: 'flags', isSpoken: false, new: ['--anchor'] },
    ],
  })
  store('2.1.325', 'conformance', { outcomes: [outcome('R-MCP-2')] })
  mkdirSync(join(cache, '2.1.5'))
  const page = asMarkdown(await summarize(cache, source))
  expect(page.split('\n').filter((line) => line.startsWith('| 2.1'))).toEqual([
    `| 2.1.325 |${' not run |'.repeat(8)} as recorded |`,
    `| 2.1.999 | passes (1) | differs: 1 of 3 |${' not run |'.repeat(6)} 1 new |`,
  ])
  expect(page).toContain("- queue: case 1 (expected 'a\\|b' to be 'c')\n- queue: case 2 (it hangs)\n")
  expect(page).toContain('Rules (2): flags: new: R-FLAG-8; MCP: as 2.1.325.')
  expect(page).toContain(
    'Sent or accepted on stdio, but not in 2.1.325 (Claude Code): message types `tide_event`.',
  )
  expect(page).not.toContain('--anchor')
})

test.each([
  [['--versions', 'latest'], "'latest' is no version such as 2.1.300"],
  [['--newest', 'all'], "--newest takes a number, not 'all'"],
  [['--newst', '3'], "Unknown option '--newst'"],
])('%j is refused with exit code 2', (args, why) => {
  const { status, stderr } = spawnSync(process.execPath, [script, ...args], { encoding: 'utf8' })
  expect(stderr).toContain(why)
  expect(stderr).toContain('npm run versions -- --help')
  expect(status).toBe(2)
})

test('without any result the page that is there is left alone', () => {
  const page = join(cache, 'page.md')
  writeFileSync(page, 'what was known')
  const args = ['--newest', '0', '--cache', join(cache, 'none'), '--out', page]
  const { stdout, stderr } = spawnSync(process.execPath, [script, ...args], { encoding: 'utf8' })
  expect(stdout + stderr).toContain('is left as it is')
  expect(readFileSync(page, 'utf8')).toBe('what was known')
})
