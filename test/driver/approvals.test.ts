/**
 * What a person decides, and what a CLI makes of it. R-APPROVE-32, R-APPROVE-33 and R-ASK-18 are not in these suites: they are about
 * handlers in code, which only the library has. In the host an approval without anybody to answer waits.
 */
import { existsSync, mkdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { Reply } from '../../src/simulator/index.ts'
import { lastValue } from '../../src/state/list.ts'
import { testedVersions } from '../e2e/claude-binaries.ts'
import { toolResults } from '../e2e/scene.ts'
import { bash, write } from '../e2e/steps.ts'
import { asked, type Driven, hasTurns, outcomes } from './driven.ts'
import { type DriverStage, driverStage, LEDGERS } from './stage.ts'

const BARISTA = fileURLToPath(new URL('../e2e/fixtures/barista.mjs', import.meta.url))
const barista = { command: process.execPath, args: [BARISTA] }
const options = ['Tea', 'Coffee'].map((label) => ({ label, description: `Some ${label}` }))
const question = { question: 'What to drink?', header: 'Drink', options, multiSelect: false }

describe.each(testedVersions)('approvals with %s', (version) => {
  let stage: DriverStage
  beforeAll(async () => {
    stage = await driverStage(version)
  })
  afterAll(() => stage.close())

  describe.each(LEDGERS)('in the %s', (ledger) => {
    /** Plays a turn with these replies, up to its first approval. */
    async function play(driven: Driven, ...replies: Reply[]) {
      stage.script({ play: replies })
      await driven.send('play')
      return asked(driven)
    }
    const over = (driven: Driven, turns: number) => driven.until(hasTurns(turns))
    const inWork = (name: string) => join(stage.cwd, `${ledger}-${name}`)

    test('R-APPROVE-1 R-APPROVE-7 R-APPROVE-10 R-APPROVE-13 a tool runs as it was allowed, and not if denied', async () => {
      const driven = await stage.open(ledger)
      const allowed = await play(driven, [write(inWork('asked.txt'))])
      expect(allowed).toMatchObject({ kind: 'tool', toolName: 'Write', status: 'pending' })
      expect(existsSync(inWork('asked.txt'))).toBe(false)
      const input = { file_path: inWork('edited.txt'), content: 'edited' }
      await driven.answer(allowed.id, { decision: 'allow', input }, 'ada')
      await expect(driven.answer(allowed.id, { decision: 'deny' }, 'bob')).rejects.toMatchObject(
        driven.refusal('already-answered'),
      )
      await over(driven, 1)
      expect(existsSync(inWork('asked.txt'))).toBe(false)
      expect(readFileSync(inWork('edited.txt'), 'utf8')).toBe('edited')

      const denied = await play(driven, [write(inWork('denied.txt'))])
      await driven.answer(denied.id, { decision: 'deny', message: 'Not in this house.' })
      await over(driven, 2)
      expect(toolResults(stage.model)).toMatchObject([{ text: 'Not in this house.', isError: true }])

      const stopped = await play(driven, [write(inWork('denied.txt'))])
      await driven.answer(stopped.id, { decision: 'deny', interrupt: true })
      await over(driven, 3)
      expect(existsSync(inWork('denied.txt'))).toBe(false)
      expect(outcomes(driven).map((it) => it.split(' ')[0])).toEqual(['success', 'success', 'interrupted'])
    })

    test('R-INTR-8 R-APPROVE-29 R-LIVE-5 an interrupt withdraws it, and an answer is refused', async () => {
      const driven = await stage.open(ledger)
      const { id } = await play(driven, [write(inWork('withdrawn.txt'))])
      await driven.interrupt()
      await over(driven, 1)
      expect(lastValue(driven.state.approvals.closed)).toMatchObject({
        id,
        status: 'withdrawn',
        why: 'interrupted',
      })
      await expect(driven.answer(id, { decision: 'allow' })).rejects.toMatchObject(
        driven.refusal('approval-gone'),
      )
      expect(outcomes(driven)).toEqual(['interrupted'])
      expect(existsSync(inWork('withdrawn.txt'))).toBe(false)
    })

    test('R-APPROVE-20 R-APPROVE-21 a rule for local settings holds at once, and nothing else is remembered', async () => {
      // The rule is written into the folder.
      const cwd = inWork('rules')
      mkdirSync(cwd)
      const driven = await stage.open(ledger, { cwd })
      const command = `mkdir -p ${join(cwd, 'made')}`
      const approval = await play(driven, [bash(command)])
      const { permission_suggestions: suggestions = [] } = approval.request as {
        permission_suggestions?: { type: string; destination?: string }[]
      }
      const local = suggestions.findIndex(
        ({ type, destination }) => type === 'addRules' && destination === 'localSettings',
      )
      expect(local).toBeGreaterThanOrEqual(0)
      await driven.answer(approval.id, { decision: 'allow', remember: [local] })
      await over(driven, 1)
      stage.script({ play: [[bash(command)]] })
      await driven.send('play')
      await driven.until((state) => hasTurns(2)(state) || state.approvals.pending.length > 0)
      expect(driven.state.approvals.pending).toEqual([])
      expect(driven.state.approvals.closed.size).toBe(1)
      expect(toolResults(stage.model)).toMatchObject([{ isError: false }])
      expect(driven.state.facts.permissionMode ?? 'default').toBe('default')
    })

    test('R-ASK-2 R-ASK-3 R-ASK-13 a question is answered, and a plan sets the mode', async () => {
      const driven = await stage.open(ledger, { permissionMode: 'plan' })
      const ask = await play(driven, [{ tool: 'AskUserQuestion', input: { questions: [question] } }])
      expect(ask.kind).toBe('question')
      await driven.answer(ask.id, { decision: 'answer', answers: { 'What to drink?': 'Tea' } })
      await over(driven, 1)
      expect(toolResults(stage.model)).toMatchObject([
        { text: expect.stringContaining('"What to drink?"="Tea"') },
      ])
      const plan = await play(driven, [{ tool: 'ExitPlanMode', input: {} }])
      expect(plan.kind).toBe('plan')
      await driven.answer(plan.id, { decision: 'allow', mode: 'acceptEdits' })
      await over(driven, 2)
      await driven.until(({ facts }) => facts.permissionMode === 'acceptEdits')
    })

    test('R-ASK-17 R-INTR-9 a form is accepted, declined, cancelled, or withdrawn by an interrupt', async () => {
      const driven = await stage.open(ledger, {
        mcpServers: { barista },
        allowedTools: ['mcp__barista__order'],
      })
      const order: Reply = [{ tool: 'mcp__barista__order', input: {} }]
      const answers = [
        [
          { decision: 'answer', answers: { size: 'large' } },
          { action: 'accept', content: { size: 'large' } },
        ],
        [{ decision: 'deny' }, { action: 'decline' }],
        [{ decision: 'cancel' }, { action: 'cancel' }],
      ] as const
      for (const [i, [decision, expected]] of answers.entries()) {
        const form = await play(driven, order)
        expect(form.kind).toBe('elicitation')
        await driven.answer(form.id, decision)
        await over(driven, i + 1)
        expect(toolResults(stage.model).map(({ text }) => JSON.parse(text))).toMatchObject([expected])
      }
      const form = await play(driven, order)
      await driven.interrupt()
      await over(driven, 4)
      expect(driven.state.approvals.pending).toEqual([])
      await expect(driven.answer(form.id, { decision: 'cancel' })).rejects.toThrow()
      expect(outcomes(driven).at(-1)).toBe('interrupted')
    })
  })
})
