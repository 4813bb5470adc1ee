import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, onTestFinished, test } from 'vitest'
import { Session } from '../../src/client/session.ts'
import { adoptDurable, startDurable } from '../../src/process/durable/start.ts'
import { buildEnvironment } from '../../src/process/options/environment.ts'
import { decode } from '../../src/protocol/decode.ts'
import type { JsonObject } from '../../src/protocol/json.ts'
import type { StdoutMessage } from '../../src/protocol/stdout.ts'
import { gone, isAlive } from '../process/children.ts'
import { pidsIn } from '../process/durable-children.ts'
import { DurableHosts } from '../process/durable-hosts.ts'
import { claudeBinary, testedVersions } from './claude-binaries.ts'
import { type Stage, setStage } from './stage.ts'
import { isA, streamedText } from './talk.ts'

const ARGUMENTS = [
  ...['-p', '--input-format', 'stream-json', '--output-format', 'stream-json', '--verbose'],
  ...['--permission-prompt-tool', 'stdio', '--include-partial-messages'],
]
const PART_LENGTH = 500
const PART = { text: '0123456789', chunk: 1, repeat: PART_LENGTH / 10 }
const TALE = '0123456789'.repeat((3 * PART_LENGTH) / 10)

describe.each(testedVersions)('a durable process of %s', (version) => {
  let stage: Stage
  beforeAll(async () => {
    stage = await setStage(version, {
      scripts: [
        // A file each: what is there already is not written over without being read first.
        ...['a', 'b', 'c'].map((name) => ({
          prompt: `write ${name}.txt`,
          replies: [
            [{ tool: 'Write', input: { file_path: `${name}.txt`, content: 'written' } }],
            [{ text: 'Done.' }],
          ],
        })),
        { prompt: 'tell a tale', replies: [[PART, { hold: 'one' }, PART, { hold: 'two' }, PART]] },
        { prompt: 'here is a lot', replies: [[{ text: 'Read.' }]] },
      ],
    })
  })
  afterAll(() => stage.close())

  const command = () => ({ command: claudeBinary(version), args: ARGUMENTS, cwd: stage.cwd })
  const env = () => buildEnvironment({ env: stage.env })
  async function makeHosts(): Promise<DurableHosts> {
    const hosts = await DurableHosts.make(command(), env())
    onTestFinished(() => hosts.end())
    return hosts
  }
  const write = (hosts: DurableHosts, message: JsonObject) => hosts.send(JSON.stringify(message))
  const prompt = (hosts: DurableHosts, content: string) =>
    write(hosts, { type: 'user', message: { role: 'user', content } })
  const messages = (hosts: DurableHosts): StdoutMessage[] =>
    hosts.lines.map(decode).flatMap((decoded) => (decoded.kind === 'message' ? [decoded.message] : []))
  /** The first message of the type that is in the journal, as soon as it is. */
  async function journaled<T extends StdoutMessage['type']>(hosts: DurableHosts, type: T) {
    await expect.poll(() => messages(hosts).some(isA(type))).toBe(true)
    return messages(hosts).find(isA(type)) as Extract<StdoutMessage, { type: T }>
  }
  const isWhole = (hosts: DurableHosts) => `${hosts.lines.join('\n')}\n` === hosts.written

  test('R-SPAWN-7 R-SESSION-19: its host is killed with an approval open; the next one answers it, and the turn ends', async () => {
    const hosts = await makeHosts()
    const pid = await hosts.next()
    prompt(hosts, 'write a.txt')
    const { request_id, request } = await journaled(hosts, 'control_request')
    expect(request).toMatchObject({ subtype: 'can_use_tool', tool_name: 'Write' })
    await hosts.kill()
    expect(isAlive(pid)).toBe(true)
    expect(existsSync(join(stage.cwd, 'a.txt'))).toBe(false)
    // One that dies at once, and one that stays.
    await hosts.next()
    await hosts.kill()
    expect(await hosts.next()).toBe(pid)
    const response = { behavior: 'allow', updatedInput: {} }
    write(hosts, { type: 'control_response', response: { subtype: 'success', request_id, response } })
    expect(await journaled(hosts, 'result')).toMatchObject({ subtype: 'success', result: 'Done.' })
    expect(readFileSync(join(stage.cwd, 'a.txt'), 'utf8')).toBe('written')
    hosts.endInput()
    await expect.poll(() => hosts.ending).toMatchObject({ cause: 'exit', exitCode: 0 })
    expect(messages(hosts).filter(isA('control_request'))).toHaveLength(1)
    expect(isWhole(hosts)).toBe(true)
  })

  test('R-SPAWN-7: hosts are killed in the middle of an answer; together they have each line of it once', async () => {
    const hosts = await makeHosts()
    await hosts.next()
    prompt(hosts, 'tell a tale')
    // The first while the model is silent, the second while it speaks, the others as soon as they are there.
    await expect.poll(() => streamedText(messages(hosts)).length).toBe(PART_LENGTH)
    await hosts.kill()
    await hosts.next()
    stage.model.release('one')
    await expect.poll(() => streamedText(messages(hosts)).length).toBeGreaterThan(PART_LENGTH)
    await hosts.kill()
    stage.model.release('two')
    for (let i = 0; i < 2; i++) {
      await hosts.next()
      await hosts.kill()
    }
    await hosts.next()
    expect(await journaled(hosts, 'result')).toMatchObject({ subtype: 'success' })
    hosts.endInput()
    await expect.poll(() => hosts.ending).toMatchObject({ cause: 'exit', exitCode: 0 })
    expect(streamedText(messages(hosts))).toBe(TALE)
    expect(isWhole(hosts)).toBe(true)
  })

  test('its holder and its host are killed with an approval open: its input ends, and so does the process', async () => {
    const hosts = await makeHosts()
    const pid = await hosts.next()
    prompt(hosts, 'write b.txt')
    await journaled(hosts, 'control_request')
    process.kill(pidsIn(hosts.folder).holder, 'SIGKILL')
    // As long as the host has the FIFO open, nothing has changed.
    write(hosts, { type: 'control_request', request_id: 'still-there', request: { subtype: 'mcp_status' } })
    await journaled(hosts, 'control_response')
    await hosts.kill()
    await gone(pid)
    await hosts.next()
    await expect.poll(() => hosts.ending).toMatchObject({ cause: 'exit', exitCode: 0 })
    // The approval has failed, not the turn.
    expect(messages(hosts).find(isA('result'))).toMatchObject({ subtype: 'success', result: 'Done.' })
    expect(isWhole(hosts)).toBe(true)
  })

  test('a prompt of a megabyte, many times what a FIFO holds, arrives whole', async () => {
    const hosts = await makeHosts()
    await hosts.next()
    const text = `here is a lot: ${'x'.repeat(1024 * 1024)}`
    prompt(hosts, text)
    expect(await journaled(hosts, 'result')).toMatchObject({ subtype: 'success', result: 'Read.' })
    expect(JSON.stringify(stage.model.requests.at(-1)?.body)).toContain(text)
  })

  test('R-SESSION-19: a session works on it, is left, and is taken up by another', async () => {
    const folder = join(stage.home, 'durable-session')
    const first = await startDurable({ folder, generation: 1, ...command(), env: env() })
    const one = new Session(first, {})
    expect(await one.send('here is a lot').result).toMatchObject({ status: 'success', text: 'Read.' })
    await first.detach()
    const second = await adoptDurable(folder, 1, { offset: first.offset })
    const two = new Session(second, { onApproval: (approval) => void approval.deny('No.') })
    expect(await two.send('write c.txt').result).toMatchObject({ status: 'success', text: 'Done.' })
    expect(two.pid).toBe(one.pid)
    expect(await two.close()).toMatchObject({ cause: 'close', exitCode: 0 })
  })
})
