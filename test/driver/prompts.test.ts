/** Prompts during a turn: those that the CLI queues, and those that are held until it is over. */
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { Reply } from '../../src/simulator/index.ts'
import { testedVersions } from '../e2e/claude-binaries.ts'
import { historyOf } from '../e2e/talk.ts'
import { cancelled, type Driven, hasTurns, held, isIdle, outcomes } from './driven.ts'
import { type DriverStage, driverStage, LEDGERS } from './stage.ts'

const slow: Reply = [{ text: 'Slow', open: true }, { hold: 'slow' }, { text: ' over.' }]
const FRUIT = {
  apple: [[{ text: 'An apple.' }]],
  pear: [[{ text: 'A pear.' }]],
  plum: [[{ text: 'A plum.' }]],
}

describe.each(testedVersions)('prompts with %s', (version) => {
  let stage: DriverStage
  beforeAll(async () => {
    stage = await driverStage(version)
  })
  afterAll(() => stage.close())

  describe.each(LEDGERS)('in the %s', (ledger) => {
    /** A session in a turn that goes on until `slow` is released. */
    async function busy(): Promise<Driven> {
      stage.script({ 'take your time': [slow], ...FRUIT })
      const driven = await stage.open(ledger)
      await driven.send('take your time')
      await stage.model.held('slow')
      await driven.until(({ turns }) => turns.current !== null)
      return driven
    }
    const hold = (driven: Driven, text: string) => driven.send(text, { when: 'after-turn' })

    test('R-QUEUE-6 held prompts are edited, moved, cancelled, and go out one by one after the turn', async () => {
      const driven = await busy()
      const [apple, fig, plum] = [
        await hold(driven, 'apple'),
        await hold(driven, 'fig'),
        await hold(driven, 'plum'),
      ]
      await driven.until(() => held(driven).length === 3)
      expect(held(driven)).toEqual([apple, fig, plum])
      await driven.move(plum, 0)
      await driven.edit(apple, 'another apple')
      expect(await driven.cancel(fig)).toBe(true)
      expect(held(driven)).toEqual([plum, apple])
      expect(cancelled(driven)).toEqual([fig])
      // Whatever the CLI had to say by now, it is still in its first turn.
      await driven.request('mcp_status')
      expect(held(driven)).toEqual([plum, apple])
      expect(driven.state.turns.past.size).toBe(0)
      stage.model.release('slow')
      await driven.until(hasTurns(3))
      expect(outcomes(driven)).toEqual(['success Slow over.', 'success A plum.', 'success An apple.'])
      expect(historyOf(stage.model).slice(-3)).toEqual([
        'user: plum',
        'assistant: A plum.',
        'user: another apple',
      ])
      await expect(driven.edit(apple, 'too late')).rejects.toThrow(apple)
      await driven.until(isIdle)
    })

    test('R-INTR-15 R-INTR-12 a held prompt goes out after an interrupted turn, and not before', async () => {
      const driven = await busy()
      const apple = await hold(driven, 'apple')
      await driven.until(() => held(driven).length === 1)
      await driven.request('mcp_status')
      expect(held(driven)).toEqual([apple])
      await driven.interrupt()
      await driven.until(hasTurns(2))
      expect(outcomes(driven)).toEqual(['interrupted', 'success An apple.'])
    })

    test('R-INTR-16 R-QUEUE-11 an interrupt takes the queue of the CLI back with it, or one of it before', async () => {
      const driven = await busy()
      const [apple, pear, plum] = [
        await driven.send('apple'),
        await driven.send('pear'),
        await driven.send('plum'),
      ]
      await driven.request('mcp_status')
      expect(await driven.cancel(pear)).toBe(true)
      const { cancelled: taken } = await driven.interrupt({ cancelQueued: true })
      expect(taken).toEqual([apple, plum])
      await driven.until((state) => hasTurns(1)(state) && isIdle(state))
      expect(outcomes(driven)).toEqual(['interrupted'])
      expect(cancelled(driven).sort()).toEqual([apple, pear, plum].sort())
      // Nothing of it runs later.
      await driven.send('apple')
      await driven.until(hasTurns(2))
      expect(outcomes(driven)).toEqual(['interrupted', 'success An apple.'])
      expect(historyOf(stage.model).filter((line) => line === 'user: plum')).toEqual([])
    })

    test('R-QUEUE-8 a prompt for now ends the running turn', async () => {
      const driven = await busy()
      await driven.send('pear', { when: 'now' })
      await driven.until(hasTurns(2))
      expect(outcomes(driven)).toEqual(['interrupted', 'success A pear.'])
    })

    test('R-REPLAY-10 a uuid that was sent before is not run again', async () => {
      stage.script(FRUIT)
      const driven = await stage.open(ledger)
      const uuid = await driven.send('apple', { uuid: 'an-apple-a-day' })
      await driven.until(hasTurns(1))
      expect(await driven.send('apple', { uuid })).toBe(uuid)
      await driven.send('pear')
      await driven.until((state) => hasTurns(2)(state) && isIdle(state))
      expect(outcomes(driven)).toEqual(['success An apple.', 'success A pear.'])
      expect(historyOf(stage.model)).toEqual(['user: apple', 'assistant: An apple.', 'user: pear'])
    })
  })
})
