import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { StdoutMessage, TurnFailure, Warning } from '../../src/client/index.ts'
import type { Reply } from '../../src/simulator/index.ts'
import { testedVersions } from './claude-binaries.ts'
import { Scene } from './scene.ts'
import { nextMessage, type Stage, setStage } from './stage.ts'
import { conversations, historyOf, nameOf, namesOf, streamedText } from './talk.ts'

type ApiRetry = Extract<StdoutMessage, { type: 'system'; subtype: 'api_retry' }>
const isRetry = (message: StdoutMessage): message is ApiRetry =>
  message.type === 'system' && message.subtype === 'api_retry'

const isDelta = (message: StdoutMessage): message is StdoutMessage =>
  nameOf(message) === 'content_block_delta'
const bash = { tool: 'Bash', input: { command: 'true', description: 'Does nothing' } }

describe.each(testedVersions)('when the API fails with %s', (version) => {
  const isOld = version === '2.1.197'
  let stage: Stage
  let scene: Scene
  beforeAll(async () => {
    stage = await setStage(version, { scripts: [] })
    scene = await Scene.open(stage, { env: { CLAUDE_CODE_MAX_RETRIES: '1' } })
  })
  afterAll(() => stage.close())
  const retries = () =>
    scene.seen.filter(isRetry).map(({ attempt, max_retries, error_status, error }) => ({
      attempt,
      max_retries,
      error_status,
      error,
    }))
  /** The turn fails with that status and code, as R-RESULT-4 and R-ERROR-1 say, and the next one runs. */
  async function fails(reply: Reply, status: number, code: string, failure: TurnFailure): Promise<void> {
    const result = await scene.play(reply).result
    expect(result).toMatchObject({ status: 'error', text: expect.stringContaining(`${status}`), failure })
    expect(result.message).toMatchObject({
      subtype: 'success',
      is_error: true,
      api_error_status: status,
      terminal_reason: isOld ? 'completed' : 'api_error',
    })
    expect(scene.all('assistant')).toMatchObject([{ error: code, message: { model: '<synthetic>' } }])
    const { pid } = scene.session
    const told = scene.seen
    expect(await scene.play([{ text: 'Better.' }]).result).toMatchObject({
      status: 'success',
      text: 'Better.',
    })
    expect(scene.session.pid).toBe(pid)
    scene.seen = told
  }

  test.each([
    [401, 'authentication_failed', 'authentication_failed', { kind: 'auth', retryable: false }],
    [429, 'rate_limit', 'rate_limit', { kind: 'rate-limit', retryable: true }],
    [500, 'server_error', 'server_error', { kind: 'api', retryable: true }],
    [529, 'overloaded', 'server_error', { kind: 'overloaded', retryable: true }],
  ] as const)(
    'R-RESULT-2 R-RESULT-4 R-ERROR-1 R-ERROR-2 R-ERROR-21 R-ENV-9: a %d is tried again, then told',
    async (status, error, code, failure) => {
      await fails([{ error: { status } }], status, code, failure)
      expect(retries()).toEqual([{ attempt: 1, max_retries: 1, error_status: status, error }])
    },
  )

  test.each([
    [400, 'unknown', { kind: 'api', retryable: false }],
    [403, 'authentication_failed', { kind: 'auth', retryable: false }],
  ] as const)('R-ERROR-5: a %d is not tried again', async (status, code, failure) => {
    await fails([{ error: { status } }], status, code, failure)
    expect(retries()).toEqual([])
  })

  const invalid = (message: string) => ({ status: 400, type: 'invalid_request_error', message })
  test.each([
    ['an empty account', 'billing', invalid('Your credit balance is too low to access the Anthropic API.')],
    ['a payment that is due', 'billing', { status: 402, type: 'billing_error', message: 'Payment required' }],
    [
      'a conversation that is too long',
      'context',
      invalid('prompt is too long: 250000 tokens > 200000 maximum'),
    ],
    ['a disabled organization', 'auth', invalid('This organization has been disabled.')],
    ['an unknown model', 'api', { status: 404, type: 'not_found_error', message: 'model: claude-none' }],
  ] as const)('%s is a failure of the kind %s', async (_, kind, error) => {
    // The CLI may ask again with less of the conversation.
    const replies = Array.from({ length: 4 }, (): Reply => [{ error }])
    expect(await scene.play(...replies).result).toMatchObject({
      status: 'error',
      failure: { kind, retryable: false },
    })
    expect(await scene.play([{ text: 'Better.' }]).result).toMatchObject({ status: 'success' })
  })

  test('R-ERROR-5: a 413 is not tried again', async () => {
    const result = await scene.play([{ error: { status: 413 } }]).result
    expect(result).toMatchObject({
      status: 'error',
      text: expect.stringContaining('Request too large'),
      failure: { kind: 'context', retryable: false },
    })
    expect(retries()).toEqual([])
  })

  test('R-ERROR-7: a 429 for an hour is told at once', async () => {
    await fails([{ error: { status: 429, retryAfter: 3600 } }], 429, 'rate_limit', {
      kind: 'rate-limit',
      retryable: true,
    })
    expect(retries()).toEqual([])
  })

  test('a 500 that passes is no error', async () => {
    const turn = scene.play([{ error: { status: 500, times: 1 } }, { text: 'At last.' }])
    expect(await turn.result).toMatchObject({ status: 'success', text: 'At last.' })
    expect(retries()).toHaveLength(1)
  })

  describe('in the middle of a text', () => {
    beforeAll(async () => {
      const begun = nextMessage(scene.session, isDelta)
      const turn = scene.play([
        { text: 'Half', open: true },
        { hold: 'cut' },
        { break: true, times: 1 },
        { text: ' and half.' },
      ])
      await begun
      stage.model.release('cut')
      expect(await turn.result).toMatchObject({ status: 'success', text: 'Half and half.' })
    })
    const names = () => scene.seen.map(nameOf).filter((name) => /^(message|content|assistant)/.test(name))
    const begun = ['message_start', 'content_block_start', 'content_block_delta']

    test.runIf(isOld)('R-STREAM-13: the draft stays open and the reply comes whole, under another id', () => {
      expect(names()).toEqual([...begun, 'assistant text'])
      const [reply] = scene.all('assistant')
      expect(reply?.message.stop_reason).toBe('end_turn')
      expect(startedIds(scene.seen)).not.toContain(reply?.message.id)
      expect(streamedText(scene.seen)).toBe('Half')
    })

    test.skipIf(isOld)('R-STREAM-14 R-ERROR-8: the draft is closed and the text is streamed again', () => {
      expect(retries()).toEqual([{ attempt: 1, max_retries: 1, error_status: null, error: 'unknown' }])
      expect(names()).toEqual([
        ...[...begun, 'content_block_stop', 'message_stop'],
        ...[...begun, 'content_block_delta', 'assistant text', 'content_block_stop'],
        ...['message_delta', 'message_stop'],
      ])
      expect(startedIds(scene.seen)).toHaveLength(2)
      expect(startedIds(scene.seen)[1]).toBe(scene.all('assistant')[0]?.message.id)
      expect(streamedText(scene.seen)).toBe('HalfHalf and half.')
    })
  })

  test('a stream that always breaks is an error', async () => {
    const turn = scene.play([{ text: 'Half', open: true }, { break: true }, { text: ' and half.' }])
    expect(await turn.result).toMatchObject({
      status: 'error',
      text: expect.stringContaining('ECONNRESET'),
      failure: { kind: 'api', retryable: true },
    })
    expect(await scene.play([{ text: 'Whole.' }]).result).toMatchObject({ status: 'success', text: 'Whole.' })
  })

  test('R-RESULT-11: a reply that is cut off or empty is asked for again', async () => {
    const cut = scene.play([{ text: 'Half a' }, { stop: 'max_tokens' }], [{ text: ' word.' }])
    expect(await cut.result).toMatchObject({ status: 'success', text: ' word.' })
    expect(historyOf(stage.model).at(-1)).toContain('Output token limit hit')
    expect(await scene.play([], [{ text: 'A word.' }]).result).toMatchObject({ text: 'A word.' })
    expect(historyOf(stage.model).at(-1)).toContain('no visible output')
    expect(namesOf(scene.seen)).toContain('user synthetic')
  })

  test('R-RESULT-12: a refusal is an error to the old CLI, and the new one goes on', async () => {
    const turn = scene.play([{ text: 'No' }, { stop: 'refusal' }], [{ text: 'but well.' }])
    expect(await turn.result).toMatchObject(
      isOld ? { status: 'error', failure: { kind: 'refusal' } } : { status: 'success' },
    )
    expect(namesOf(scene.seen).includes('model_refusal_no_fallback')).toBe(isOld)
  })

  describe('with the limits of the CLI', () => {
    let patient: Scene
    beforeAll(async () => {
      patient = await Scene.open(stage)
    })
    test('R-ERROR-2 R-ERROR-7 R-INTR-10: a 429 is waited for as long as it says, unless interrupted', async () => {
      const retry = nextMessage(patient.session, isRetry)
      const turn = patient.play([{ error: { status: 429, retryAfter: 30 } }])
      expect(await retry).toMatchObject({ attempt: 1, max_retries: 10, retry_delay_ms: 30_000 })
      await patient.session.interrupt()
      expect(await turn.result).toMatchObject({ status: 'interrupted', text: '' })
    })
  })

  test('R-RESULT-5 R-RESULT-6: turns are limited for each prompt, and the budget for the process', async () => {
    const limited = await Scene.open(stage, { maxTurns: 2, maxBudgetUsd: 1, allowedTools: ['Bash'] })
    const long = await limited.play([bash], [bash], [{ text: 'Never said.' }]).result
    expect(long).toMatchObject({
      status: 'error',
      text: 'Reached maximum number of turns (2)',
      failure: { kind: 'max-turns', retryable: false },
    })
    expect(long.message).toMatchObject({ subtype: 'error_max_turns', terminal_reason: 'max_turns' })
    expect(await limited.play([bash], [{ text: 'Short.' }]).result).toMatchObject({ status: 'success' })

    const usage = { input_tokens: 1_000_000, output_tokens: 100_000 }
    const dear = await limited.play([{ text: 'Dear.' }, { usage }]).result
    expect(dear).toMatchObject({
      status: 'error',
      failure: { kind: 'budget' },
      message: { subtype: 'error_max_budget_usd' },
    })
    const before = conversations(stage.model).length
    const again = await limited.play([{ text: 'Never asked.' }]).result
    expect(again).toMatchObject({ status: 'error', message: { subtype: 'error_max_budget_usd' } })
    expect(conversations(stage.model).length).toBe(before)
  })

  test('R-RESULT-7 R-RESULT-8 R-RESULT-9 R-FLAG-29: an answer of a given shape, or none', async () => {
    const properties = { n: { type: 'number' } }
    const jsonSchema = { type: 'object', properties, required: ['n'] }
    const warnings: string[] = []
    const onWarning = ({ code }: Warning) => warnings.push(code)
    const shaped = await Scene.open(stage, { jsonSchema, onWarning })
    const output = (n: unknown) => [{ tool: 'StructuredOutput', input: { n } }]
    const good = await shaped.play(output(4)).result
    expect(good).toMatchObject({ status: 'success', structuredOutput: { n: 4 } })
    expect(good.message?.structured_output).toEqual({ n: 4 })
    expect(warnings).toEqual([])
    const never = await shaped.play([{ text: 'Four.' }], [{ text: 'Four!' }]).result
    expect(never).toMatchObject({ status: 'success', text: 'Four!' })
    expect(never.message).not.toHaveProperty('structured_output')
    expect(warnings).toEqual(['structured-output-missing'])
    const bad = output('four')
    const failed = await shaped.play(bad, bad, bad, bad, bad, bad).result
    expect(failed).toMatchObject({
      status: 'error',
      failure: { kind: 'no-structured-output' },
      text: expect.stringContaining('after 5 attempts'),
      message: { subtype: 'error_max_structured_output_retries' },
    })
  })

  test('R-ERROR-9 R-END-9: without a login the result says so, and the exit code is 1', async () => {
    const session = await stage.open({ env: { ANTHROPIC_API_KEY: undefined } })
    const result = await session.send('hello').result
    expect(result).toMatchObject({
      status: 'error',
      text: 'Not logged in · Please run /login',
      failure: { kind: 'auth', retryable: false },
    })
    expect(result.message).toMatchObject({ subtype: 'success', is_error: true })
    expect(await session.close()).toMatchObject({ cause: 'close', exitCode: 1 })
  })
})

/** The ids of the messages whose stream began. */
function startedIds(messages: readonly StdoutMessage[]): (string | undefined)[] {
  return messages.flatMap((message) =>
    message.type === 'stream_event' && message.event.type === 'message_start'
      ? [message.event.message.id]
      : [],
  )
}
