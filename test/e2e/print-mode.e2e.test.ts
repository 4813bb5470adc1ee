// `fairlead run` beside `claude -p`, with the same arguments: what each prints, and how it exits.
import { spawn } from 'node:child_process'
import { fileURLToPath } from 'node:url'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { claudeBinary, testedVersions } from './claude-binaries.ts'
import { commandOf, type Outcome, PRINT_CASES, PRINT_SCENARIO } from './print-mode-cases.ts'
import { type Stage, setStage } from './stage.ts'
import { historyOf } from './talk.ts'

const command = fileURLToPath(new URL('../../dist/cli/main.js', import.meta.url))
interface Result {
  readonly code: number | null
  readonly out: string
}

function expectOutcome({ code, out }: Result, { prints, exit }: Outcome): void {
  expect(code, out).toBe(exit)
  if (prints === 'nothing') expect(out).toBe('')
  else if (prints === 'json') expect(JSON.parse(out)).toMatchObject({ type: 'result' })
  else if (prints === 'messages')
    expect(out).toMatch(/^\{"type":"system".*\n(?:.*\n)*\{.*"type":"result".*\n$/)
  else if ('text' in prints) expect(out).toBe(`${prints.text}\n`)
  else expect(out).toMatch(prints.error)
}

const FIELDS = ['type', 'subtype', 'is_error', 'num_turns', 'result', 'structured_output', 'stop_reason']

/** What must be the same, where two runs cannot print the same bytes: they have ids and times of their own. */
function compared({ code, out }: Result, { prints }: Outcome): unknown {
  if (prints === 'json') {
    const message = JSON.parse(out) as Record<string, unknown>
    return [code, FIELDS.map((name) => message[name])]
  }
  if (prints === 'messages') return [code, out.trim().split('\n').map(nameOf)]
  return typeof prints === 'object' && 'error' in prints && !prints.isWordedAlike ? code : [code, out]
}

function nameOf(line: string): string {
  const { type, subtype, event } = JSON.parse(line) as Partial<Record<string, string>> & {
    event?: { type: string }
  }
  return [type, subtype, event?.type].filter(Boolean).join(' ')
}

describe.each(testedVersions)('claude -p and fairlead run with %s', (version) => {
  let stage: Stage
  beforeAll(async () => {
    stage = await setStage(version, PRINT_SCENARIO)
  })
  afterAll(() => stage.close())

  function run(program: string, args: readonly string[], input?: string) {
    return new Promise<{ code: number | null; out: string }>((resolve, reject) => {
      const child = spawn(program, args, {
        cwd: stage.cwd,
        env: { PATH: process.env.PATH, ...stage.env },
        stdio: [input === undefined ? 'ignore' : 'pipe', 'pipe', 'ignore'],
      })
      child.stdin?.end(input)
      let out = ''
      child.stdout?.setEncoding('utf8').on('data', (text: string) => {
        out += text
      })
      child.on('error', reject)
      child.on('close', (code) => resolve({ code, out }))
    })
  }
  const claude = (args: readonly string[], input?: string) =>
    run(claudeBinary(version), ['-p', ...args], input)
  const fairlead = (args: readonly string[], input?: string) =>
    run(process.execPath, [command, 'run', '--agent', claudeBinary(version), '-p', ...args], input)

  test.each(PRINT_CASES.map((it) => ({ ...it, title: commandOf(it) })))('$title', async (it) => {
    const theirs = await claude(it.args, it.input)
    const ours = await fairlead(it.fairlead?.args ?? it.args, it.input)
    expectOutcome(theirs, it.claude)
    expectOutcome(ours, it.fairlead ?? it.claude)
    if (it.fairlead === undefined) expect(compared(ours, it.claude)).toEqual(compared(theirs, it.claude))
  })

  test('send what is piped in after the prompt', async () => {
    await claude(['explain this'], 'line 1\nline 2\n')
    const theirs = historyOf(stage.model)
    expect(await fairlead(['explain this'], 'line 1\nline 2\n')).toEqual({ code: 0, out: 'A log.\n' })
    expect(historyOf(stage.model)).toEqual(theirs)
  })
})
