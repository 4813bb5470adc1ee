import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, beforeAll, beforeEach, describe, expect, expectTypeOf, test } from 'vitest'
import { z } from 'zod'
import { type AskAllProgress, AskError, ask, askAll } from '../../src/client/index.ts'
import type { JsonObject } from '../../src/protocol/json.ts'
import { claudeBinary, testedVersions } from './claude-binaries.ts'
import { processesOf, type Stage, setStage } from './stage.ts'
import { conversations, historyOf } from './talk.ts'

const output = (value: JsonObject) => [{ tool: 'StructuredOutput', input: value }]
const city = z.object({ name: z.string(), people: z.number().max(1000) })
const usage = { input_tokens: 1_000_000, output_tokens: 100_000 }

describe.each(testedVersions)('ask with %s', (version) => {
  let stage: Stage
  beforeAll(async () => {
    stage = await setStage(version, {
      scripts: [
        { prompt: 'say one', replies: [[{ text: 'One.' }]] },
        { prompt: 'say two', replies: [[{ text: 'Two.' }]] },
        { prompt: 'dear', replies: [[{ text: 'Dear.' }, { usage }]] },
        { prompt: 'fail', replies: [[{ error: { status: 400 } }]] },
        { prompt: 'take long', replies: [[{ text: 'It takes', open: true }, { hold: 'for ever' }]] },
        { prompt: 'a small city', replies: [output({ name: 'Ny', people: 12 }), [{ text: 'Here.' }]] },
        {
          prompt: 'a large city',
          replies: [output({ name: 'Paris', people: 2_000_000 }), [{ text: 'Here.' }]],
        },
        { prompt: 'does not match', replies: [output({ name: 'Ny', people: 12 }), [{ text: 'Better.' }]] },
      ],
    })
  })
  afterAll(() => stage.close())
  beforeEach(async () => {
    await expect.poll(() => processesOf(stage.home)).toEqual([])
  })
  const options = () => ({ binary: claudeBinary(version), cwd: stage.cwd, env: stage.env })

  test('a text has an answer, its cost and its conversation', async () => {
    const answer = await ask('say one', options())
    expect(answer).toMatchObject({ value: 'One.', text: 'One.', attempts: 1 })
    expect(answer.costUsd).toBeGreaterThan(0)
    expect(answer.sessionId).toMatch(/^[0-9a-f-]{36}$/)
    expectTypeOf(answer.value).toEqualTypeOf<string>()
  })

  test('an answer in a form has the type of the schema', async () => {
    const answer = await ask('a small city', { ...options(), schema: city })
    expect(answer).toMatchObject({ value: { name: 'Ny', people: 12 }, attempts: 1 })
    expectTypeOf(answer.value).toEqualTypeOf<{ name: string; people: number }>()
  })

  test('an answer that the schema refuses is sent back once, with what is wrong', async () => {
    // The CLI checks the JSON schema itself, but knows nothing of checks that this cannot express.
    const schema = z
      .object({ name: z.string(), people: z.number() })
      .refine(({ people }) => people <= 1000, { message: 'too many for a village', path: ['people'] })
    const answer = await ask('a large city', { ...options(), schema })
    expect(answer).toMatchObject({ value: { name: 'Ny', people: 12 }, attempts: 2 })
    expect(historyOf(stage.model).join('\n')).toContain('people: too many for a village')
  })

  test('a failure of the API is an error with its kind', async () => {
    const failed = await ask('fail', options()).catch((error: unknown) => error)
    expect(failed).toBeInstanceOf(AskError)
    expect(failed).toMatchObject({ code: 'ask-failed', failure: { kind: 'api', retryable: false } })
  })

  test('an abort ends the process and rejects with its reason', async () => {
    const controller = new AbortController()
    const asked = ask('take long', { ...options(), signal: controller.signal })
    await stage.model.held('for ever')
    controller.abort(new Error('changed my mind'))
    await expect(asked).rejects.toThrow('changed my mind')
    await expect(ask('say one', { ...options(), signal: controller.signal })).rejects.toThrow(
      'changed my mind',
    )
  })

  test('a batch gives an outcome for each, and one that fails costs no other', async () => {
    const told: AskAllProgress[] = []
    const outcomes = await askAll(['say one', 'fail', 'say two'], {
      ...options(),
      onProgress: (it) => told.push(it),
    })
    expect(outcomes).toMatchObject([
      { status: 'done', index: 0, value: 'One.' },
      { status: 'failed', index: 1, error: { code: 'ask-failed' } },
      { status: 'done', index: 2, value: 'Two.' },
    ])
    expect(told.at(-1)).toMatchObject({ done: 2, failed: 1, total: 3 })
  })

  test('a batch stops at its budget, and goes on from its file', async () => {
    const file = join(stage.home, `answers-${version}.jsonl`)
    const first = await askAll(['dear', 'say one'], { ...options(), concurrency: 1, budgetUsd: 0.5, file })
    expect(first).toMatchObject([{ status: 'done' }, { status: 'skipped', reason: 'budget' }])
    // As a run that was killed while it wrote leaves it.
    writeFileSync(file, `${readFileSync(file, 'utf8')}{"key":"half`)
    const before = conversations(stage.model).length
    const second = await askAll(['dear', 'say one'], { ...options(), concurrency: 1, file })
    expect(second).toMatchObject([
      { status: 'done', value: 'Dear.' },
      { status: 'done', value: 'One.' },
    ])
    expect(conversations(stage.model).length).toBe(before + 1)
  })
})
