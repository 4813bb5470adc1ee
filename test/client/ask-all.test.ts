/** Batches at their edges, on the simulator. test/e2e/ask.e2e.test.ts has the plain cases on the real CLI. */
import { appendFileSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { afterAll, describe, expect, test } from 'vitest'
import { z } from 'zod'
import { ask, askAll, SchemaError, tool, toolServer, type Warning } from '../../src/client/index.ts'
import { clear, guard } from '../process/leftovers.ts'

const home = mkdtempSync(join(tmpdir(), 'fairlead-ask-'))
guard(home)
afterAll(() => clear(home))
const scenario = join(home, 'scenario.json')
const output = (input: object) => [[{ tool: 'StructuredOutput', input }], [{ text: 'Here.' }]]
writeFileSync(
  scenario,
  JSON.stringify({
    scripts: [
      { prompt: 'a day', replies: output({ day: '2026-11-18' }) },
      { prompt: 'use echo', replies: [[{ tool: 'mcp__own__echo', input: {} }], [{ text: 'Used.' }]] },
    ],
    otherwise: [{ text: 'Hello.' }],
  }),
)
const options = {
  binary: fileURLToPath(new URL('../../dist/simulator/agent/main.js', import.meta.url)),
  cwd: home,
  env: {
    HOME: home,
    CLAUDE_CONFIG_DIR: join(home, 'claude'),
    FAIRLEAD_SIM_SPEED: '0',
    FAIRLEAD_SIM_SCENARIO: scenario,
  },
}
let files = 0
const newFile = () => join(home, `answers-${files++}.jsonl`)
const linesOf = (file: string) => readFileSync(file, 'utf8').trim().split('\n')
const day = z.object({ day: z.string() })

test('no questions have no outcomes', async () => {
  expect(await askAll([], options)).toEqual([])
})

test('a prompt that comes twice is asked twice, and both answers are kept', async () => {
  const file = newFile()
  const ids = async () =>
    (await askAll(['hi', 'hi'], { ...options, file })).map((it) => 'sessionId' in it && it.sessionId)
  const first = await ids()
  expect(new Set(first).size).toBe(2)
  expect(linesOf(file)).toHaveLength(2)
  expect(await ids()).toEqual(first)
})

test('half a line costs no answer that is added after it', async () => {
  const file = newFile()
  writeFileSync(file, '{"key":"half')
  const [first] = await askAll(['hi'], { ...options, file })
  const [second] = await askAll(['hi'], { ...options, file })
  expect(first).toMatchObject({ status: 'done', value: 'Hello.' })
  expect(second).toEqual(first)
})

describe('an answer in the file', () => {
  test('is not the answer to the same prompt in another form', async () => {
    const file = newFile()
    await askAll(['a day'], { ...options, file })
    const [typed] = await askAll(['a day'], { ...options, file, schema: day })
    expect(typed).toMatchObject({ status: 'done', value: { day: '2026-11-18' } })
  })

  test('is asked for again where a stricter schema refuses it', async () => {
    const file = newFile()
    await askAll(['a day'], { ...options, file, schema: day })
    const strict = day.refine(() => false, { message: 'never' })
    const [refused] = await askAll(['a day'], { ...options, file, schema: strict })
    expect(refused).toMatchObject({ status: 'failed', error: { code: 'ask-failed' } })
  })

  test('has the type that the schema makes of it, also when JSON cannot hold that', async () => {
    const file = newFile()
    const schema = z.object({ day: z.string().transform((text) => [BigInt(text.length), new Date(text)]) })
    const [first] = await askAll(['a day'], { ...options, file, schema })
    const [second] = await askAll(['a day'], { ...options, file, schema })
    expect(first).toMatchObject({ status: 'done', value: { day: [10n, new Date('2026-11-18')] } })
    expect(second).toEqual(first)
    expect(linesOf(file)).toHaveLength(1)
  })

  test('of an unknown form is passed over', async () => {
    const file = newFile()
    const [first] = await askAll(['hi'], { ...options, file })
    const { key } = JSON.parse(linesOf(file)[0] ?? '') as { key: string }
    appendFileSync(file, `${JSON.stringify({ key, answer: {}, output: 1 })}\nnull\n[]\n`)
    expect(await askAll(['hi'], { ...options, file })).toEqual([first])
  })
})

test('a file that cannot be written is refused before anything is asked', async () => {
  const folder = join(home, 'folder')
  mkdirSync(folder)
  for (const file of [folder, join(home, 'missing', 'answers.jsonl')]) {
    const asked = askAll(['hi'], { ...options, file })
    await expect(asked).rejects.toMatchObject({ code: 'bad-options', message: expect.stringContaining(file) })
  }
})

test('an answer that cannot be kept is an answer nevertheless, with a warning', async () => {
  const parent = join(home, 'parent')
  mkdirSync(parent)
  const warnings: Warning[] = []
  const outcomes = await askAll(['hi', 'ho'], {
    ...options,
    concurrency: 1,
    file: join(parent, 'answers.jsonl'),
    onWarning: (warning) => warnings.push(warning),
    onProgress: () => rmSync(parent, { recursive: true, force: true }),
  })
  expect(outcomes).toMatchObject([{ status: 'done' }, { status: 'done', value: 'Hello.' }])
  expect(warnings).toMatchObject([{ code: 'answer-not-kept' }])
})

test('an answer without the value is an error, and no warning beside it', async () => {
  const warnings: Warning[] = []
  const [outcome] = await askAll(['hi'], { ...options, schema: day, onWarning: (it) => warnings.push(it) })
  expect(outcome).toMatchObject({ status: 'failed', error: { failure: { kind: 'no-structured-output' } } })
  expect(warnings).toEqual([])
})

test('a listener of progress that throws stops nothing', async () => {
  const warnings: Warning[] = []
  const onProgress = () => {
    throw new Error('broken bar')
  }
  const outcomes = await askAll(['hi', 'ho'], {
    ...options,
    onProgress,
    onWarning: (it) => warnings.push(it),
  })
  expect(outcomes).toMatchObject([{ status: 'done' }, { status: 'done' }])
  expect(warnings.map(({ code }) => code)).toEqual(['listener', 'listener'])
})

test.each([[{ concurrency: 0 }], [{ concurrency: 1.5 }], [{ budgetUsd: Number.NaN }], [{ budgetUsd: -1 }]])(
  '%j is refused',
  async (wrong) => {
    await expect(askAll(['hi'], { ...options, ...wrong })).rejects.toMatchObject({ code: 'bad-options' })
  },
)

test('a schema that is none rejects at once, also one that JSON schema cannot express', async () => {
  for (const schema of [{ nonsense: 1 }, z.object({ at: z.date() })])
    await expect(askAll(['hi'], { ...options, schema })).rejects.toBeInstanceOf(SchemaError)
})

test('an abort skips what is not answered, before and between the questions', async () => {
  const controller = new AbortController()
  const outcomes = await askAll(['one', 'two'], {
    ...options,
    concurrency: 1,
    signal: controller.signal,
    onProgress: () => controller.abort(),
  })
  expect(outcomes).toMatchObject([{ status: 'done' }, { status: 'skipped', reason: 'aborted' }])
  const late = await askAll(['one'], { ...options, signal: controller.signal })
  expect(late).toEqual([{ status: 'skipped', index: 0, reason: 'aborted' }])
})

test('an abort while the CLI is being started rejects with its reason', async () => {
  const controller = new AbortController()
  const asked = ask('hi', { ...options, signal: controller.signal })
  controller.abort(new Error('changed my mind'))
  await expect(asked).rejects.toThrow('changed my mind')
})

test('questions that run at the same time share a server of tools', async () => {
  let waiting = 0
  let release = () => {}
  const both = new Promise<void>((resolve) => {
    release = resolve
  })
  const echo = tool('echo', 'Echoes', z.object({}), async () => {
    waiting += 1
    if (waiting === 2) release()
    await both
    return 'echo'
  })
  const server = toolServer('own', [echo])
  const outcomes = await askAll(['use echo', 'use echo'], {
    ...options,
    mcpServers: { own: server },
    allowedTools: ['mcp__own__echo'],
  })
  expect(outcomes).toMatchObject([
    { status: 'done', value: 'Used.' },
    { status: 'done', value: 'Used.' },
  ])
})
