import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest'
import type { StdoutMessage, Warning } from '../../src/client/index.ts'
import type { PermissionUpdate } from '../../src/protocol/permissions.ts'
import { testedVersions } from './claude-binaries.ts'
import { lastConversation, Scene } from './scene.ts'
import { nextMessage, type Stage, setStage } from './stage.ts'
import { bash, write } from './steps.ts'

describe.each(testedVersions)('approvals with %s', (version) => {
  let stage: Stage
  let scene: Scene
  const warnings: Warning[] = []
  beforeAll(async () => {
    stage = await setStage(version, { scripts: [] })
    scene = await Scene.open(stage, { onWarning: (warning) => warnings.push(warning) })
  })
  afterEach(() => scene.rest())
  afterAll(() => stage.close())
  const inWork = (name: string) => join(stage.cwd, name)
  const tools = () => scene.inbox.asked.map((approval) => 'toolName' in approval && approval.toolName)

  test('R-APPROVE-1 R-APPROVE-2 R-APPROVE-3 R-APPROVE-9: an approved tool runs, and not before', async () => {
    const turn = scene.play([write('approved.txt')])
    const approval = await scene.inbox.next('tool')
    expect(approval).toMatchObject({ toolName: 'Write', status: 'pending' })
    expect(approval.input).toEqual({ file_path: inWork('approved.txt'), content: 'approved.txt' })
    expect(scene.session.pendingApprovals).toEqual([approval])
    await scene.settled()
    expect(existsSync(inWork('approved.txt'))).toBe(false)
    expect(approval.allow()).toBe(true)
    expect(await turn.result).toMatchObject({ status: 'success', text: 'Done.' })
    expect(readFileSync(inWork('approved.txt'), 'utf8')).toBe('approved.txt')
    expect(scene.session.pendingApprovals).toEqual([])
    expect(() => approval.deny()).toThrow('answered already')
    const used = scene.all('assistant').flatMap(({ message }) => message.content)
    expect(used).toContainEqual(
      expect.objectContaining({
        type: 'tool_use',
        input: { file_path: 'approved.txt', content: 'approved.txt' },
      }),
    )
  })

  test('R-APPROVE-10 R-APPROVE-44: a denial is the result of its tool, and the turn goes on', async () => {
    const turn = scene.play([write('denied.txt')])
    ;(await scene.inbox.next('tool')).deny('Not in this house.')
    const result = await turn.result
    expect(result).toMatchObject({ status: 'success', text: 'Done.' })
    expect(result.message?.permission_denials).toMatchObject([{ tool_name: 'Write' }])
    expect(scene.results).toMatchObject([{ text: 'Not in this house.', isError: true }])
    expect(existsSync(inWork('denied.txt'))).toBe(false)
  })

  test('R-APPROVE-13 R-REPLAY-15: denied and interrupted, the turn ends and the process is usable', async () => {
    const turn = scene.play([write('stopped.txt')])
    ;(await scene.inbox.next('tool')).deny('Stop it.', { interrupt: true })
    const result = await turn.result
    expect(result).toMatchObject({ status: 'interrupted', text: '' })
    expect(result.message).toMatchObject({
      subtype: 'error_during_execution',
      terminal_reason: 'aborted_tools',
    })
    const marker = '[Request interrupted by user for tool use]'
    const marked = scene.all('user').find(({ message }) => JSON.stringify(message).includes(marker))
    expect(marked).toBeDefined()
    expect(marked?.isReplay || marked?.isSynthetic).toBeFalsy()
    expect(await scene.play([{ text: 'Back.' }]).result).toMatchObject({ status: 'success', text: 'Back.' })
    const history = JSON.stringify(lastConversation(stage.model))
    expect(history).toContain(marker)
    expect(history).not.toContain('Stop it.')
    expect(existsSync(inWork('stopped.txt'))).toBe(false)
  })

  const original = expect.objectContaining({
    role: 'assistant',
    content: [
      expect.objectContaining({
        type: 'tool_use',
        input: { file_path: expect.stringContaining('original.txt'), content: 'as the model wants it' },
      }),
    ],
  })
  test('R-APPROVE-7: an edited input is what runs, and the original is what was said, also in the transcript', async () => {
    // A session of its own: it is closed at the end.
    const own = await Scene.open(stage)
    const turn = own.play([write('original.txt', 'as the model wants it')])
    const approval = await own.inbox.next('tool')
    approval.allow({ input: { file_path: inWork('edited.txt'), content: 'as the user wants it' } })
    expect(await turn.result).toMatchObject({ status: 'success' })
    expect(readFileSync(inWork('edited.txt'), 'utf8')).toBe('as the user wants it')
    expect(existsSync(inWork('original.txt'))).toBe(false)
    expect(own.all('assistant').map(({ message }) => message)).toContainEqual(original)
    expect(lastConversation(stage.model)).toContainEqual(original)
    await own.session.close()
    expect(transcript(stage, own.session.sessionId)).toContainEqual(original)
  })

  test('R-APPROVE-5: an empty input runs the original one', async () => {
    const turn = scene.play([write('empty-input.txt')])
    ;(await scene.inbox.next('tool')).allow({ input: {} })
    expect(await turn.result).toMatchObject({ status: 'success' })
    expect(readFileSync(inWork('empty-input.txt'), 'utf8')).toBe('empty-input.txt')
  })

  test('R-APPROVE-8: an input against the schema is a tool error and no denial', async () => {
    const turn = scene.play([write('schema.txt')])
    ;(await scene.inbox.next('tool')).allow({ input: { file_path: inWork('schema.txt'), content: 7 } })
    const result = await turn.result
    expect(result).toMatchObject({ status: 'success', message: { permission_denials: [] } })
    expect(scene.results).toMatchObject([{ text: expect.stringContaining('schema'), isError: true }])
    expect(existsSync(inWork('schema.txt'))).toBe(false)
  })

  test('R-APPROVE-18: what is remembered for the session is not asked again, and nothing else', async () => {
    const command = `touch ${inWork('remembered.txt')}`
    const rule: PermissionUpdate = {
      type: 'addRules',
      rules: [{ toolName: 'Bash', ruleContent: command }],
      behavior: 'allow',
      destination: 'session',
    }
    const first = scene.play([bash(command)])
    ;(await scene.inbox.next('tool')).allow({ remember: [rule] })
    await first.result
    expect(await scene.play([bash(command)]).result).toMatchObject({ status: 'success' })
    expect(tools()).toEqual([])
    expect(scene.results).toMatchObject([{ isError: false }])
    const other = scene.play([bash(`touch ${inWork('other.txt')}`)])
    ;(await scene.inbox.next('tool')).deny()
    await other.result
    expect(existsSync(inWork('other.txt'))).toBe(false)
  })

  test('R-APPROVE-20: a suggestion for local settings is written and honoured at once', async () => {
    const command = `mkdir -p ${inWork('local')}`
    const first = scene.play([bash(command)])
    const approval = await scene.inbox.next('tool')
    const local = approval.suggestions.filter(
      ({ type, destination }) => type === 'addRules' && destination === 'localSettings',
    )
    expect(local).toHaveLength(1)
    approval.allow({ remember: local })
    await first.result
    // The file is written beside the turn.
    const file = inWork('.claude/settings.local.json')
    await expect
      .poll(() => existsSync(file) && JSON.parse(readFileSync(file, 'utf8') || '{}').permissions?.allow)
      .toEqual([expect.stringContaining('mkdir')])
    await scene.play([bash(command)]).result
    expect(tools()).toEqual([])
    expect(scene.results).toMatchObject([{ isError: false }])
  })

  test('R-PERM-13 R-APPROVE-21: suggestions are only sent back where chosen; all would switch the mode', async () => {
    const first = scene.play([write('quiet.txt')])
    const approval = await scene.inbox.next('tool')
    expect(approval.suggestions.map(({ type }) => type)).toContain('setMode')
    approval.allow()
    await first.result
    expect(scene.modes).toEqual([])
    const second = scene.play([write('all.txt')])
    const again = await scene.inbox.next('tool')
    again.allow({ remember: again.suggestions })
    await second.result
    expect(scene.modes).toEqual(['acceptEdits'])
    expect(await scene.session.setPermissionMode('default')).toMatchObject({ mode: 'default' })
  })

  test('R-APPROVE-22: nonsense to remember does not keep the tool from running', async () => {
    const turn = scene.play([write('nonsense.txt')])
    const nonsense = { type: 'forgetEverything', destination: 'nowhere' } as unknown as PermissionUpdate
    ;(await scene.inbox.next('tool')).allow({ remember: [nonsense] })
    await turn.result
    expect(existsSync(inWork('nonsense.txt'))).toBe(true)
  })

  test('R-APPROVE-27 R-CONTROL-43: two at once, answered in reverse', async () => {
    const outside = join(stage.home, 'outside')
    mkdirSync(outside)
    const files = ['one', 'two'].map((name) => {
      writeFileSync(join(outside, name), `this is ${name}`)
      return { tool: 'Read', input: { file_path: join(outside, name) }, id: `toolu_${name}` }
    })
    const turn = scene.play(files)
    const [first, second] = [await scene.inbox.next('tool'), await scene.inbox.next('tool')]
    expect(scene.session.pendingApprovals).toEqual([first, second])
    second.allow()
    await scene.settled()
    expect(scene.session.pendingApprovals).toEqual([first])
    first.deny('Not this one.')
    await turn.result
    const results = Object.fromEntries(scene.results.map(({ id, text }) => [id, text]))
    expect(results).toEqual({
      [`${first.toolUseId}`]: 'Not this one.',
      [`${second.toolUseId}`]: expect.stringContaining(`this is ${`${second.toolUseId}`.slice(6)}`),
    })
  })

  test('R-APPROVE-28: tools that change something are asked about one after the other', async () => {
    const turn = scene.play([write('a.txt'), write('b.txt')])
    const first = await scene.inbox.next('tool')
    await scene.settled()
    expect(scene.session.pendingApprovals).toEqual([first])
    first.allow()
    const second = await scene.inbox.next('tool')
    expect([first, second].map(({ input }) => input.content)).toEqual(['a.txt', 'b.txt'])
    second.allow()
    expect(await turn.result).toMatchObject({ status: 'success' })
  })

  test('R-APPROVE-29 R-APPROVE-16 R-INTR-8: an interrupt withdraws what is open; a late answer is dropped', async () => {
    const turn = scene.play([write('withdrawn.txt')])
    const approval = await scene.inbox.next('tool')
    let aborted = false
    approval.signal.addEventListener('abort', () => {
      aborted = true
    })
    await scene.session.interrupt()
    expect(aborted).toBe(true)
    expect(approval.status).toBe('withdrawn')
    expect(scene.session.pendingApprovals).toEqual([])
    expect(approval.allow()).toBe(false)
    const result = await turn.result
    expect(result).toMatchObject({ status: 'interrupted', message: { terminal_reason: 'aborted_tools' } })
    expect(result.message?.permission_denials).toMatchObject([{ tool_name: 'Write' }])
    const types = scene.seen.map(({ type }) => type)
    expect(types.indexOf('control_cancel_request')).toBeGreaterThan(0)
    expect(types.indexOf('control_cancel_request')).toBeLessThan(types.indexOf('control_response'))
    expect(existsSync(inWork('withdrawn.txt'))).toBe(false)
  })

  test('R-INIT-10 R-CONTROL-75: an open approval that is told again is not asked again', async () => {
    const turn = scene.play([write('told-again.txt')])
    const approval = await scene.inbox.next('tool')
    await scene.session.request('initialize', {})
    const answer = scene.all('control_response').at(-1)?.response
    expect(answer).toMatchObject({ subtype: 'success', response: { models: expect.anything() } })
    const { tool_name, input, tool_use_id, permission_suggestions } = approval.request
    expect(answer?.pending_permission_requests).toMatchObject([
      {
        type: 'control_request',
        request_id: approval.id,
        request: { subtype: 'can_use_tool', tool_name, input, tool_use_id, permission_suggestions },
      },
    ])
    expect(scene.inbox.asked).toEqual([approval])
    approval.allow()
    expect(await turn.result).toMatchObject({ status: 'success' })
    expect(existsSync(inWork('told-again.txt'))).toBe(true)
  })

  test('R-REPLAY-12: the echo of our answer does no harm', async () => {
    const turn = scene.play([write('echoed.txt')])
    const approval = await scene.inbox.next('tool')
    approval.allow()
    expect(await turn.result).toMatchObject({ status: 'success' })
    const echoes = scene.all('control_response').map(({ response }) => response.request_id)
    expect(echoes).toEqual([approval.id])
  })

  test('R-STREAM-10 R-CONTROL-76: the stream goes on while an approval is open', async () => {
    const turn = scene.play([write('during.txt'), { hold: 'asked' }, { text: 'More to say.' }])
    const approval = await scene.inbox.next('tool')
    const said = nextMessage(scene.session, isText)
    stage.model.release('asked')
    await said
    expect(approval.status).toBe('pending')
    approval.allow()
    expect(await turn.result).toMatchObject({ status: 'success' })
    expect(existsSync(inWork('during.txt'))).toBe(true)
  })

  test('R-APPROVE-33: a handler that throws denies that one tool', async () => {
    warnings.splice(0)
    scene.inbox.instead = () => {
      throw new Error('the decider is out')
    }
    const turn = scene.play([write('thrown.txt')])
    expect(await turn.result).toMatchObject({ status: 'success' })
    expect(scene.results).toMatchObject([{ text: expect.stringContaining('handler'), isError: true }])
    expect(warnings).toMatchObject([{ code: 'approval-handler', error: { message: 'the decider is out' } }])
    const next = scene.play([write('after-throw.txt')])
    ;(await scene.inbox.next('tool')).allow()
    await next.result
    expect(existsSync(inWork('thrown.txt'))).toBe(false)
    expect(existsSync(inWork('after-throw.txt'))).toBe(true)
  })

  test('R-APPROVE-32: without a handler a tool is denied with a reason', async () => {
    const alone = await stage.open()
    stage.model.use({ scripts: [{ prompt: 'alone', replies: [[write('alone.txt')]] }] })
    expect(await alone.send('alone').result).toMatchObject({ status: 'success' })
    expect(scene.results).toMatchObject([
      { text: expect.stringContaining('no approval handler'), isError: true },
    ])
    expect(existsSync(inWork('alone.txt'))).toBe(false)
  })
})

function isText(message: StdoutMessage): message is StdoutMessage {
  return message.type === 'assistant' && message.message.content.some(({ type }) => type === 'text')
}

/** What was said, as the CLI's own file of the session has it. */
function transcript({ home, cwd }: Stage, sessionId: string | undefined): unknown[] {
  const folder = join(home, 'claude', 'projects', cwd.replaceAll(/[^A-Za-z0-9]/g, '-'))
  const lines = readFileSync(join(folder, `${sessionId}.jsonl`), 'utf8')
    .trim()
    .split('\n')
  return lines.map((line) => JSON.parse(line).message)
}
