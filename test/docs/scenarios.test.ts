// docs/scenarios.md is the one description of the format: nothing of the format may be missing there.
import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { FAULT_NAMES, POINTS } from '../../src/simulator/agent/faults/plan.ts'
import { helpText } from '../../src/simulator/agent/help.ts'
import type { ErrorStep, Scenario, Script, SideScript, Step, UsageStep } from '../../src/simulator/index.ts'
import { parseScenario } from '../../src/simulator/index.ts'
import { call, freshFolder } from '../cli-commands/fairlead.ts'
import { blocksIn, commandsIn } from './blocks.ts'

const page = readFileSync(new URL('../../docs/scenarios.md', import.meta.url), 'utf8')
const mentioned = new Set(
  [...page.matchAll(/`([^`\n]+)`/g)].map(([, text = '']) => text.replace(/: true$/, '')),
)

type KeyOf<T> = T extends unknown ? keyof T : never
type Field =
  | KeyOf<Step>
  | keyof Scenario
  | keyof Script
  | keyof SideScript
  | keyof ErrorStep['error']
  | keyof UsageStep['usage']

/** The compiler insists that every field of the format is here. */
const FIELDS: Record<Field, true> = {
  scripts: true,
  otherwise: true,
  side: true,
  faults: true,
  prompt: true,
  replies: true,
  failed: true,
  reply: true,
  text: true,
  chunk: true,
  repeat: true,
  open: true,
  thinking: true,
  tool: true,
  input: true,
  id: true,
  result: true,
  fails: true,
  run: true,
  takes: true,
  delay: true,
  hold: true,
  error: true,
  status: true,
  type: true,
  message: true,
  retryAfter: true,
  times: true,
  break: true,
  stop: true,
  usage: true,
  input_tokens: true,
  output_tokens: true,
  cache_read_input_tokens: true,
  cache_creation_input_tokens: true,
  rateLimit: true,
  auth: true,
  notice: true,
  dialog: true,
  level: true,
  fault: true,
}

describe('docs/scenarios.md has', () => {
  test.each(Object.keys(FIELDS))('the field %s', (field) => {
    expect(mentioned).toContain(field)
  })
  test.each([...Object.keys(FAULT_NAMES), ...POINTS])('the fault or point %s', (name) => {
    expect(mentioned).toContain(name)
  })
  test.each([...helpText().matchAll(/FAIRLEAD_SIM_\w+/g)].map(([name]) => name))(
    'the variable %s',
    (name) => {
      expect(mentioned).toContain(name)
    },
  )
})

describe('the first example', () => {
  const [first] = blocksIn(page)
  const play = (...args: string[]) => {
    const folder = freshFolder()
    writeFileSync(join(folder, 'demo.yaml'), first?.text ?? '')
    return call(['run', '--scenario', 'demo.yaml', ...args], { folder })
  }

  test('plays', async () => {
    const { code, out, err } = await play('--permission-mode', 'acceptEdits', 'please fix the test')
    expect(out).toBe('Let me see.\n\nFixed. It was an assignment.\n')
    expect(err).toContain('● Edit total.js ok')
    expect(code).toBe(0)
    expect((await play('hello')).out).toBe('Ask me to fix the test.\n')
  })

  test('says something else when the edit is denied', async () => {
    expect((await play('please fix the test')).out).toBe('Let me see.\n\nAll right, I leave it as it is.\n')
  })

  test('without the input of its tool gives the error that is shown', () => {
    const [message] = blocksIn(page).filter(({ language }) => language === 'text')
    const broken = (first?.text ?? '').replace('          input: { file_path: total.js }\n', '')
    expect(() => parseScenario(broken, 'demo.yaml')).toThrow(message?.text.trim())
  })
})

test('the commands in a block are read as a shell reads them', () => {
  expect(
    commandsIn('A=1 B=\'x y\' one --a "b c" \\\n  d # e\n\ntwo < in > out 2>> err | three && four;'),
  ).toEqual([['one', '--a', 'b c', 'd'], ['two'], ['three'], ['four']])
})
