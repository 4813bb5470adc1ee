// The files that the real CLIs write, read back. A few processes of each version act out one story before the tests
// look at it: a session with tools, forked, resumed at an early message, resumed plainly, compacted and cleared. What
// the model was sent after a resume is the measure of what `readConversation` must find.

import { type ChildProcessWithoutNullStreams, spawn } from 'node:child_process'
import { randomUUID } from 'node:crypto'
import { once } from 'node:events'
import { existsSync } from 'node:fs'
import { mkdir, mkdtemp, realpath, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import {
  isPromptKnown,
  listSessions,
  promptText,
  promptUuids,
  readConversation,
  readTranscript,
  type TranscriptEntry,
} from '../../src/client/transcripts/index.ts'
import type { StdinMessage, StdoutMessage } from '../../src/protocol/index.ts'
import { decode, encode, LineFramer } from '../../src/protocol/index.ts'
import { type Model, type Scenario, startModel } from '../../src/simulator/index.ts'
import { claudeBinary, testedVersions } from './claude-binaries.ts'
import { bash } from './steps.ts'

const scenario: Scenario = {
  scripts: [
    { prompt: 'begin', replies: [[{ text: 'Begun.' }]] },
    // The first call ends last.
    { prompt: 'two tools', replies: [[bash('sleep 0.3; echo 1'), bash('echo 2')], [{ text: 'Both ran.' }]] },
    { prompt: 'wait', replies: [[bash('until [ -e go ]; do sleep 0.02; done')], [{ text: 'Waited.' }]] },
  ],
  otherwise: [{ text: 'Understood.' }],
}
const prompts = [
  'begin',
  'two tools',
  'wait',
  'in the fork',
  'another way',
  'again',
  'compacted',
  'once more',
  'all new',
]

/** One process, which lives until `end`. */
class Cli {
  readonly messages: StdoutMessage[] = []
  readonly #child: ChildProcessWithoutNullStreams
  readonly #closed: Promise<unknown>
  #wake: () => void = () => {}
  #isClosed = false

  constructor(child: ChildProcessWithoutNullStreams) {
    this.#child = child
    const framer = new LineFramer()
    child.stdin.on('error', () => {})
    child.stderr.resume()
    child.stdout.on('data', (chunk: Uint8Array) => {
      for (const line of framer.push(chunk)) {
        const decoded = decode(line)
        if (decoded.kind === 'message') this.messages.push(decoded.message)
      }
      this.#wake()
    })
    this.#closed = once(child, 'close').then(() => {
      this.#isClosed = true
      this.#wake()
    })
  }

  send(message: StdinMessage): void {
    this.#child.stdin.write(encode(message))
  }

  /** Sends a prompt and answers its uuid. */
  prompt(content: string): string {
    const uuid = randomUUID()
    this.send({ type: 'user', message: { role: 'user', content }, uuid })
    return uuid
  }

  async turn(content: string): Promise<{ uuid: string; sessionId: string }> {
    const from = this.messages.length
    const uuid = this.prompt(content)
    const result = await this.until((message) => message.type === 'result', from)
    return { uuid, sessionId: String((result as { session_id?: string }).session_id) }
  }

  async control(request: { subtype: string; [field: string]: unknown }): Promise<void> {
    const request_id = randomUUID()
    this.send({ type: 'control_request', request_id, request } as StdinMessage)
    await this.until((it) => it.type === 'control_response' && it.response.request_id === request_id)
  }

  async until(passes: (message: StdoutMessage) => boolean, from = 0): Promise<StdoutMessage> {
    for (let next = from; ; next++) {
      while (next >= this.messages.length) {
        if (this.#isClosed) throw new Error('the CLI ended')
        await new Promise<void>((resolve) => {
          this.#wake = resolve
        })
      }
      const message = this.messages[next] as StdoutMessage
      if (passes(message)) return message
    }
  }

  /** The uuids of the answers so far. */
  get answers(): string[] {
    return this.messages.flatMap((it) => (it.type === 'assistant' && it.uuid ? [it.uuid] : []))
  }

  async end(): Promise<void> {
    this.#child.stdin.end()
    await this.#closed
  }

  kill(): void {
    this.#child.kill('SIGKILL')
  }
}

/** What a conversation comes down to: prompts and answers, tool calls and results, in their order. */
function gist(messages: Iterable<{ role?: unknown; content?: unknown }>): string[] {
  const lines: string[] = []
  for (const { role, content } of messages) {
    const blocks = typeof content === 'string' ? [{ type: 'text', text: content }] : content
    for (const block of Array.isArray(blocks) ? blocks : []) {
      if (block.type === 'tool_use') lines.push(`call ${block.id}`)
      if (block.type === 'tool_result') lines.push(`result ${block.tool_use_id}`)
      if (block.type !== 'text') continue
      if (role === 'assistant') lines.push(`answer ${block.text}`)
      else if (prompts.includes(block.text.trim())) lines.push(`prompt ${block.text.trim()}`)
    }
  }
  return lines
}

describe.each(testedVersions)('the transcripts of %s', (version) => {
  const sent = {} as Record<'begin' | 'tools' | 'wait' | 'folded' | 'fork', string>
  const ids = {} as Record<'first' | 'fork' | 'cleared', string>
  /** What the model was sent before a prompt, and what the transcript said before it. */
  const seen = new Map<string, { api: string[]; read: string[] }>()
  const running: Cli[] = []
  let home: string
  let configDir: string
  let cwd: string
  let model: Model
  let first: Cli

  function start(...args: string[]): Cli {
    const io = ['--input-format', 'stream-json', '--output-format', 'stream-json', '--verbose']
    const child = spawn(claudeBinary(version), ['-p', ...io, '--allowedTools=Bash', ...args], {
      cwd,
      env: { PATH: process.env.PATH, HOME: home, TMPDIR: home, CLAUDE_CONFIG_DIR: configDir, ...model.env },
    })
    const cli = new Cli(child)
    running.push(cli)
    return cli
  }
  async function conversation(id: string): Promise<string[]> {
    const messages = (await readConversation(id, { configDir })).flatMap((entry) => {
      if (entry.kind === 'assistant') return [{ ...entry.message, role: 'assistant' }]
      return entry.kind === 'user' ? [{ ...entry.message, role: 'user' }] : []
    })
    return gist(messages)
  }
  /** Resumes the first session with the prompt, and notes what it went on from. */
  async function resume(
    prompt: string,
    ...args: string[]
  ): Promise<Cli & { uuid: string; sessionId: string }> {
    const read = await conversation(ids.first)
    const cli = start('--resume', ids.first, ...args)
    const turn = await cli.turn(prompt)
    const request = model.requests.findLast((it) => it.path.endsWith('/messages') && !it.side)
    const api = gist((request?.body as { messages: object[] } | undefined)?.messages ?? [])
    seen.set(prompt, { api: api.slice(0, api.indexOf(`prompt ${prompt}`)), read })
    return Object.assign(cli, turn)
  }
  async function entries(id: string): Promise<TranscriptEntry[]> {
    const all: TranscriptEntry[] = []
    for await (const entry of readTranscript(id, { configDir, cwd })) all.push(entry)
    return all
  }

  beforeAll(async () => {
    home = await realpath(await mkdtemp(join(tmpdir(), 'fairlead-transcripts-')))
    configDir = join(home, 'claude')
    cwd = join(home, 'my project_ü')
    await mkdir(cwd)
    model = await startModel({ scenario })

    first = start()
    const begin = await first.turn('begin')
    ids.first = begin.sessionId
    sent.begin = begin.uuid
    const beginAnswer = String(first.answers.at(-1))
    sent.tools = (await first.turn('two tools')).uuid
    const from = first.messages.length
    sent.wait = first.prompt('wait')
    await first.until((message) => message.type === 'assistant', from)
    sent.folded = first.prompt('also this')
    // Input is taken in order: once this is answered, the prompt is queued.
    await first.control({ subtype: 'rename_session', title: 'A title' })
    await writeFile(join(cwd, 'go'), '')
    await first.until((message) => message.type === 'result', from)
    await first.end()

    const fork = await resume('in the fork', '--fork-session')
    await fork.end()
    ids.fork = fork.sessionId
    sent.fork = fork.uuid

    await (await resume('another way', '--resume-session-at', beginAnswer)).end()
    const again = await resume('again')
    await again.turn('/compact')
    await again.turn('compacted')
    await again.end()
    const last = await resume('once more')
    await last.turn('/clear')
    ids.cleared = (await last.turn('all new')).sessionId
    await last.end()
  })
  afterAll(async () => {
    for (const cli of running) cli.kill()
    await Promise.all(running.map((cli) => cli.end()))
    await model?.close()
    await rm(home, { recursive: true })
    expect(existsSync(home)).toBe(false)
  })

  test("prompts have the host's uuids, answers those of stdout", async () => {
    const all = await entries(ids.first)
    const known = all.flatMap((entry) => (entry.kind === 'user' ? [entry.uuid] : []))
    expect(known).toEqual(expect.arrayContaining([sent.begin, sent.tools, sent.wait]))
    const answers = all.flatMap((entry) => (entry.kind === 'assistant' ? [entry.uuid] : []))
    expect(answers.slice(0, first.answers.length)).toEqual(first.answers)
    expect(all.filter((entry) => ['broken', 'noise', 'oversized'].includes(entry.kind))).toEqual([])
  })
  test('a prompt that was folded into a running turn is known by its uuid', async () => {
    const folded = (await entries(ids.first)).find((entry) => promptUuids(entry).includes(sent.folded))
    expect(folded).toMatchObject({ kind: 'attachment' })
    expect(folded && promptText(folded)).toBe('also this')
    const known = (uuid: string) => isPromptKnown(ids.first, uuid, { configDir })
    expect(await Promise.all([...Object.values(sent), randomUUID()].map(known))).toEqual([
      ...[true, true, true, true],
      ...[false, false],
    ])
  })
  test('the conversation is what a resumed session sends to the model: parallel tools, forked', () => {
    const { api, read } = seen.get('in the fork') ?? {}
    expect(read).toEqual(api)
    expect(read?.filter((it) => it.startsWith('result'))).toHaveLength(3)
    expect(read?.at(-1)).toBe('answer Waited.')
  })
  test('the same after it went on from an early message', () => {
    const { api, read } = seen.get('again') ?? {}
    expect(read).toEqual(api)
    expect(read).toEqual(['prompt begin', 'answer Begun.', 'prompt another way', 'answer Understood.'])
  })
  test('the same after a compaction', async () => {
    const { api, read } = seen.get('once more') ?? {}
    expect(read).toEqual(api)
    expect(read?.[0]).toBe('answer Understood.')
    const [boundary, summary] = await readConversation(ids.first, { configDir })
    expect(boundary).toMatchObject({ kind: 'system', subtype: 'compact_boundary' })
    expect(summary).toMatchObject({ kind: 'user', isCompactSummary: true })
  })
  test('a cleared session begins anew under its own id', async () => {
    expect(new Set(Object.values(ids)).size).toBe(3)
    expect(await conversation(ids.cleared)).toEqual(['prompt all new', 'answer Understood.'])
  })
  test('a fork is a transcript of its own, with the uuids of the first', async () => {
    expect(await isPromptKnown(ids.fork, sent.begin, { configDir })).toBe(true)
    expect(await isPromptKnown(ids.fork, sent.fork, { configDir })).toBe(true)
  })
  test('the sessions are listed', async () => {
    const { sessions, skipped } = await listSessions({ configDir, cwd })
    expect(skipped).toEqual([])
    expect(sessions.map((it) => it.id)).toEqual([ids.cleared, ids.first, ids.fork])
    const common = { cwd, version }
    expect(sessions).toMatchObject([
      { ...common, firstPrompt: 'all new', lastPrompt: 'all new' },
      { ...common, firstPrompt: 'begin', lastPrompt: 'once more', title: 'A title' },
      { ...common, firstPrompt: 'begin', lastPrompt: 'in the fork', title: 'A title' },
    ])
    expect(await listSessions({ configDir })).toEqual({ sessions, skipped })
  })
})
