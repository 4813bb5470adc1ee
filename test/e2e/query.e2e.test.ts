import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { type QueryOptions, query, type SessionOptions, type StdoutMessage } from '../../src/client/index.ts'
import { claudeBinary, testedVersions } from './claude-binaries.ts'
import { processesOf, type Stage, setStage } from './stage.ts'
import { historyOf, isResult, namesOf } from './talk.ts'

describe.each(testedVersions)('query with %s', (version) => {
  let stage: Stage
  beforeAll(async () => {
    stage = await setStage(version, {
      scripts: [
        { prompt: 'say one', replies: [[{ text: 'One.' }]] },
        { prompt: 'say two', replies: [[{ text: 'Two.' }]] },
        { prompt: 'take long', replies: [[{ text: 'It takes', open: true }, { hold: 'for ever' }]] },
        { prompt: 'fail', replies: [[{ error: { status: 400 } }]] },
        {
          prompt: 'write a file',
          replies: [
            [{ tool: 'Write', input: { file_path: 'asked.txt', content: 'yes' } }],
            [{ text: 'Written.' }],
          ],
        },
      ],
    })
  })
  afterAll(() => stage.close())

  const ask = (prompt: QueryOptions['prompt'], options: SessionOptions = {}) =>
    query({ prompt, options: { binary: claudeBinary(version), cwd: stage.cwd, env: stage.env, ...options } })
  const all = async (messages: AsyncIterable<StdoutMessage>) => {
    const read: StdoutMessage[] = []
    for await (const message of messages) read.push(message)
    return read
  }
  const results = (messages: StdoutMessage[]) =>
    messages.filter(isResult).map(({ result, is_error }) => ({ result, is_error }))

  beforeEach(async () => {
    await expect.poll(() => processesOf(stage.home)).toEqual([])
  })

  test('R-INIT-5: one prompt gives all messages up to the end, and leaves no process', async () => {
    const messages = await all(ask('say one'))
    expect(results(messages)).toEqual([{ result: 'One.', is_error: false }])
    // The prompt was written together with the hello.
    expect(namesOf(messages, 'control_response', 'init', 'assistant text', 'result')).toEqual([
      'control_response',
      'init',
      'assistant text',
      'result',
    ])
    await expect.poll(() => processesOf(stage.home)).toEqual([])
  })

  test('R-END-7: prompts are sent as they come, and the input ends after the last result', async () => {
    let next = () => {}
    const answered = new Promise<void>((resolve) => {
      next = resolve
    })
    async function* prompts() {
      yield 'say one'
      await answered
      yield [{ type: 'text' as const, text: 'say two' }]
    }
    const messages: StdoutMessage[] = []
    for await (const message of ask(prompts())) {
      messages.push(message)
      if (message.type === 'result') next()
    }
    expect(results(messages)).toEqual([
      { result: 'One.', is_error: false },
      { result: 'Two.', is_error: false },
    ])
    expect(historyOf(stage.model)).toEqual(['user: say one', 'assistant: One.', 'user: say two'])
    await expect.poll(() => processesOf(stage.home)).toEqual([])
  })

  test('R-END-7: approvals are asked for and answered meanwhile', async () => {
    const asked: string[] = []
    const messages = await all(
      ask('write a file', {
        onApproval(approval) {
          if (approval.kind === 'tool') asked.push(approval.toolName)
          approval.allow()
        },
      }),
    )
    expect(asked).toEqual(['Write'])
    expect(results(messages)).toEqual([{ result: 'Written.', is_error: false }])
    expect(existsSync(join(stage.cwd, 'asked.txt'))).toBe(true)
  })

  test('whoever leaves early leaves no process', async () => {
    for await (const { type } of ask('take long')) if (type === 'stream_event') break
    await expect.poll(() => processesOf(stage.home)).toEqual([])
  })

  test('an error is a result like others, though the CLI exits with code 1', async () => {
    const messages = await all(ask('fail'))
    expect(results(messages)).toEqual([{ result: 'API Error: 400 Scripted error 400', is_error: true }])
  })

  test('a session that cannot begin, or a prompt that cannot be sent, is thrown', async () => {
    const resume = '00000000-0000-4000-8000-000000000000'
    await expect(all(ask('say one', { resume }))).rejects.toThrow('No conversation found')
    await expect(all(ask(' '))).rejects.toMatchObject({ code: 'bad-request' })
    await expect(all(ask('say one', { cwd: join(stage.home, 'gone') }))).rejects.toThrow('does not exist')
    await expect.poll(() => processesOf(stage.home)).toEqual([])
  })
})
