import { existsSync, mkdtempSync, readFileSync, realpathSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, describe, expect, test } from 'vitest'
import { bash, write } from '../../../test/simulator/playing.ts'
import { ASKING, STREAM, Talk, type TalkOptions } from '../../../test/simulator/talk.ts'
import type { Scenario } from '../scenario.ts'

/** Work in the background ends when the test says so: otherwise it could be over before the turn is. */
const UNTIL_GO = 'until [ -e go ]; do sleep 0.02; done'
const go = ({ home }: Talk) => writeFileSync(join(home, 'go'), '')

const scenario: Scenario = {
  scripts: [
    { prompt: 'say hello', replies: [[{ thinking: 'A greeting.' }, { text: 'Hello to you.' }]] },
    { prompt: 'write a file', replies: [[write('a.txt')], [{ text: 'Written.' }]] },
    { prompt: 'run it', replies: [[bash('echo $((6 * 7))')], [{ text: 'It ran.' }]] },
    { prompt: 'wait', replies: [[bash('sleep 30')], [{ text: 'Never.' }]] },
    { prompt: 'for ever', replies: [[{ text: 'It takes', open: true }, { hold: 'x' }]] },
    {
      prompt: 'in the background',
      replies: [[bash(`${UNTIL_GO}; echo late`, { run_in_background: true })], [{ text: 'Begun.' }]],
    },
    {
      prompt: 'asides',
      replies: [
        [
          { rateLimit: { status: 'rejected', resetsAt: 1 } },
          { auth: { isAuthenticating: true, output: ['Opening'] } },
          { notice: 'Take care.', level: 'warning' },
          { text: 'Said.' },
        ],
      ],
    },
    { prompt: 'busy', replies: [[{ error: { status: 529, times: 1 } }, { text: 'Better.' }]] },
    { prompt: 'refused', replies: [[{ error: { status: 400, message: 'Bad thing' } }]] },
    { prompt: 'in my words', replies: [[{ tool: 'Bash', input: { command: 'rm -rf /' }, result: 'Gone.' }]] },
    {
      prompt: 'a helper',
      replies: [
        [{ tool: 'Agent', input: { description: 'Helps', prompt: 'the helper works' }, run: true }],
        [{ text: 'Sent.' }],
      ],
    },
    { prompt: 'the helper works', replies: [[bash(`${UNTIL_GO}; echo inner`)], [{ text: 'Helped.' }]] },
  ],
  otherwise: [{ text: 'What?' }],
}

const talks: Talk[] = []
function talk(options: TalkOptions = {}): Talk {
  const talk = new Talk(options)
  talks.push(talk)
  return talk
}
afterEach(async () => {
  for (const it of talks.splice(0)) {
    expect(it.strange).toEqual([])
    await it.end()
  }
})

describe.each(['2.1.197', '2.1.325'])('an agent of version %s', (version) => {
  const isOld = version === '2.1.197'
  const env = { FAIRLEAD_SIM_VERSION: version }
  /** Starts an agent that plays the scenario above. */
  function play(args: readonly string[] = ASKING, more: NodeJS.ProcessEnv = {}): Talk {
    const home = realpathSync(mkdtempSync(join(tmpdir(), 'fairlead-sim-')))
    const file = join(home, 'scenario.json')
    writeFileSync(file, JSON.stringify(scenario))
    return talk({ args: [...args, '--sim-scenario', file], env: { ...env, ...more }, home })
  }

  test('says nothing before it is spoken to', async () => {
    const it = play()
    expect(await it.call({ subtype: 'initialize' })).toMatchObject({
      subtype: 'success',
      response: { models: expect.anything() },
    })
    expect(it.names).toEqual(['control_response'])
  })

  test('streams a reply, with one message for each block before its end', async () => {
    const it = play([...ASKING, '--include-partial-messages', '--replay-user-messages'])
    await it.turn('please say hello', { uuid: 'mine' })
    const late = isOld ? ['user echo'] : []
    const early = isOld ? [] : ['user echo']
    const names = it.names.filter((name) => !name.startsWith('prompt') && name !== 'thinking_tokens')
    expect(names.filter((name, index) => name !== names[index - 1])).toEqual([
      ...['init', 'status', ...early, 'message_start'],
      ...['content_block_start', 'content_block_delta', ...late, 'assistant thinking', 'content_block_stop'],
      ...['content_block_start', 'content_block_delta', 'assistant text', 'content_block_stop'],
      ...['message_delta', 'message_stop', 'result'],
    ])
    expect(it.all('command_lifecycle').map(({ state }) => state)).toEqual(
      isOld ? [] : ['queued', 'started', 'completed'],
    )
  })

  test('runs a tool only when it is allowed', async () => {
    const it = play()
    it.prompt('write a file')
    const asked = await it.asked()
    expect(asked.request).toMatchObject({ tool_name: 'Write', input: { file_path: join(it.home, 'a.txt') } })
    expect(existsSync(join(it.home, 'a.txt'))).toBe(false)
    it.answer(asked, { behavior: 'allow', updatedInput: {} })
    expect(await it.result()).toMatchObject({ is_error: false, result: 'Written.', num_turns: 2 })
    expect(readFileSync(join(it.home, 'a.txt'), 'utf8')).toBe('a.txt')
  })

  test('where nobody can be asked, a tool is denied', async () => {
    const it = play(STREAM)
    const { permission_denials } = await it.turn('write a file')
    expect(permission_denials).toMatchObject([{ tool_name: 'Write' }])
    const [init] = it.all('system')
    expect(init).toMatchObject({ subtype: 'init', tools: expect.not.arrayContaining(['AskUserQuestion']) })
    expect(it.names.includes('permission_denied')).toBe(!isOld)
  })

  test('an interrupt withdraws what was asked, and the process goes on', async () => {
    const it = play()
    it.prompt('write a file')
    await it.asked()
    await it.call({ subtype: 'interrupt' })
    expect(await it.result()).toMatchObject({
      subtype: 'error_during_execution',
      terminal_reason: 'aborted_tools',
      errors: [expect.stringContaining('ede_diagnostic')],
    })
    const types = it.seen.map(({ type }) => type)
    expect(types.indexOf('control_cancel_request')).toBeLessThan(types.indexOf('control_response'))
    expect(await it.turn('say hello')).toMatchObject({ result: 'Hello to you.' })
  })

  test('an interrupt ends a running command and a reply that hangs', async () => {
    const it = play([...ASKING, '--allowedTools=Bash', '--include-partial-messages'])
    it.prompt('wait')
    await it.until(({ type }) => type === 'assistant')
    await it.call({ subtype: 'interrupt' })
    expect(await it.result()).toMatchObject({ terminal_reason: 'aborted_tools' })
    it.prompt('for ever')
    let said = ''
    await it.until((message) => {
      if (message.type === 'stream_event' && message.event.type === 'content_block_delta')
        said += message.event.delta.type === 'text_delta' ? message.event.delta.text : ''
      return said === 'It takes'
    })
    await it.call({ subtype: 'interrupt' })
    expect(await it.result()).toMatchObject({ terminal_reason: 'aborted_streaming' })
    expect(it.all('assistant').at(-1)?.message.content).toEqual([{ type: 'text', text: 'It takes' }])
    it.endInput()
    expect(await it.exited).toBe(1)
  })

  test('prompts that wait are merged; one that was sent before does not run again', async () => {
    const it = play([...ASKING, '--replay-user-messages'])
    it.prompt('for ever', { uuid: 'one' })
    await it.until((message) => message.type === 'system' && message.subtype === 'init')
    it.prompt('say', { uuid: 'two' })
    it.prompt('hello', { uuid: 'three' })
    it.prompt('for ever', { uuid: 'one' })
    const { response } = (await it.call({ subtype: 'interrupt' })) as { response?: unknown }
    expect(response).toEqual(isOld ? undefined : { still_queued: ['two', 'three'] })
    await it.result()
    expect(await it.result()).toMatchObject({ result: 'What?', num_turns: 1 })
    const echoes = it
      .all('user')
      .flatMap(({ isReplay, uuid, message }) => (isReplay ? [[uuid, message.content]] : []))
    expect(echoes).toContainEqual(['three', 'say\nhello'])
    expect(it.all('result')).toHaveLength(2)
  })

  test('a background task starts a turn when it ends', async () => {
    const it = play([...ASKING, '--allowedTools=Bash'])
    expect(await it.turn('in the background')).toMatchObject({ result: 'Begun.' })
    go(it)
    expect(await it.result()).toMatchObject({ origin: { kind: 'task-notification' } })
    const told = ['task_started', 'task_updated', 'task_notification']
    expect(it.names.filter((name) => told.includes(name))).toEqual(told)
    expect(it.names.includes('background_tasks_changed')).toBe(!isOld)
  })

  test('a sub-agent speaks under its tool call', async () => {
    const it = play([...ASKING, '--allowedTools=Bash'])
    if (isOld) go(it)
    await it.turn('a helper please')
    go(it)
    if (!isOld) await it.result()
    const inner = it.all('assistant').filter(({ parent_tool_use_id }) => parent_tool_use_id !== null)
    const kinds = inner.flatMap(({ message }) => message.content.map(({ type }) => type))
    expect(kinds).toEqual(isOld ? ['tool_use'] : ['tool_use', 'text'])
    expect(it.names).toContain('task_notification')
  })

  test('what a scenario says beside the conversation is told', async () => {
    const it = play()
    await it.turn('asides')
    expect(it.all('rate_limit_event')).toMatchObject([{ rate_limit_info: { status: 'rejected' } }])
    expect(it.all('auth_status')).toMatchObject([{ isAuthenticating: true, output: ['Opening'] }])
    expect(it.all('system')).toContainEqual(
      expect.objectContaining({ content: 'Take care.', level: 'warning' }),
    )
  })

  test('an API that is busy is asked again, and one that refuses is not', async () => {
    const it = play()
    expect(await it.turn('busy')).toMatchObject({ is_error: false, result: 'Better.' })
    expect(it.names).toContain('api_retry')
    const refused = await it.turn('refused')
    expect(refused).toMatchObject({ subtype: 'success', is_error: true, api_error_status: 400 })
    expect(refused.terminal_reason).toBe(isOld ? 'completed' : 'api_error')
  })

  test('a tool with a result of its own is not run', async () => {
    const it = play([...ASKING, '--allowedTools=Bash'])
    await it.turn('in my words')
    expect(it.all('user').at(-1)?.message.content).toMatchObject([{ type: 'tool_result', content: 'Gone.' }])
  })

  test('a session is resumed with all that was said, and its prompts do not run again', async () => {
    const first = play([...ASKING, '--replay-user-messages'])
    const { session_id = '' } = await first.turn('say hello', { uuid: 'mine' })
    first.endInput()
    expect(await first.exited).toBe(0)
    const file = join(first.home, 'scenario.json')
    const args = [...ASKING, '--replay-user-messages', '--sim-scenario', file, '--resume', session_id]
    const second = talk({ args, env, home: first.home })
    second.prompt('say hello', { uuid: 'mine' })
    expect(await second.turn('what now', { uuid: 'next' })).toMatchObject({ session_id, result: 'What?' })
    expect(second.all('result')).toHaveLength(1)
    expect(second.all('user')[0]).toMatchObject({ uuid: 'mine', isReplay: true })
  })

  test('a session that does not exist is told in a result, and ends with 1', async () => {
    const it = talk({ args: [...ASKING, '--resume', '11111111-1111-4111-8111-111111111111'], env })
    expect(await it.result()).toMatchObject({ is_error: true, num_turns: 0 })
    expect(await it.exited).toBe(1)
    expect(it.stderr).toContain('No conversation found')
  })

  test.each(['{"type":', 'null and void', '{"type":"user"}', '{"type":"control_request","request_id":"x"}'])(
    'ends with 1 on %s',
    async (line) => {
      const it = play()
      it.line(line)
      expect(await it.exited).toBe(1)
      expect(it.stderr).toContain('Error')
      expect(it.seen).toEqual([])
    },
  )

  test.each(['', '[]', '7', '{}', '{"type":"keep_alive"}', '{"type":"telepathy"}'])(
    'passes over %o',
    async (line) => {
      const it = play()
      it.line(line)
      expect(await it.call({ subtype: 'get_binary_version' })).toMatchObject({ response: { version } })
    },
  )

  test('tells that it does not know a request', async () => {
    const it = play()
    expect(await it.call({ subtype: 'read_minds' })).toEqual({
      subtype: 'error',
      request_id: expect.any(String),
      error: 'Unsupported control request subtype: read_minds',
      ...(isOld ? {} : { error_code: 'unsupported_request' }),
    })
  })

  test('answers local commands without the model', async () => {
    const it = play()
    for (const command of ['/context', '/cost', '/help']) {
      expect(await it.turn(command)).toMatchObject({ is_error: false, num_turns: 0 })
    }
    const unknown = await it.turn('/nonsense')
    expect(unknown.result).toBe(isOld ? 'Unknown command: /nonsense' : 'What?')
    const before = (await it.turn('say hello')).session_id
    await it.turn('/clear')
    expect((await it.turn('say hello')).session_id).not.toBe(before)
  })

  test('compacts', async () => {
    const it = play()
    for (const prompt of ['say hello', 'say hello', '/compact']) await it.turn(prompt)
    const compaction = ['status', 'init', 'compact_boundary', 'user text', 'user echo', 'result']
    expect(it.names.slice(-compaction.length)).toEqual(compaction)
  })

  test('rewinds the files that tools have changed', async () => {
    const it = play([...ASKING, '--permission-mode=acceptEdits'], {
      CLAUDE_CODE_ENABLE_SDK_FILE_CHECKPOINTING: '1',
    })
    await it.turn('write a file', { uuid: 'mine' })
    const dry = await it.call({ subtype: 'rewind_files', user_message_id: 'mine', dry_run: true })
    expect(dry).toMatchObject({
      response: { canRewind: true, filesChanged: [join(it.home, 'a.txt')], deletions: 1 },
    })
    await it.call({ subtype: 'rewind_files', user_message_id: 'mine' })
    expect(existsSync(join(it.home, 'a.txt'))).toBe(false)
  })

  test('says what state it is in, where it is asked to', async () => {
    const it = play(ASKING, { CLAUDE_CODE_EMIT_SESSION_STATE_EVENTS: '1' })
    it.prompt('write a file')
    it.answer(await it.asked(), { behavior: 'deny', message: 'No.' })
    await it.result()
    await it.until((message) => message.type === 'system' && message.subtype === 'session_state_changed')
    const states = it
      .all('system')
      .flatMap((it) => (it.subtype === 'session_state_changed' ? [it.state] : []))
    expect(states).toEqual(['running', 'requires_action', 'running', 'idle'])
  })
})
