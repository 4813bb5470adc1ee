// The real CLI against the scripted Messages API: what the simulator's unit tests ask with `fetch`, asked by the
// one client that counts. One process of each version runs all its turns, in order. `aroundAll` starts it
// together with its model and its home, and takes all three away, also when a test has failed.

import { type ChildProcessWithoutNullStreams, spawn } from 'node:child_process'
import { once } from 'node:events'
import { aroundAll, beforeEach, describe, expect, onTestFinished, test } from 'vitest'
import {
  decode,
  encode,
  LineFramer,
  type StdinMessage,
  type StdoutMessage,
} from '../../src/protocol/index.ts'
import { type Model, type Scenario, startModel } from '../../src/simulator/index.ts'
import { claudeBinary, testedVersions, withFreshHome } from './claude-binaries.ts'

const scenario: Scenario = {
  scripts: [
    {
      prompt: 'say hello',
      replies: [[{ thinking: 'A greeting.' }, { text: 'Hello to you all.', chunk: 4 }]],
    },
    {
      prompt: 'run something',
      replies: [
        [
          { text: 'I run two things.' },
          { tool: 'Bash', input: { command: 'echo $((6 * 7))', description: 'Counts' } },
          { tool: 'Bash', input: { command: 'echo $((7 * 7))', description: 'Counts' } },
        ],
        [{ text: 'They said 42 and 49.' }],
      ],
    },
    {
      prompt: 'try when busy',
      replies: [[{ error: { status: 529, times: 1 } }, { text: 'Not busy any more.' }]],
    },
    {
      prompt: 'break off',
      replies: [[{ text: 'One half', open: true }, { break: true, times: 1 }, { text: ' and the other.' }]],
    },
    {
      prompt: 'take long',
      replies: [[{ text: 'It takes', open: true }, { hold: 'for ever' }], [{ text: 'Never said.' }]],
    },
    {
      prompt: 'write a file',
      replies: [
        [{ tool: 'Write', input: { file_path: 'a.txt', content: 'a' } }],
        [{ text: 'Said if nothing came between.' }],
      ],
    },
    { prompt: 'by the way', replies: [[{ text: 'Noted.' }]] },
  ],
  otherwise: [{ text: 'What do you mean?' }],
}

class Cli {
  readonly #child: ChildProcessWithoutNullStreams
  readonly #messages: AsyncGenerator<StdoutMessage>

  constructor(child: ChildProcessWithoutNullStreams) {
    this.#child = child
    // Writing to a CLI that has just ended is no error of its own: `until` tells.
    child.stdin.on('error', () => {})
    this.#messages = messagesOf(child)
  }

  send(message: StdinMessage): void {
    this.#child.stdin.write(encode(message))
  }

  prompt(content: string): void {
    this.send({ type: 'user', message: { role: 'user', content } })
  }

  /** The messages up to the first that passes. */
  async until(passes: (message: StdoutMessage) => boolean): Promise<StdoutMessage[]> {
    const seen: StdoutMessage[] = []
    for (;;) {
      const { value, done } = await this.#messages.next()
      if (done) throw new Error(`The CLI ended after ${JSON.stringify(seen.at(-1))}`)
      seen.push(value)
      if (passes(value)) return seen
    }
  }

  async turn(content: string): Promise<StdoutMessage[]> {
    this.prompt(content)
    return this.until(isResult)
  }

  async end(): Promise<number | null> {
    const { exitCode, signalCode } = this.#child
    if (exitCode === null && signalCode === null) {
      const over = once(this.#child, 'exit')
      this.#child.stdin.end()
      await over
    }
    return this.#child.exitCode
  }

  async kill(): Promise<void> {
    this.#child.kill('SIGKILL')
    await this.end()
  }
}

async function* messagesOf({ stdout }: ChildProcessWithoutNullStreams): AsyncGenerator<StdoutMessage> {
  const framer = new LineFramer()
  for await (const chunk of stdout as AsyncIterable<Buffer>) {
    for (const decoded of framer.push(chunk).map(decode)) {
      if (decoded.kind === 'message') yield decoded.message
    }
  }
}

const isResult = ({ type }: StdoutMessage) => type === 'result'
const resultOf = (messages: StdoutMessage[]) => messages.find((message) => message.type === 'result')
/** The text that came as deltas. */
const streamed = (messages: StdoutMessage[]) =>
  messages
    .map((message) => (message.type === 'stream_event' ? message.event : undefined))
    .map((event) => (event?.type === 'content_block_delta' ? event.delta : undefined))
    .flatMap((delta) => (delta?.type === 'text_delta' ? [delta.text] : []))

const toolResults = (messages: StdoutMessage[]) =>
  messages
    .map((message) => (message.type === 'user' ? message.message.content : []))
    .flatMap((content) => (typeof content === 'string' ? [] : content))
    .flatMap((block) => (block.type === 'tool_result' ? [block.content] : []))

describe.each(testedVersions)('the CLI %s', (version) => {
  let model: Model
  let cli: Cli
  let start: () => Cli

  aroundAll(async (runSuite) => {
    model = await startModel({ scenario })
    try {
      await withFreshHome(async (env) => {
        const flags = '-p --input-format stream-json --output-format stream-json --verbose'
        const more = '--include-partial-messages --permission-prompt-tool stdio --allowedTools Bash'
        start = () => {
          const child = spawn(claudeBinary(version), `${flags} ${more}`.split(' '), {
            env: { ...env, ...model.env, TMPDIR: env.HOME, CLAUDE_CODE_MAX_RETRIES: '2' },
            cwd: env.HOME,
          })
          child.stderr.pipe(process.stderr, { end: false })
          return new Cli(child)
        }
        cli = start()
        try {
          await runSuite()
        } finally {
          await cli.kill()
        }
      })
    } finally {
      await model.close()
    }
  })

  let before = 0
  beforeEach(() => {
    before = model.requests.length
  })
  /** How the requests of this test were answered, without side calls. */
  const answers = () => {
    return model.requests
      .slice(before)
      .filter(({ path, side }) => path === '/v1/messages' && !side)
      .map(({ script, reply, answer }) => `${script}.${reply} ${answer}`)
  }

  test('gets a text as a stream', async () => {
    const messages = await cli.turn('Please say hello')
    expect(resultOf(messages)).toMatchObject({ is_error: false, result: 'Hello to you all.', num_turns: 1 })
    expect(streamed(messages)).toEqual(['Hell', 'o to', ' you', ' all', '.'])
    expect(answers()).toEqual(['0.0 stream'])
  })

  test('runs the tools that are called and gets the next reply', async () => {
    const messages = await cli.turn('run something')
    expect(toolResults(messages).sort()).toEqual(['42', '49'])
    expect(resultOf(messages)).toMatchObject({ is_error: false, result: 'They said 42 and 49.' })
    expect(answers()).toEqual(['1.0 stream', '1.1 stream'])
  })

  test('tries again when the API is overloaded', async () => {
    const messages = await cli.turn('try when busy')
    expect(messages).toContainEqual(expect.objectContaining({ subtype: 'api_retry', error_status: 529 }))
    expect(resultOf(messages)).toMatchObject({ is_error: false, result: 'Not busy any more.' })
    expect(answers()).toEqual(['2.0 error', '2.0 stream'])
  })

  test('asks again when the stream breaks', async () => {
    const messages = await cli.turn('break off')
    expect(resultOf(messages)).toMatchObject({ is_error: false, result: 'One half and the other.' })
    expect(answers()).toEqual(['3.0 break', version === '2.1.197' ? '3.0 json' : '3.0 stream'])
  })

  test('leaves the stream when it is interrupted, and the script ends there', async () => {
    cli.prompt('take long')
    await model.held('for ever')
    cli.send({ type: 'control_request', request_id: 'stop', request: { subtype: 'interrupt' } })
    const messages = await cli.until(isResult)
    expect(resultOf(messages)).toMatchObject({ terminal_reason: 'aborted_streaming' })
    await model.waitForRequest(({ aborted, script }) => aborted && script === 4)
    expect(resultOf(await cli.turn('and now?'))).toMatchObject({ result: 'What do you mean?' })
    expect(answers()).toEqual(['4.0 open', 'otherwise.0 stream'])
  })

  test('brings a text that came during the turn, and it is found', async () => {
    cli.prompt('write a file')
    const request = (await cli.until(({ type }) => type === 'control_request')).at(-1)
    if (request?.type !== 'control_request') throw new Error('no request')
    cli.prompt('by the way')
    const response = { behavior: 'deny', message: 'Not now.' } as const
    cli.send({
      type: 'control_response',
      response: { subtype: 'success', request_id: request.request_id, response },
    })
    expect(resultOf(await cli.until(isResult))).toMatchObject({ result: 'Noted.' })
    expect(answers()).toEqual(['5.0 stream', '6.0 stream'])
  })

  test('ends well', async () => {
    const own = start()
    onTestFinished(() => own.kill())
    expect(resultOf(await own.turn('Please say hello'))).toMatchObject({ is_error: false })
    expect(await own.end()).toBe(0)
  })
})
