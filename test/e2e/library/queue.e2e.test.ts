import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import type { Reply } from '../../../src/simulator/index.ts'
import { lastConversation, type Scene } from '../scene.ts'
import { nextMessage } from '../stage.ts'
import { bash } from '../steps.ts'
import { isToolCall } from '../talk.ts'
import { feature } from './feature.ts'

feature('queue', (on) => {
  /** Sends a prompt whose answer stays open until `slow` is released. */
  async function startSlow(scene: Scene) {
    const slow: Reply = [{ text: 'Slow ', open: true }, { hold: 'slow' }, { text: 'and over.' }]
    on.stage.model.use({
      scripts: [
        { prompt: 'slow', replies: [slow] },
        { prompt: 'apple', replies: [[{ text: 'An apple.' }]] },
        { prompt: 'pear', replies: [[{ text: 'A pear.' }]] },
      ],
    })
    const turn = scene.send('slow')
    await on.stage.model.held('slow')
    return turn
  }

  test('prompts sent during a turn are answered after it', async () => {
    const scene = await on.open()
    const first = await startSlow(scene)
    const waiting = [scene.send('apple'), scene.send('pear')]
    await scene.settled()
    on.stage.model.release('slow')
    expect(await first.result).toMatchObject({ status: 'success', text: 'Slow and over.' })
    const results = await Promise.all(waiting.map(({ result }) => result))
    expect(results.map(({ status }) => status)).toEqual(['success', 'success'])
    expect(results.at(-1)?.text).toBe('A pear.')
  })

  test('a prompt that is held back is sent when the turn is over', async () => {
    const scene = await on.open()
    const first = await startSlow(scene)
    const held = scene.session.send('apple', { when: 'after-turn' })
    expect(held.state).toBe('held')
    on.stage.model.release('slow')
    expect(await first.result).toMatchObject({ text: 'Slow and over.' })
    expect(await held.result).toMatchObject({ status: 'success', text: 'An apple.' })
  })

  test('an urgent prompt ends the running turn', async () => {
    const scene = await on.open()
    const first = await startSlow(scene)
    const urgent = scene.session.send('apple', { when: 'now' })
    expect(await urgent.result).toMatchObject({ status: 'success', text: 'An apple.' })
    expect((await first.result).text).not.toBe('Slow and over.')
  })

  test('a waiting prompt can be taken back', async () => {
    const scene = await on.open()
    const first = await startSlow(scene)
    const waiting = scene.send('apple')
    expect(await scene.session.cancel(waiting)).toBe(true)
    on.stage.model.release('slow')
    expect(await first.result).toMatchObject({ text: 'Slow and over.' })
    expect(await waiting.result).toMatchObject({ status: 'cancelled' })
  })

  test('a prompt sent while a tool runs reaches the model', async () => {
    const scene = await on.open({ allowedTools: ['Bash'] })
    const go = join(on.stage.cwd, 'go-queue')
    const called = nextMessage(scene.session, isToolCall)
    const first = scene.play([bash(`until [ -e ${go} ]; do sleep 0.05; done`)], [{ text: 'It ran.' }])
    await called
    const second = scene.send('look at the sea')
    await scene.settled()
    writeFileSync(go, '')
    expect(await first.result).toMatchObject({ status: 'success' })
    expect(await second.result).toMatchObject({ status: 'success' })
    expect(JSON.stringify(lastConversation(on.stage.model))).toContain('look at the sea')
  })

  test("a prompt sent during a turn of the CLI's own gets its own answer", async () => {
    const scene = await on.open({ allowedTools: ['Bash'] })
    const go = join(on.stage.cwd, 'go-own-turn')
    const background = bash(`until [ -e ${go} ]; do sleep 0.05; done`, { run_in_background: true })
    const own: Reply = [{ text: 'self ', open: true }, { hold: 'own' }, { text: 'end' }]
    on.stage.model.use({
      scripts: [
        { prompt: 'go', replies: [[background], [{ text: 'started' }], own] },
        { prompt: 'second', replies: [[{ text: 'second done' }]] },
      ],
    })
    expect(await scene.send('go').result).toMatchObject({ text: 'started' })
    writeFileSync(go, '')
    await on.stage.model.held('own')
    const second = scene.send('second')
    await scene.settled()
    on.stage.model.release('own')
    expect(await second.result).toMatchObject({ status: 'success', text: 'second done' })
  })
})
