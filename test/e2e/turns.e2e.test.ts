import { writeFileSync } from 'node:fs'
import { stat } from 'node:fs/promises'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { Step } from '../../src/simulator/index.ts'
import { toArray } from '../../src/state/list.ts'
import { isRunning } from '../../src/state/tasks.ts'
import { testedVersions } from './claude-binaries.ts'
import { lastConversation, Scene } from './scene.ts'
import { nextMessage, type Stage, setStage } from './stage.ts'
import { bash } from './steps.ts'
import { conversations, deltasOf, historyOf, isResult, namesOf, streamedText } from './talk.ts'

const PIXEL =
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg=='
const BLOCK = ['content_block_start', 'content_block_delta'] as const

describe.each(testedVersions)('turns with %s', (version) => {
  const isOld = version === '2.1.197'
  let stage: Stage
  let scene: Scene
  beforeAll(async () => {
    stage = await setStage(version, { scripts: [] })
    scene = await Scene.open(stage, { allowedTools: ['Bash', 'Edit'] })
  })
  afterAll(() => stage.close())

  test('R-INIT-7 R-INIT-8 R-RESULT-1: nothing comes before the first prompt, then a turn with one result', async () => {
    const own = await Scene.open(stage)
    await own.settled()
    expect(namesOf(own.seen)).toEqual(['control_response'])
    const turn = own.play([{ text: 'Four.' }])
    expect(turn.state).toBe('sent')
    expect(own.session.isBusy).toBe(true)
    const result = await turn.result
    expect(result).toMatchObject({ status: 'success', text: 'Four.', message: { num_turns: 1 } })
    expect(turn.state).toBe('done')
    expect(own.session.isBusy).toBe(false)
    expect(own.all('result')).toEqual([result.message])
    expect(historyOf(stage.model)).toEqual(['user: play the script'])
  })

  test('R-STREAM-3 R-STREAM-4 R-STREAM-5 R-STREAM-9 R-STREAM-12: a reply is streamed block by block', async () => {
    const own = await Scene.open(stage, { allowedTools: ['Bash'] })
    const input = { command: 'echo streamed', description: 'Runs it' }
    await own.play(
      [{ thinking: 'I think so.' }, { text: 'I run it.' }, { tool: 'Bash', input }],
      [{ text: 'It ran.' }],
    ).result
    const echo = isOld ? { first: [], late: ['user echo'] } : { first: ['user echo'], late: [] }
    const names = namesOf(own.seen).filter((name) => !/^(state|prompt|thinking)/.test(name))
    // A tool may run before its message has ended: when its result comes is not the stream's order.
    expect(names.filter((name) => name !== 'user tool_result')).toEqual([
      'init',
      'status requesting',
      ...[...echo.first, 'message_start'],
      ...[...BLOCK, ...echo.late, 'assistant thinking', 'content_block_stop'],
      ...[...BLOCK, 'assistant text', 'content_block_stop'],
      ...[...BLOCK, 'assistant tool_use', 'content_block_stop'],
      ...['message_delta', 'message_stop'],
      'status requesting',
      'message_start',
      ...[...BLOCK, 'assistant text', 'content_block_stop'],
      ...['message_delta', 'message_stop'],
      'result',
    ])
    const replies = own.all('assistant').slice(0, 3)
    expect(new Set(replies.map(({ message }) => message.id)).size).toBe(1)
    expect(new Set(replies.map(({ uuid }) => uuid)).size).toBe(3)
    for (const { message } of replies) {
      expect(message).toMatchObject({ stop_reason: null, usage: { output_tokens: 1 } })
    }
    const stops = own
      .all('stream_event')
      .map(({ event }) => event)
      .flatMap((event) => (event.type === 'message_delta' ? [event.delta.stop_reason] : []))
    expect(stops).toEqual(['tool_use', 'end_turn'])
    const json = deltasOf(own.seen).map((delta) =>
      delta.type === 'input_json_delta' ? delta.partial_json : '',
    )
    expect(JSON.parse(json.join(''))).toEqual(input)
    expect(streamedText(own.seen)).toBe('I run it.It ran.')
  })

  test('R-ENV-5 R-LIVE-13: the CLI says what state it is in, and that it is idle after the result', async () => {
    // The session of the other tests may not have said yet that it is idle.
    const own = await Scene.open(stage)
    const turn = own.play([{ tool: 'Write', input: { file_path: 'a.txt', content: 'a' } }])
    const approval = await own.inbox.next('tool')
    await own.settled()
    expect(namesOf(own.seen).at(-1)).toBe('control_response')
    expect(namesOf(own.seen, 'state running', 'state requires_action')).toEqual([
      'state running',
      'state requires_action',
    ])
    approval.deny('No.')
    await turn.result
    await own.settled()
    const names = namesOf(own.seen, 'state running', 'state requires_action', 'state idle', 'result')
    expect(names.slice(-3)).toEqual(['state running', 'result', 'state idle'])
  })

  test('R-COST-1 R-COST-2 R-COST-6: cost adds up over the process, usage is of the turn', async () => {
    const usage = { input_tokens: 1000, output_tokens: 100 }
    const one = (await scene.play([{ text: 'One.' }, { usage }]).result).message
    const two = (await scene.play([{ text: 'Two.' }, { usage }]).result).message
    expect(one?.usage).toMatchObject(usage)
    expect(two?.usage).toMatchObject(usage)
    expect(two?.num_turns).toBe(1)
    expect(two?.total_cost_usd).toBeGreaterThan(one?.total_cost_usd ?? Number.POSITIVE_INFINITY)
    expect(two?.duration_api_ms).toBeGreaterThan(one?.duration_api_ms ?? Number.POSITIVE_INFINITY)
    const [before] = Object.values(one?.modelUsage ?? {})
    const [after] = Object.values(two?.modelUsage ?? {})
    expect(after).toMatchObject({
      inputTokens: (before?.inputTokens ?? Number.NaN) + 1000,
      outputTokens: (before?.outputTokens ?? Number.NaN) + 100,
      costUSD: expect.any(Number),
      contextWindow: expect.any(Number),
    })
  })

  test('R-INIT-9 R-SPAWN-9: each turn begins with an init of its own, with its model and mode', async () => {
    const { pid } = scene.session
    await scene.play([{ text: 'One.' }]).result
    const [first] = scene.all('system').filter(({ subtype }) => subtype === 'init')
    await scene.session.setModel('claude-haiku-4-5')
    await scene.session.setPermissionMode('acceptEdits')
    await scene.play([{ text: 'Two.' }]).result
    expect(namesOf(scene.seen, 'init', 'result')).toEqual(['init', 'result'])
    expect(scene.all('system')).toContainEqual(
      expect.objectContaining({
        subtype: 'init',
        model: 'claude-haiku-4-5',
        permissionMode: 'acceptEdits',
        session_id: first?.session_id,
      }),
    )
    expect(first).toMatchObject({ permissionMode: 'default', session_id: scene.session.sessionId })
    expect(conversations(stage.model).at(-1)?.model).toBe('claude-haiku-4-5')
    expect(conversations(stage.model).at(-2)?.model).not.toBe('claude-haiku-4-5')
    await scene.session.setModel()
    await scene.session.setPermissionMode('default')
    expect(scene.session.pid).toBe(pid)
  })

  test('R-BLOCK-5 R-ENV-13: an image and a document reach the model, among reminders of the CLI', async () => {
    stage.model.use({ scripts: [{ prompt: 'what do you see', replies: [[{ text: 'A pixel.' }]] }] })
    const image = { type: 'base64', media_type: 'image/png', data: PIXEL } as const
    const document = { type: 'text', media_type: 'text/plain', data: 'A note.' } as const
    const turn = scene.session.send([
      { type: 'image', source: image },
      { type: 'document', source: document },
      { type: 'text', text: 'what do you see' },
    ])
    expect(await turn.result).toMatchObject({ status: 'success', text: 'A pixel.' })
    const prompt = lastConversation(stage.model).findLast(({ role }) => role === 'user')
    expect(prompt?.content).toEqual(
      expect.arrayContaining([
        expect.objectContaining({ type: 'image', source: image }),
        expect.objectContaining({ type: 'document', source: document }),
        expect.objectContaining({ type: 'text', text: expect.stringMatching(/^what do you see\n?$/) }),
      ]),
    )
    expect(JSON.stringify(lastConversation(stage.model))).toContain('<system-reminder>')
  })

  test('R-QUEUE-10: a prompt that asks nothing is kept for the next one', async () => {
    const before = conversations(stage.model).length
    scene.seen = []
    const note = await scene.session.send('The answer is 42.', { shouldQuery: false }).result
    expect(note).toMatchObject({ status: 'success', text: '', message: { num_turns: 0 } })
    expect(namesOf(scene.seen, 'init', 'result')).toEqual(['init', 'result'])
    expect(conversations(stage.model).length).toBe(before)
    await scene.play([{ text: 'I know.' }]).result
    expect(historyOf(stage.model).slice(-2)).toEqual(['user: The answer is 42.', 'user: play the script'])
  })

  test('a tool result of 5 MB comes through whole', async () => {
    const path = join(stage.cwd, 'big.txt')
    const content = `MARK\n${`${'x'.repeat(99)}\n`.repeat(50_000)}`
    writeFileSync(path, content)
    const { mtimeMs } = await stat(path)
    await scene.session.request('seed_read_state', { path, mtime: Math.floor(mtimeMs) })
    const edit = { file_path: path, old_string: 'MARK', new_string: 'DONE' }
    expect(await scene.play([{ tool: 'Edit', input: edit }]).result).toMatchObject({ status: 'success' })
    const [result] = scene.all('user').filter(({ tool_use_result }) => tool_use_result !== undefined)
    const { originalFile = '' } = (result?.tool_use_result ?? {}) as { originalFile?: string }
    expect(originalFile.length).toBe(content.length)
    expect(originalFile === content).toBe(true)
  })

  test('R-INIT-8 R-QUEUE-7 R-TASK-5 R-RESULT-13: when a background task ends, the CLI starts a turn by itself', async () => {
    const go = join(stage.cwd, 'go')
    const command = `until [ -e ${go} ]; do sleep 0.02; done; echo went`
    const turn = scene.play([bash(command, { run_in_background: true })], [{ text: 'Started.' }])
    expect(await turn.result).toMatchObject({ status: 'success', text: 'Started.' })
    expect(namesOf(scene.seen)).toContain('task_started')
    expect(scene.session.isBusy).toBe(false)
    await scene.settled()
    scene.seen = []
    const result = nextMessage(scene.session, isResult)
    writeFileSync(go, '')
    const own = await result
    expect(own).toMatchObject({ is_error: false, result: 'Done.' })
    expect(own).not.toHaveProperty('user_message_uuids')
    await scene.settled()
    expect(namesOf(scene.seen, 'task_updated', 'task_notification', 'init', 'result', 'state idle')).toEqual([
      'task_updated',
      'task_notification',
      'init',
      'result',
      'state idle',
    ])
    expect(scene.session.isBusy).toBe(false)
    expect(await scene.play([{ text: 'Still here.' }]).result).toMatchObject({ text: 'Still here.' })
  })

  test('R-QUEUE-7: a prompt sent while such a turn runs gets its own result, and not that of the turn', async () => {
    const go = join(stage.cwd, 'go-3')
    const command = `until [ -e ${go} ]; do sleep 0.02; done`
    const own: Step[] = [{ text: 'It ', open: true }, { hold: 'own' }, { text: 'ended.' }]
    const background = [bash(command, { run_in_background: true })]
    const replies = [background, [{ text: 'Started.' }], own]
    stage.model.use({
      scripts: [
        { prompt: 'begin', replies },
        { prompt: 'second', replies: [[{ text: 'Second.' }]] },
      ],
    })
    await scene.send('begin').result
    await scene.settled()
    scene.seen = []
    const held = stage.model.held('own')
    writeFileSync(go, '')
    await held
    const second = scene.send('second')
    await scene.settled()
    stage.model.release('own')
    expect(await second.result).toMatchObject({ status: 'success', text: 'Second.' })
    const [first, last] = scene.all('result')
    expect(first).toMatchObject({ result: 'It ended.', origin: { kind: 'task-notification' } })
    expect(last).toMatchObject({ result: 'Second.' })
    const turns = toArray(scene.session.state.turns.past).slice(-2)
    expect(turns).toMatchObject([
      { selfStarted: true, prompts: [] },
      { selfStarted: false, prompts: [second.uuid] },
    ])
    expect(scene.session.isBusy).toBe(false)
  })

  test('R-TASK-8: no turn follows when a background task is stopped, and the session is idle', async () => {
    const wait = bash('sleep 60', { run_in_background: true })
    await scene.play([wait], [{ text: 'Started.' }]).result
    await scene.settled()
    const running = scene.session.state.tasks.list.findLast(isRunning)
    await scene.session.request('stop_task', { task_id: running?.id ?? '' })
    // 197 does not echo it: only the order of turns tells whose the result is.
    expect(await scene.send('/context').result).toMatchObject({
      text: expect.stringContaining('Context Usage'),
    })
    expect(scene.all('result')).toHaveLength(2)
    expect(scene.session.liveness().status).toBe('idle')
  })

  test.skipIf(isOld)('R-TASK-7: all background tasks are told whenever they change', async () => {
    const files = ['go-2-first', 'go-2-second'].map((name) => join(stage.cwd, name))
    const waits = files.map((go) =>
      bash(`until [ -e ${go} ]; do sleep 0.02; done`, { run_in_background: true }),
    )
    await scene.play(waits, [{ text: 'Started.' }]).result
    // One after the other: each has a turn of its own, and no other test shall get one of them.
    for (const go of files) {
      const result = nextMessage(scene.session, isResult)
      writeFileSync(go, '')
      await result
      await scene.settled()
    }
    const counts = scene
      .all('system')
      .flatMap((message) => (message.subtype === 'background_tasks_changed' ? [message.tasks.length] : []))
    expect(Math.max(...counts)).toBe(2)
    expect(counts.at(-1)).toBe(0)
  })
})

describe.each(testedVersions)('turns without partial messages with %s', (version) => {
  let stage: Stage
  let scene: Scene
  beforeAll(async () => {
    stage = await setStage(version, { scripts: [] })
    scene = await Scene.open(stage, { includePartialMessages: false, replayUserMessages: false })
  })
  afterAll(() => stage.close())

  test('R-STREAM-1 R-STREAM-2 R-STREAM-11 R-STREAM-12 R-REPLAY-2: only whole messages come', async () => {
    const result = await scene.play([{ thinking: 'Let me see.' }, { text: 'Whole.' }]).result
    expect(result).toMatchObject({ status: 'success', text: 'Whole.' })
    const names = namesOf(scene.seen).filter((name) => !/^(state|prompt)/.test(name))
    expect(names).toEqual(['init', 'thinking_tokens', 'assistant thinking', 'assistant text', 'result'])
    expect(historyOf(stage.model)).toEqual(['user: play the script'])
  })

  test('R-REPLAY-7: the echo of a prompt comes before the first message of its answer', async () => {
    const echoing = await Scene.open(stage, { includePartialMessages: false })
    await echoing.play([{ text: 'Whole.' }]).result
    const names = namesOf(echoing.seen).filter((name) => !/^(state|prompt)/.test(name))
    expect(names.slice(0, 3)).toEqual(['init', 'user echo', 'assistant text'])
  })
})
