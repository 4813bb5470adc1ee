import { watch } from 'node:fs'
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest'
import type { PromptResult, StdoutMessage } from '../../src/client/index.ts'
import type { SystemMessage } from '../../src/protocol/messages/system.ts'
import type { Reply } from '../../src/simulator/index.ts'
import { gone, isAlive } from '../process/children.ts'
import { testedVersions } from './claude-binaries.ts'
import { Scene } from './scene.ts'
import { nextMessage, type Stage, setStage } from './stage.ts'
import { write } from './steps.ts'

const MARKER = '[Request interrupted by user]'
const TOOL_MARKER = '[Request interrupted by user for tool use]'

describe.each(testedVersions)('interrupts of %s', (version) => {
  const old = version === '2.1.197'
  let stage: Stage
  let scene: Scene
  beforeAll(async () => {
    stage = await setStage(version, { scripts: [] })
    scene = await Scene.open(stage)
  })
  afterEach(() => scene.rest())
  afterAll(() => stage.close())

  /** What came after the answer to the interrupt: its kinds, with the text of those that speak. */
  function aftermath(): string[] {
    const answered = scene.seen.findIndex(({ type }) => type === 'control_response')
    return scene.seen.slice(answered + 1).flatMap(kindOf)
  }

  test('R-INTR-2 R-INTR-4 R-INTR-6 R-INTR-11 R-INTR-13 R-STREAM-17: while it streams', async () => {
    const turn = scene.play([{ text: 'It begins ', open: true }, { hold: 'middle' }, { text: 'and ends.' }])
    const streaming = nextMessage(scene.session, isDelta)
    await stage.model.held('middle')
    await streaming
    const answer = await scene.session.interrupt()
    expect(answer).toEqual(old ? {} : { still_queued: [] })
    const result = await turn.result
    expectInterrupted(result, 'aborted_streaming')
    const stop = old ? [] : ['stop']
    expect(aftermath()).toEqual(['assistant It begins ', `user ${MARKER}`, ...stop, 'result'])
    expect(scene.all('assistant')).toMatchObject([old ? {} : { aborted: true }])
    expect(result.message?.result).toBeUndefined()
    expect(scene.session.isBusy).toBe(false)
  })

  test('R-INTR-5: before the first byte', async () => {
    const turn = scene.play([{ hold: 'silence' }, { text: 'Never said.' }])
    await stage.model.held('silence')
    await scene.session.interrupt()
    expectInterrupted(await turn.result, 'aborted_streaming')
    expect(aftermath()).toEqual([`user ${MARKER}`, 'result'])
  })

  test('R-INTR-7: while a tool runs, whose processes end', async () => {
    const pids = join(stage.cwd, 'pids')
    const command = `tail -f /dev/null & echo $$ $! > ${pids}.new; mv ${pids}.new ${pids}; wait`
    const started = written(pids)
    const turn = scene.play([{ tool: 'Bash', input: { command, description: 'Waits' } }])
    ;(await scene.inbox.next('tool')).allow()
    const running = (await started).trim().split(' ').map(Number)
    expect(running.map(isAlive)).toEqual([true, true])
    scene.seen = []
    await scene.session.interrupt()
    expectInterrupted(await turn.result, 'aborted_tools')
    await Promise.all(running.map(gone))
    const [result, marker, end] = aftermath().filter((kind) => !kind.startsWith('task'))
    expect(result).toMatch(/^tool_result /)
    expect([marker, end]).toEqual([`user ${TOOL_MARKER}`, 'result'])
  })

  test('R-INTR-10: while it waits to ask the API again', async () => {
    const waiting = nextMessage(scene.session, isRetry)
    const turn = scene.play([{ error: { status: 429, retryAfter: 30 } }])
    expect(await waiting).toMatchObject({ error_status: 429 })
    await scene.session.interrupt()
    expectInterrupted(await turn.result, 'aborted_streaming')
  })

  test('R-INTR-3: while nothing runs, nothing follows', async () => {
    await scene.settled()
    scene.seen = []
    expect(await scene.session.interrupt()).toEqual(old ? {} : { still_queued: [] })
    await scene.settled()
    for (const type of ['user', 'assistant', 'result'] as const) expect(scene.all(type)).toEqual([])
    expect(await scene.play([{ text: 'Here.' }]).result).toMatchObject({ status: 'success', text: 'Here.' })
    expect(scene.all('result')).toHaveLength(1)
  })

  test.each(['withdraw', 'deny'] as const)('R-INTR-17: with an open approval: %s', async (approvals) => {
    const turn = scene.play([write(`${approvals}.txt`)])
    const approval = await scene.inbox.next('tool')
    await scene.session.interrupt({ approvals })
    expectInterrupted(await turn.result, 'aborted_tools')
    expect(approval.status).toBe(approvals === 'deny' ? 'answered' : 'withdrawn')
    expect(scene.session.pendingApprovals).toEqual([])
    expect(await scene.play([{ text: 'On.' }]).result).toMatchObject({ status: 'success', text: 'On.' })
  })

  /** A turn that is held in mid-stream, and a prompt behind it. */
  async function queueOne(hold: string) {
    const long = [{ text: 'Long', open: true }, { hold }] satisfies Reply
    const scripts = [
      { prompt: 'at length', replies: [long] },
      { prompt: 'and then', replies: [[{ text: 'Then this.' }]] },
    ]
    stage.model.use({ scripts })
    const first = scene.send('at length')
    await stage.model.held(hold)
    const second = scene.send('and then')
    await scene.settled()
    return { first, second }
  }

  test('R-INTR-14 R-INTR-15: a prompt that waits runs right after', async () => {
    const { first, second } = await queueOne('kept')
    expect(await scene.session.interrupt()).toEqual(old ? {} : { still_queued: [second.uuid] })
    expectInterrupted(await first.result, 'aborted_streaming')
    expect(await second.result).toMatchObject({ status: 'success', text: 'Then this.' })
  })

  test('R-INTR-16 R-DISCOVER-8: the queue can be cancelled with it, also where the CLI would not drop it', async () => {
    const { first, second } = await queueOne('cancelled')
    expect(scene.session.capabilities.includes('interrupt_cancel_queued_v1')).toBe(!old)
    const answer = await scene.session.interrupt({ cancelQueued: true })
    expect(answer).toEqual({ cancelled: [second.uuid], ...(!old && { still_queued: [] }) })
    expectInterrupted(await first.result, 'aborted_streaming')
    expect(await second.result).toMatchObject({ status: 'cancelled' })
    expect(scene.session.isBusy).toBe(false)
  })

  test('R-QUEUE-11: a waiting prompt can be taken back on its own', async () => {
    const { first, second } = await queueOne('taken back')
    expect(await scene.session.cancel(second)).toBe(true)
    expect(await second.result).toMatchObject({ status: 'cancelled' })
    expect(await scene.session.cancel(second)).toBe(false)
    await scene.session.interrupt()
    expectInterrupted(await first.result, 'aborted_streaming')
    expect(scene.session.isBusy).toBe(false)
  })

  test('R-INTR-18: closed after an interrupt, it exits with 1, which is no failure', async () => {
    const own = await Scene.open(stage)
    const turn = own.play([{ hold: 'to the end' }])
    await stage.model.held('to the end')
    await own.session.interrupt()
    await turn.result
    const messages = own.session.messages()
    expect(await own.session.close()).toMatchObject({ cause: 'close', exitCode: 1, signal: null })
    for await (const message of messages) expect(message.type).not.toBe('result')
  })

  test('a session that is closed in the middle of a turn interrupts it first', async () => {
    const other = await Scene.open(stage)
    const turn = other.play([{ text: 'Long', open: true }, { hold: 'closing' }])
    await stage.model.held('closing')
    const ending = await other.session.close()
    expect(ending).toMatchObject({ cause: 'close', signal: null })
    expectInterrupted(await turn.result, 'aborted_streaming')
  })
})

/** R-INTR-12: it is not shown as an error, and nothing is shown of the CLI's own diagnostics. */
function expectInterrupted(result: PromptResult, reason: string): void {
  expect(result).toMatchObject({ status: 'interrupted', text: '' })
  expect(result.message).toMatchObject({
    subtype: 'error_during_execution',
    is_error: true,
    terminal_reason: reason,
  })
}

const isDelta = (message: StdoutMessage): message is StdoutMessage =>
  message.type === 'stream_event' && message.event.type === 'content_block_delta'

const isRetry = (message: StdoutMessage): message is SystemMessage =>
  message.type === 'system' && message.subtype === 'api_retry'

function kindOf(message: StdoutMessage): string[] {
  switch (message.type) {
    case 'stream_event':
      return message.event.type === 'content_block_stop' ? ['stop'] : []
    case 'result':
      return ['result']
    case 'assistant':
      return message.message.content.map((block) => `assistant ${block.type === 'text' ? block.text : ''}`)
    case 'system':
      return message.subtype.startsWith('task') ? [message.subtype] : []
    case 'user': {
      const { content } = message.message
      if (message.isReplay || typeof content === 'string') return []
      return content.map((block) =>
        block.type === 'text' ? `user ${block.text}` : `${block.type} ${JSON.stringify(block)}`,
      )
    }
    default:
      return []
  }
}

/** Resolves with the content of the file when it appears. */
function written(path: string): Promise<string> {
  return new Promise((resolve, reject) => {
    const watcher = watch(join(path, '..'), (_event, name) => {
      if (!path.endsWith(`/${name}`)) return
      watcher.close()
      readFile(path, 'utf8').then(resolve, reject)
    })
  })
}
