import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import type { StdoutMessage } from '../../src/client/index.ts'
import { HOST_REQUEST_SUBTYPES, type HostRequestSubtype } from '../../src/protocol/control/to-cli.ts'
import type { PermissionMode } from '../../src/protocol/permissions.ts'
import { testedVersions } from './claude-binaries.ts'
import { REQUESTS, type Subject, UNSUPPORTED } from './control-table.ts'
import { Scene } from './scene.ts'
import { nextMessage, type Stage, setStage } from './stage.ts'
import { bash } from './steps.ts'
import { conversations, historyOf, isResult, isToolCall, namesOf } from './talk.ts'

type TaskStarted = Extract<StdoutMessage, { type: 'system'; subtype: 'task_started' }>
const isTaskStarted = (message: StdoutMessage): message is TaskStarted =>
  message.type === 'system' && message.subtype === 'task_started'

describe.each(testedVersions)('control requests with %s', (version) => {
  const isOld = version === '2.1.197'
  let stage: Stage
  let scene: Scene
  let subject: Subject
  beforeAll(async () => {
    stage = await setStage(version, { scripts: [] })
    writeFileSync(join(stage.cwd, 'notes.txt'), 'Some notes.')
    mkdirSync(join(stage.cwd, 'sub'))
    scene = await open()
  })
  afterAll(() => stage.close())
  const open = () => Scene.open(stage, { allowedTools: ['Bash'], fileCheckpointing: false })
  // The subtypes of the table are strings here: what they need is checked where the table is written.
  const ask = (subtype: string, fields: object = {}, { session } = scene): Promise<object> =>
    session.request(subtype as 'get_settings', fields)

  test('requests are answered before the first prompt', async () => {
    const own = await open()
    expect(await own.session.contextUsage()).toMatchObject({ categories: expect.any(Array) })
    expect(await own.session.mcpStatus()).toEqual([])
    expect(namesOf(own.seen)).toEqual(['control_response'])
  })

  describe('R-CONTROL-63: each request that there is', () => {
    // Some of them change what the others find: not that of the other tests.
    let asked: Scene
    beforeAll(async () => {
      asked = await open()
      stage.model.use({
        scripts: [{ prompt: 'hello', replies: [[{ text: 'Hi.' }]] }],
        otherwise: [{ text: 'You ask.' }],
      })
      const turn = asked.session.send('hello')
      await turn.result
      const answerUuid = asked.all('assistant')[0]?.uuid ?? ''
      subject = { cwd: stage.cwd, promptUuid: turn.uuid, answerUuid }
    })
    const subtypes = Object.keys(REQUESTS) as Exclude<HostRequestSubtype, 'end_session'>[]
    const answered = subtypes.filter((subtype) => !UNSUPPORTED[version].includes(subtype))

    test('stands in the table', () => {
      expect(['end_session', ...subtypes].sort()).toEqual([...HOST_REQUEST_SUBTYPES].sort())
    })
    test.each(answered)('%s is answered', async (subtype) => {
      const { fields, answer } = REQUESTS[subtype]
      const expected = version in answer ? (answer as Record<string, object>)[version] : answer
      const answered = ask(subtype, typeof fields === 'function' ? fields(subject) : fields, asked)
      if (expected instanceof RegExp) {
        await expect(answered).rejects.toMatchObject({ code: 'control-error', subtype })
        await expect(answered).rejects.toThrow(expected)
      } else {
        expect(await answered).toMatchObject(expected ?? {})
      }
    })
    test.each(UNSUPPORTED[version])('%s is not supported', async (subtype) => {
      const { fields } = REQUESTS[subtype as keyof typeof REQUESTS]
      const answered = ask(subtype, typeof fields === 'function' ? fields(subject) : fields, asked)
      await expect(answered).rejects.toMatchObject({ code: 'unsupported', subtype })
    })
  })

  test('R-CONTROL-46 R-CONTROL-47: a subtype that does not exist is unsupported', async () => {
    scene.seen = []
    await expect(ask('dance')).rejects.toMatchObject({
      code: 'unsupported',
      message: 'dance: Unsupported control request subtype: dance',
    })
    const [answer] = scene.all('control_response')
    expect(answer?.response).toMatchObject({
      subtype: 'error',
      ...(!isOld && { error_code: 'unsupported_request' }),
    })
  })

  test('R-CONTROL-50: a request without what it needs is not sent', async () => {
    const own = await open()
    for (const subtype of ['mcp_call', 'rewind_conversation', 'set_permission_mode', 'read_file']) {
      await expect(ask(subtype, {}, own)).rejects.toMatchObject({ code: 'bad-request' })
    }
    // Sent without them, the first two would have wedged the old CLI for good.
    await own.settled()
    expect(namesOf(own.seen)).toEqual(['control_response'])
  })

  test('R-CONTROL-43: a quick request is answered before a slow one, and each gets its own', async () => {
    stage.model.use({ scripts: [{ prompt: 'a slow', replies: [[{ hold: 'side' }, { text: 'Slow.' }]] }] })
    scene.seen = []
    let isAnswered = false
    const slow = scene.session.request('side_question', { question: 'a slow one' }).finally(() => {
      isAnswered = true
    })
    await stage.model.held('side')
    expect(await scene.session.request('get_binary_version', {})).toMatchObject({ version })
    expect(isAnswered).toBe(false)
    stage.model.release('side')
    expect(await slow).toEqual({ response: 'Slow.', synthetic: false })
  })

  test.skipIf(isOld)('R-CONTROL-66: a side question tells that it has begun, under its id', async () => {
    scene.seen = []
    await scene.session.request('side_question', { question: 'A quick one?' })
    const [progress] = scene
      .all('system')
      .flatMap((message) => (message.subtype === 'control_request_progress' ? [message] : []))
    expect(progress?.status).toBe('started')
    expect(scene.all('control_response').map(({ response }) => response.request_id)).toContain(
      progress?.request_id,
    )
  })

  test('files are found, once the CLI has looked for them', async () => {
    const find = async () => (await scene.session.request('file_suggestions', { query: 'notes' })).suggestions
    await expect.poll(find).toContainEqual(expect.objectContaining({ path: 'notes.txt' }))
    await expect(ask('read_file', { path: 'nowhere.txt' })).rejects.toMatchObject({ code: 'control-error' })
  })

  test('R-CONTROL-65 R-INIT-14: a new command is told when the plugins are loaded again', async () => {
    scene.seen = []
    mkdirSync(join(stage.cwd, '.claude', 'commands'), { recursive: true })
    writeFileSync(join(stage.cwd, '.claude', 'commands', 'tidy.md'), 'Tidy up.')
    const { commands } = await scene.session.request('reload_plugins', {})
    expect(commands).toContainEqual(expect.objectContaining({ name: 'tidy' }))
    const names = (of: readonly unknown[] = []) => of.map((command) => (command as { name: string }).name)
    const told = scene
      .all('system')
      .flatMap((message) => (message.subtype === 'commands_changed' ? [names(message.commands)] : []))
    expect(told).toEqual([names(commands)])
    expect(names(commands).length).toBeGreaterThan(1)
  })

  test('R-CONTROL-51 R-CONTROL-53: any model is taken, told as a local command, and fails only at the API', async () => {
    // Before the first turn 2.1.325 only answers.
    await scene.play([{ text: 'Hi.' }]).result
    scene.seen = []
    const answer = await scene.session.setModel('claude-of-the-future')
    expect(answer).toEqual(isOld ? {} : { model: 'claude-of-the-future' })
    await scene.settled()
    const told = scene.all('user').map(({ message, isReplay }) => ({ text: message.content, isReplay }))
    const text = expect.stringMatching(/^<local-command-stdout>Set model to .*claude-of-the-future/)
    expect(told).toContainEqual({ text, isReplay: true })
    const turn = scene.play([{ error: { status: 404, message: 'model: claude-of-the-future' } }])
    expect(await turn.result).toMatchObject({ status: 'error' })
    expect(conversations(stage.model).at(-1)?.model).toBe('claude-of-the-future')
    await scene.session.setModel()
  })

  test('R-CONTROL-52 R-ENV-12: a model set during a turn counts from the next turn, or the next request', async () => {
    const go = join(stage.cwd, 'go-model')
    const called = nextMessage(scene.session, isToolCall)
    const turn = scene.play([bash(`until [ -e ${go} ]; do sleep 0.02; done`)])
    await called
    const before = conversations(stage.model).length
    await scene.session.setModel('claude-haiku-4-5')
    writeFileSync(go, '')
    await turn.result
    await scene.play([{ text: 'Next.' }]).result
    const models = conversations(stage.model)
      .slice(before)
      .map(({ model }) => model === 'claude-haiku-4-5')
    expect(models).toEqual([!isOld, true])
    const probes = stage.model.requests.filter(
      ({ body }) => (body as { max_tokens?: number })?.max_tokens === 1,
    )
    expect(probes.length > 0).toBe(!isOld)
    await scene.session.request('generate_session_title', { description: 'Waits for a file' })
    expect(stage.model.requests.at(-1)).toMatchObject({ path: '/v1/messages', side: true })
    await scene.session.setModel()
  })

  test('R-CONTROL-54 R-CONTROL-55 R-CONTROL-56 R-CONTROL-57: modes', async () => {
    const { session } = scene
    await scene.setMode('default')
    const modes = async (mode: PermissionMode) => {
      scene.seen = []
      const answer = await session.request('set_permission_mode', { mode })
      await scene.settled()
      return { answer, told: scene.modes }
    }
    expect(await modes('acceptEdits')).toEqual({ answer: { mode: 'acceptEdits' }, told: ['acceptEdits'] })
    expect(await modes('acceptEdits')).toEqual({ answer: { mode: 'acceptEdits' }, told: [] })
    // The old CLI would take both: `delegate` is gone, and `manual` is a newer name.
    await expect(modes('delegate')).rejects.toMatchObject({ code: 'bad-request' })
    expect((await modes('manual')).answer).toEqual({ mode: 'default' })
    await expect(session.setPermissionMode('bypassPermissions')).rejects.toThrow('Cannot set permission mode')
    expect(await session.setPermissionMode('manual')).toEqual({ mode: 'default' })
  })

  test('R-CONTROL-58: thinking is turned off with 0, limited, and let free with null', async () => {
    await scene.session.setModel('claude-sonnet-4-5')
    const thinking = async (tokens: number | null) => {
      await scene.session.setMaxThinkingTokens(tokens)
      await scene.play([{ text: 'I think.' }]).result
      return conversations(stage.model).at(-1)?.thinking
    }
    expect(await thinking(0)).toEqual({ type: 'disabled' })
    expect(await thinking(2000)).toMatchObject({ type: 'enabled', budget_tokens: 2000 })
    expect(await thinking(null)).not.toMatchObject({ budget_tokens: 2000 })
    await scene.session.setModel()
  })

  test('R-INIT-4 R-INIT-10 R-CONTROL-75: an open approval is told again to a second initialize, and asked once', async () => {
    const turn = scene.play([{ tool: 'Write', input: { file_path: 'once.txt', content: 'once' } }])
    const approval = await scene.inbox.next('tool')
    await scene.session.request('initialize', {})
    const [answer] = scene.all('control_response')
    const { subtype, tool_name, input, tool_use_id, permission_suggestions } = approval.request
    const request = { subtype, tool_name, input, tool_use_id, permission_suggestions }
    expect(answer?.response).toMatchObject({
      subtype: 'success',
      pending_permission_requests: [{ type: 'control_request', request_id: approval.id, request }],
    })
    expect(scene.inbox.asked).toEqual([approval])
    approval.allow()
    expect(await turn.result).toMatchObject({ status: 'success' })
    expect(readFileSync(join(stage.cwd, 'once.txt'), 'utf8')).toBe('once')
  })

  test.skipIf(isOld)('R-INIT-15: a repeated initialize has the background tasks told again', async () => {
    scene.seen = []
    await scene.session.request('initialize', {})
    await scene.settled()
    expect(scene.all('system')).toContainEqual(
      expect.objectContaining({ subtype: 'background_tasks_changed', tasks: [] }),
    )
  })

  test('R-TASK-4 R-TASK-9: a tool that takes long is a task, and can be moved to the background', async () => {
    const go = join(stage.cwd, 'go-task')
    const started = nextMessage(scene.session, isTaskStarted)
    const turn = scene.play([bash(`until [ -e ${go} ]; do sleep 0.02; done`)], [{ text: 'Moved.' }])
    const { is_backgrounded } = await started
    expect(is_backgrounded).toBe(isOld ? undefined : false)
    await scene.session.request('background_tasks', {})
    expect(await turn.result).toMatchObject({ status: 'success', text: 'Moved.' })
    expect(scene.all('system')).toContainEqual(
      expect.objectContaining({ subtype: 'task_updated', patch: { is_backgrounded: true } }),
    )
    expect(scene.results[0]?.text).toContain('backgrounded')
    const own = nextMessage(scene.session, isResult)
    writeFileSync(go, '')
    await own
    expect(namesOf(scene.seen)).toContain('task_notification')
  })

  test('R-TASK-8 R-CONTROL-67: a task is stopped, and its output is read', async () => {
    const ready = join(stage.cwd, 'ready')
    const command = `yes 0123456 | head -n 2000; echo last; touch ${ready}; until [ -e never ]; do sleep 0.02; done`
    const started = nextMessage(scene.session, isTaskStarted)
    await scene.play([bash(command, { run_in_background: true })]).result
    const { task_id } = await started
    await expect.poll(() => existsSync(ready)).toBe(true)
    if (!isOld) {
      const { output = '', ...rest } = await scene.session.request('get_task_output', { task_id })
      expect(output).toMatch(/0123456\nlast\n$/)
      expect(Buffer.byteLength(output)).toBe(8192)
      expect(rest).toEqual({ total_bytes: 16_005, truncated: true })
    }
    await scene.session.request('stop_task', { task_id })
    await scene.settled()
    expect(scene.all('system')).toContainEqual(
      expect.objectContaining({ subtype: 'task_notification', task_id, status: 'stopped' }),
    )
    // No turn follows: the next prompt is not taken for one of the CLI's own.
    expect(await scene.session.send('/context').result).toMatchObject({ status: 'success' })
  })

  test('R-END-8: end_session ends the CLI', async () => {
    const own = await open()
    expect(await ask('end_session', {}, own)).toEqual({})
    expect(await own.session.ended).toMatchObject({ cause: 'exit', exitCode: 0 })
  })
})

describe.each(testedVersions)('rewinding files with %s', (version) => {
  let stage: Stage
  let scene: Scene
  beforeAll(async () => {
    stage = await setStage(version, { scripts: [] })
  })
  beforeEach(async () => {
    scene = await Scene.open(stage, {
      fileCheckpointing: true,
      permissionMode: 'acceptEdits',
      allowedTools: ['Bash'],
    })
  })
  afterAll(() => stage.close())
  const file = (name: string) => join(stage.cwd, name)

  test('a conversation goes back to before a prompt', async () => {
    await scene.play([{ text: 'One.' }]).result
    const turn = scene.play([{ text: 'Two.' }])
    await turn.result
    expect(
      await scene.session.request('rewind_conversation', { target_message_uuid: turn.uuid }),
    ).toMatchObject({
      rewound: true,
      prefillText: 'play the script',
    })
    await scene.play([{ text: 'Three.' }]).result
    const script = 'user: play the script'
    expect(historyOf(stage.model)).toEqual([script, 'assistant: One.', script])
  })

  test('R-CONTROL-59 R-CONTROL-60 R-CONTROL-61 R-CONTROL-62: files go back to what they were', async () => {
    writeFileSync(file('old.txt'), 'one\ntwo\n')
    const turn = scene.play(
      [{ tool: 'Read', input: { file_path: file('old.txt') } }],
      [
        { tool: 'Edit', input: { file_path: file('old.txt'), old_string: 'two', new_string: 'three' } },
        { tool: 'Write', input: { file_path: file('new.txt'), content: 'new\n' } },
        bash('echo shell > shell.txt'),
      ],
    )
    expect(await turn.result).toMatchObject({ status: 'success' })
    const now = () =>
      ['old.txt', 'new.txt', 'shell.txt'].map((name) =>
        existsSync(file(name)) ? readFileSync(file(name), 'utf8') : undefined,
      )
    const changed = ['one\nthree\n', 'new\n', 'shell\n']
    expect(now()).toEqual(changed)

    const dry = await scene.session.rewindFiles(turn.uuid, { dryRun: true })
    expect(dry).toMatchObject({
      canRewind: true,
      insertions: expect.any(Number),
      deletions: expect.any(Number),
    })
    expect(dry.filesChanged?.toSorted()).toEqual([file('new.txt'), file('old.txt')])
    expect(now()).toEqual(changed)

    expect(await scene.session.rewindFiles(turn.uuid)).toMatchObject({ canRewind: true })
    expect(now()).toEqual(['one\ntwo\n', undefined, 'shell\n'])

    await expect(scene.session.rewindFiles('nobody')).rejects.toMatchObject({ code: 'control-error' })
    await scene.session.close()
    const without = await stage.open()
    await expect(without.rewindFiles(turn.uuid)).rejects.toThrow('File rewinding is not enabled')
    expect(await without.rewindFiles(turn.uuid, { dryRun: true })).toMatchObject({ canRewind: false })
  })
})
