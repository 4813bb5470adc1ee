import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest'
import type { UserMessage } from '../../src/protocol/messages/user.ts'
import type { ToolStep } from '../../src/simulator/index.ts'
import { testedVersions } from './claude-binaries.ts'
import { lastConversation, Scene } from './scene.ts'
import { type Stage, setStage } from './stage.ts'

const BARISTA = fileURLToPath(new URL('fixtures/barista.mjs', import.meta.url))
const options = ['Tea', 'Coffee', 'Water'].map((label) => ({ label, description: `Some ${label}` }))
const one = { question: 'What to drink?', header: 'Drink', options, multiSelect: false }
const several = { question: 'What else?', header: 'More', options, multiSelect: true }
const ask = (...questions: object[]): ToolStep => ({ tool: 'AskUserQuestion', input: { questions } })

describe.each(testedVersions)('questions with %s', (version) => {
  const old = version === '2.1.197'
  let stage: Stage
  let scene: Scene
  beforeAll(async () => {
    stage = await setStage(version, { scripts: [] })
    scene = await Scene.open(stage, {
      mcpServers: { barista: { command: process.execPath, args: [BARISTA] } },
    })
  })
  afterEach(() => scene.rest())
  afterAll(() => stage.close())

  test('R-ASK-1 R-ASK-2 R-ASK-3 R-ASK-9: a question is answered with a label', async () => {
    const turn = scene.play([ask(one)])
    const question = await scene.inbox.next('question')
    expect(question.questions).toMatchObject([one])
    expect(question.answer({ 'What to drink?': 'Tea' })).toBe(true)
    expect(await turn.result).toMatchObject({ status: 'success' })
    expect(scene.results).toMatchObject([
      { text: expect.stringContaining('"What to drink?"="Tea"'), isError: false },
    ])
    expect(toolUseResults(scene)).toMatchObject([{ questions: [one], answers: { 'What to drink?': 'Tea' } }])
  })

  test('R-ASK-4: several labels go out as one text', async () => {
    const turn = scene.play([ask(one, several)])
    const question = await scene.inbox.next('question')
    question.answer({ 'What to drink?': 'Water', 'What else?': ['Tea', 'Coffee'] })
    await turn.result
    const [{ text } = { text: '' }] = scene.results
    expect(text).toContain('"What to drink?"="Water"')
    expect(text).toContain('"What else?"="Tea, Coffee"')
  })

  test('R-ASK-5: an answer may be free text', async () => {
    const turn = scene.play([ask(one)])
    ;(await scene.inbox.next('question')).answer({ 'What to drink?': 'Whatever is hot' })
    await turn.result
    expect(scene.results).toMatchObject([
      { text: expect.stringContaining('Whatever is hot'), isError: false },
    ])
  })

  test.each([
    ['without answers', undefined],
    ['with none', {}],
  ])('R-ASK-6: allowed %s, the model is told that there were none', async (_how, answers) => {
    const turn = scene.play([ask(one)])
    const question = await scene.inbox.next('question')
    if (answers) question.answer(answers)
    else question.allow()
    await turn.result
    expect(scene.results).toMatchObject([{ text: expect.stringContaining('did not answer') }])
  })

  test('R-ASK-8: a denied question has its message as an error', async () => {
    const turn = scene.play([ask(one)])
    ;(await scene.inbox.next('question')).deny('Do not ask me that.')
    await turn.result
    expect(scene.results).toMatchObject([{ text: 'Do not ask me that.', isError: true }])
  })

  test('R-ASK-1: questions are asked in a mode that asks nothing else', async () => {
    await scene.setMode('acceptEdits')
    const turn = scene.play([ask(one)])
    ;(await scene.inbox.next('question')).answer({ 'What to drink?': 'Tea' })
    await turn.result
    await scene.setMode('default')
  })

  describe('plans', () => {
    const plan = (input = {}): ToolStep => ({ tool: 'ExitPlanMode', input })
    afterEach(() => scene.setMode('default'))

    test('R-ASK-16: outside plan mode there is nothing to approve', async () => {
      await scene.play([plan({ plan: 'Do it.' })]).result
      expect(scene.inbox.asked).toEqual([])
      expect(scene.results).toMatchObject([{ isError: true }])
    })

    test('R-ASK-11 R-ASK-14: a denied plan stays in plan mode', async () => {
      // A session of its own: there is no plan file yet.
      const own = await Scene.open(stage)
      await own.setMode('plan')
      const turn = own.play([plan({ plan: 'First this.' })])
      const approval = await own.inbox.next('plan')
      expect(approval.plan).toBe(old ? 'First this.' : '')
      approval.deny('Think again.')
      await turn.result
      expect(own.modes).toEqual([])
      expect(own.results).toMatchObject([{ text: expect.stringContaining('Think again.'), isError: true }])
      const [{ permissionMode } = {}] = inits(own)
      expect(permissionMode).toBe('plan')
    })

    test('R-ASK-10: the plan is what the model wrote into the plan file', async () => {
      await scene.setMode('plan')
      await scene.play([{ text: 'I plan.' }]).result
      const told = JSON.stringify(lastConversation(stage.model)).match(/[^\s"'`]*\/plans\/[\w-]+\.md/)
      const path = told?.[0] ?? ''
      expect(path).toContain(join(stage.home, 'claude', 'plans'))
      const file = { tool: 'Write', input: { file_path: path, content: '# Plan\n\nTwo steps.' } }
      const turn = scene.play([file], [plan()])
      const approval = await scene.inbox.next('plan')
      expect(approval.plan).toBe('# Plan\n\nTwo steps.')
      expect(approval.input.planFilePath).toBe(path)
      approval.deny('Not yet.')
      await turn.result
    })

    test('R-ASK-13: an approval can set another mode', async () => {
      await scene.setMode('plan')
      const turn = scene.play([plan()])
      ;(await scene.inbox.next('plan')).allow({ mode: 'acceptEdits' })
      await turn.result
      expect(scene.modes.at(-1)).toBe('acceptEdits')
      await scene.play([{ tool: 'Write', input: { file_path: 'planned.txt', content: '' } }]).result
      expect(scene.inbox.asked).toEqual([])
      expect(inits(scene)).toMatchObject([{ permissionMode: 'acceptEdits' }])
      await scene.setMode('default')
    })

    test('R-ASK-15 R-ASK-12: the model plans, and an approval brings the mode before back', async () => {
      const turn = scene.play([{ tool: 'EnterPlanMode', input: {} }], [plan()])
      const approval = await scene.inbox.next('plan')
      expect(scene.inbox.asked).toEqual([approval])
      expect(scene.modes).toEqual(['plan'])
      approval.allow()
      await turn.result
      expect(scene.modes).toEqual(['plan', 'default'])
      expect(scene.results).toMatchObject([{ text: expect.stringContaining('approved'), isError: false }])
    })
  })

  describe('of MCP servers', () => {
    const order: ToolStep = { tool: 'mcp__barista__order', input: {} }

    test.each([
      ['accepted', { action: 'accept', content: { size: 'large' } }],
      ['declined', { action: 'decline' }],
      ['cancelled', { action: 'cancel' }],
    ] as const)('R-ASK-17: an elicitation is %s', async (_how, expected) => {
      const turn = scene.play([order])
      ;(await scene.inbox.next('tool')).allow()
      const elicitation = await scene.inbox.next('elicitation')
      expect(elicitation).toMatchObject({ message: 'Which size?', schema: { type: 'object' } })
      if (expected.action === 'accept') elicitation.answer(expected.content)
      else if (expected.action === 'decline') elicitation.deny()
      else elicitation.cancel()
      await turn.result
      expect(scene.results.map(({ text }) => JSON.parse(text))).toMatchObject([expected])
    })

    test('R-INTR-9: an interrupt withdraws an elicitation', async () => {
      const turn = scene.play([order])
      ;(await scene.inbox.next('tool')).allow()
      const elicitation = await scene.inbox.next('elicitation')
      await scene.session.interrupt()
      expect(elicitation.signal.aborted).toBe(true)
      expect(scene.session.pendingApprovals).toEqual([])
      expect(elicitation.answer({ size: 'late' })).toBe(false)
      expect(await turn.result).toMatchObject({ status: 'interrupted' })
      await scene.settled()
      const withdrawn = scene.all('control_cancel_request').map(({ request_id }) => request_id)
      expect(withdrawn).toEqual(old ? [] : [elicitation.id])
      const next = scene.play([order])
      ;(await scene.inbox.next('tool')).allow()
      ;(await scene.inbox.next('elicitation')).answer({ size: 'small' })
      await next.result
      expect(scene.results).toMatchObject([{ text: expect.stringContaining('small') }])
    })
  })
})

function inits(scene: Scene) {
  return scene.all('system').flatMap((message) => (message.subtype === 'init' ? [message] : []))
}

function toolUseResults(scene: Scene): unknown[] {
  return scene.all('user').flatMap((message: UserMessage) => message.tool_use_result ?? [])
}
