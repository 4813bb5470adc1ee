/** 2.1.37 knows fewer requests and no priorities: the driver makes up for it. */
import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { OLD_VERSION } from '../e2e/claude-binaries.ts'
import { write } from '../e2e/steps.ts'
import { historyOf } from '../e2e/talk.ts'
import { asked, hasTurns, held, isIdle, outcomes } from './driven.ts'
import { type DriverStage, driverStage, LEDGERS } from './stage.ts'

const SLOW = { 'take your time': [[{ text: 'Slow', open: true as const }, { hold: 'slow' }]] }

let stage: DriverStage
beforeAll(async () => {
  stage = await driverStage(OLD_VERSION)
})
afterAll(() => stage.close())

describe.each(LEDGERS)(`${OLD_VERSION} in the %s`, (ledger) => {
  test('R-APPROVE-3 R-APPROVE-10 R-INTR-8 a turn with an approval: allowed, denied, withdrawn', async () => {
    const driven = await stage.open(ledger)
    const path = (name: string) => join(stage.cwd, `${ledger}-${name}`)
    stage.script({ play: [[write(path('a.txt'))], [write(path('b.txt'))], [write(path('c.txt'))]] })
    await driven.send('play')
    await driven.answer((await asked(driven)).id, { decision: 'allow' })
    await driven.until(({ approvals }) => approvals.closed.size === 1 && approvals.pending.length === 1)
    await driven.answer((await asked(driven)).id, { decision: 'deny', message: 'No.' })
    await driven.until(({ approvals }) => approvals.closed.size === 2 && approvals.pending.length === 1)
    const { id } = await asked(driven)
    await driven.interrupt()
    await driven.until(hasTurns(1))
    expect(outcomes(driven)).toEqual(['interrupted'])
    await expect(driven.answer(id, { decision: 'allow' })).rejects.toMatchObject(
      driven.refusal('approval-gone'),
    )
    expect(['a.txt', 'b.txt', 'c.txt'].map((name) => existsSync(path(name)))).toEqual([true, false, false])
  })

  test('R-CONTROL-46 R-QUEUE-8 unknown requests are refused at once, and a prompt for now stops the turn', async () => {
    stage.script({ ...SLOW, apple: [[{ text: 'An apple.' }]], pear: [[{ text: 'A pear.' }]] })
    const driven = await stage.open(ledger)
    await driven.send('take your time')
    await stage.model.held('slow')
    for (const subtype of ['get_context_usage', 'get_settings', 'cancel_async_message']) {
      await expect(driven.request(subtype, { message_uuid: 'a' })).rejects.toMatchObject(
        driven.refusal('unsupported'),
      )
    }
    const pear = await driven.send('pear', { when: 'after-turn' })
    await driven.until(() => held(driven).length === 1)
    await driven.send('apple', { when: 'now' })
    await driven.until((state) => hasTurns(3)(state) && isIdle(state))
    expect(outcomes(driven)).toEqual(['interrupted', 'success An apple.', 'success A pear.'])
    await expect(driven.edit(pear, 'too late')).rejects.toThrow(pear)
  })

  test('R-REPLAY-10 a uuid that was sent before is not run again', async () => {
    stage.script({ apple: [[{ text: 'An apple.' }]], pear: [[{ text: 'A pear.' }]] })
    const driven = await stage.open(ledger)
    const uuid = await driven.send('apple', { uuid: '5f0c3e1a-0c53-4f0c-9a3e-3c0f1f0b7a11' })
    await driven.until(hasTurns(1))
    await driven.send('apple', { uuid })
    await driven.send('pear')
    await driven.until((state) => hasTurns(2)(state) && isIdle(state))
    expect(outcomes(driven)).toEqual(['success An apple.', 'success A pear.'])
    expect(historyOf(stage.model)).toEqual(['user: apple', 'assistant: An apple.', 'user: pear'])
  })
})
