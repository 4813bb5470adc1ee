// The client with 2.1.37, the version that the public documents were written for: it knows fewer requests, flags and
// messages than those that the other suites run. What a host needs works; what does not exist there is refused clearly.

import { existsSync } from 'node:fs'
import { readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest'
import { SessionEndedError, type StdoutMessage, type Warning } from '../../src/client/index.ts'
import { calculator } from '../client/mcp-servers.ts'
import { OLD_VERSION } from './claude-binaries.ts'
import { Scene } from './scene.ts'
import { nextMessage, type Stage, setStage } from './stage.ts'
import { bash } from './steps.ts'
import { historyOf, namesOf, streamedText } from './talk.ts'

describe(`a session with ${OLD_VERSION}`, () => {
  let stage: Stage
  let scene: Scene
  const warnings: Warning[] = []
  const { server, calls } = calculator()
  beforeAll(async () => {
    stage = await setStage(OLD_VERSION, { scripts: [] })
    scene = await Scene.open(stage, {
      allowedTools: ['Bash'],
      appendSystemPrompt: 'Mind the tide.',
      effort: 'high',
      includeHookEvents: true,
      mcpServers: { calculator: server },
      hooks: {
        PreToolUse: [
          {
            matcher: 'Edit',
            handler: () => ({
              hookSpecificOutput: {
                hookEventName: 'PreToolUse',
                permissionDecision: 'deny',
                permissionDecisionReason: 'The hook says no.',
              },
            }),
          },
        ],
      },
      onWarning: (warning) => warnings.push(warning),
    })
  })
  afterEach(() => scene.rest())
  afterAll(() => stage.close())
  const write = (name: string) => ({
    tool: 'Write',
    input: { file_path: join(stage.cwd, name), content: name },
  })

  test('R-SPAWN-5 R-INIT-11: it starts; what it does not know is left out, with a warning', async () => {
    const { models } = await scene.session.ready
    expect(models?.length).toBeGreaterThan(0)
    expect(warnings.map(({ code, message }) => `${code} ${message.split(' ')[0]}`)).toEqual([
      'option-left-out includeHookEvents',
      'option-left-out effort',
    ])
    expect(scene.session.capabilities).toEqual([])
  })

  test('R-STREAM-3 R-RESULT-1 R-REPLAY-1: a turn is streamed, and has one result', async () => {
    const turn = scene.play([{ thinking: 'I think so.' }, { text: 'Four.' }])
    const result = await turn.result
    expect(result).toMatchObject({ status: 'success', text: 'Four.' })
    expect(streamedText(scene.seen)).toBe('Four.')
    expect(scene.all('user')).toMatchObject([{ isReplay: true, uuid: turn.uuid }])
    expect(scene.all('result')).toEqual([result.message])
    expect(scene.session.isBusy).toBe(false)
    expect(scene.session.liveness().status).toBe('idle')
    expect(scene.session.state.prompts.done).toBeDefined()
    expect(JSON.stringify(stage.model.requests.at(-1)?.body)).toContain('Mind the tide.')
  })

  test('R-QUEUE-4: prompts that wait have a turn each', async () => {
    stage.model.use({
      scripts: [
        { prompt: 'take your time', replies: [[{ text: 'Slow', open: true }, { hold: 'slow' }]] },
        { prompt: 'apple', replies: [[{ text: 'An apple.' }]] },
        { prompt: 'pear', replies: [[{ text: 'A pear.' }]] },
      ],
    })
    const slow = scene.send('take your time')
    await stage.model.held('slow')
    const turns = [scene.send('apple'), scene.send('pear')]
    await scene.settled()
    stage.model.release('slow')
    expect((await slow.result).text).toBe('Slow')
    expect(await Promise.all(turns.map(async ({ result }) => (await result).text))).toEqual([
      'An apple.',
      'A pear.',
    ])
  })

  test('R-APPROVE-3 R-APPROVE-10 R-APPROVE-44: approvals are given and denied', async () => {
    const allowed = scene.play([write('allowed.txt')])
    ;(await scene.inbox.next('tool')).allow()
    expect(await allowed.result).toMatchObject({ status: 'success' })
    expect(await readFile(join(stage.cwd, 'allowed.txt'), 'utf8')).toBe('allowed.txt')
    const denied = scene.play([write('denied.txt')])
    ;(await scene.inbox.next('tool')).deny('Not in this house.')
    const { message } = await denied.result
    expect(message?.permission_denials).toMatchObject([{ tool_name: 'Write' }])
    expect(scene.results).toMatchObject([{ text: 'Not in this house.', isError: true }])
    expect(existsSync(join(stage.cwd, 'denied.txt'))).toBe(false)
  })

  test('R-APPROVE-18 R-APPROVE-19: what is remembered is not asked again', async () => {
    for (const where of ['session', 'local'] as const) {
      const step = write(`remembered-${where}.txt`)
      const rule = { toolName: 'Edit', ruleContent: `remembered-${where}.txt` }
      const first = scene.play([step])
      const approval = await scene.inbox.next('tool')
      approval.allow({
        remember: [
          {
            type: 'addRules',
            rules: [rule],
            behavior: 'allow',
            destination: where === 'local' ? 'localSettings' : 'session',
          },
        ],
      })
      await first.result
      await scene.play([step]).result
      expect(scene.inbox.asked).toEqual([])
    }
    expect(warnings.filter(({ code }) => code !== 'option-left-out')).toEqual([])
  })

  test('R-ASK-1 R-ASK-2: a question is answered', async () => {
    const options = ['Tea', 'Coffee'].map((label) => ({ label, description: `Takes ${label}` }))
    const question = { question: 'What to drink?', header: 'Drink', options, multiSelect: false }
    const turn = scene.play([{ tool: 'AskUserQuestion', input: { questions: [question] } }])
    ;(await scene.inbox.next('question')).answer({ 'What to drink?': 'Tea' })
    expect(await turn.result).toMatchObject({ status: 'success' })
    expect(scene.results).toMatchObject([{ text: expect.stringContaining('Tea'), isError: false }])
  })

  test('R-HOOK-37: a hook keeps a tool from running', async () => {
    const input = { file_path: join(stage.cwd, 'to-edit.txt'), old_string: 'to', new_string: 'hooked' }
    await writeFile(input.file_path, 'to edit')
    await scene.play([{ tool: 'Read', input: { file_path: input.file_path } }], [{ tool: 'Edit', input }])
      .result
    expect(scene.inbox.asked).toEqual([])
    expect(scene.results).toMatchObject([
      { text: expect.stringContaining('The hook says no.'), isError: true },
    ])
  })

  test('R-MCP-14 R-MCP-19: the model calls a tool of this program', async () => {
    const turn = scene.play([{ tool: 'mcp__calculator__add', input: { a: 2, b: 3 } }])
    ;(await scene.inbox.next('tool')).allow()
    expect(await turn.result).toMatchObject({ status: 'success' })
    expect(calls).toMatchObject([{ a: 2 }])
    expect(scene.results).toMatchObject([{ text: expect.stringContaining('5'), isError: false }])
    expect(await scene.session.mcpStatus()).toMatchObject([{ name: 'calculator', status: 'connected' }])
  })

  test('R-INTR-6 R-INTR-15: a stopped turn is told as interrupted, and the next one runs', async () => {
    const turn = scene.play([{ text: 'It begins ', open: true }, { hold: 'middle' }, { text: 'and ends.' }])
    const streaming = nextMessage(scene.session, isDelta)
    await stage.model.held('middle')
    await streaming
    await scene.session.interrupt()
    expect(await turn.result).toMatchObject({ status: 'interrupted', message: { is_error: false } })
    expect(scene.session.state.turns.past.size).toBeGreaterThan(0)
    expect(scene.session.liveness().status).toBe('idle')
    expect(await scene.play([{ text: 'Back.' }]).result).toMatchObject({ status: 'success', text: 'Back.' })
  })

  test('R-INTR-8: an open approval is withdrawn by an interrupt', async () => {
    const turn = scene.play([write('withdrawn.txt')])
    const approval = await scene.inbox.next('tool')
    await scene.session.interrupt()
    expect(await turn.result).toMatchObject({ status: 'interrupted' })
    expect(approval.status).toBe('withdrawn')
    expect(scene.session.pendingApprovals).toEqual([])
  })

  test('R-QUEUE-8: a prompt for now ends the running turn, although the CLI knows no priority', async () => {
    stage.model.use({
      scripts: [
        { prompt: 'take your time', replies: [[{ text: 'Slow', open: true }, { hold: 'for ever' }]] },
        { prompt: 'apple', replies: [[{ text: 'An apple.' }]] },
      ],
    })
    const slow = scene.send('take your time')
    await stage.model.held('for ever')
    const now = scene.session.send('apple', { when: 'now' })
    expect(await slow.result).toMatchObject({ status: 'interrupted' })
    expect(await now.result).toMatchObject({ status: 'success', text: 'An apple.' })
  })

  test('R-CONTROL-45 R-CONTROL-46: a request that it would not answer is refused at once', async () => {
    const unsupported = { code: 'unsupported', message: expect.stringContaining('2.1.37') }
    await expect(scene.session.contextUsage()).rejects.toMatchObject(unsupported)
    await expect(scene.session.request('get_settings', {})).rejects.toMatchObject(unsupported)
    await expect(scene.session.cancel('nobody')).rejects.toMatchObject(unsupported)
    await scene.session.setModel('claude-haiku-4-5')
    expect(await scene.session.setPermissionMode('acceptEdits')).toEqual({ mode: 'acceptEdits' })
    const unasked = scene.play([write('unasked.txt')])
    expect(await unasked.result).toMatchObject({ status: 'success' })
    expect(scene.inbox.asked).toEqual([])
    const [init] = scene.all('system').filter(({ subtype }) => subtype === 'init')
    expect(init).toMatchObject({ permissionMode: 'acceptEdits', model: expect.stringContaining('haiku') })
    await scene.session.setPermissionMode('default')
  })

  test('R-TASK-5 R-COMPACT-4: the end of a task is told with the next prompt, which may be a command', async () => {
    const go = join(stage.cwd, 'go')
    const command = `until [ -e ${go} ]; do sleep 0.02; done`
    await scene.play([bash(command, { run_in_background: true })], [{ text: 'It runs.' }]).result
    await writeFile(go, '')
    // Nothing tells that it is over, until a prompt comes after its end.
    do {
      scene.seen = []
      expect(await scene.send('/context').result).toMatchObject({ status: 'success' })
    } while (!namesOf(scene.seen).includes('task_notification'))
    expect(await scene.send('/context').result).toMatchObject({ status: 'success' })
    const [turn] = namesOf(scene.seen, 'task_notification').slice(1)
    expect(turn).toBeUndefined()
    expect(scene.session.isBusy).toBe(false)
  })

  test('R-SESSION-1 R-REPLAY-10 R-REPLAY-11: it is resumed, and a prompt that has run does not run again', async () => {
    const own = await Scene.open(stage)
    const turn = own.play([{ text: 'Remember me.' }])
    await turn.result
    const resume = own.session.sessionId ?? ''
    await own.session.close()
    const again = await Scene.open(stage, { resume })
    const known = again.session.send('play the script', { uuid: turn.uuid })
    expect(await known.result).toMatchObject({ status: 'already-run' })
    expect(again.session.isBusy).toBe(false)
    expect(again.session.liveness().status).toBe('ready')
    const next = again.play([{ text: 'I do.' }])
    expect(await next.result).toMatchObject({ status: 'success', text: 'I do.' })
    expect(again.session.sessionId).toBe(resume)
    expect(historyOf(stage.model).slice(-3)).toEqual([
      'user: play the script',
      'assistant: Remember me.',
      'user: play the script',
    ])
    expect((await again.session.close()).exitCode).toBe(0)
  })
})

describe(`what ${OLD_VERSION} cannot do`, () => {
  let stage: Stage
  beforeAll(async () => {
    stage = await setStage(OLD_VERSION, { scripts: [] })
  })
  afterAll(() => stage.close())

  test('R-FLAG-8 R-FLAG-15: a mode or a flag that it does not know ends it, with its own reason', async () => {
    const open = stage.open({ permissionMode: 'auto' })
    await expect(open).rejects.toThrow(/'auto' is invalid. Allowed choices are .*delegate/)
    await expect(open).rejects.toBeInstanceOf(SessionEndedError)
    const managed = stage.open({ managedSettings: { permissions: {} } })
    await expect(managed).rejects.toThrow(/unknown option '--managed-settings/)
  })

  test('R-MCP-13: servers that cannot be read end it without a word, and the client says so', async () => {
    const open = stage.open({ mcpConfig: '/no/such/servers.json' })
    await expect(open).rejects.toThrow('ended without a result')
  })
})

function isDelta(message: StdoutMessage): message is Extract<StdoutMessage, { type: 'stream_event' }> {
  return message.type === 'stream_event' && message.event.type === 'content_block_delta'
}
