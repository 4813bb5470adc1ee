import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import type { Scene } from '../scene.ts'
import { bash } from '../steps.ts'
import { streamedText } from '../talk.ts'
import { calls, feature, shown } from './feature.ts'

feature('interrupt', (on) => {
  /** Interrupts a reply of which something was said. */
  async function interruptReply(scene: Scene) {
    const turn = scene.play([{ text: 'It begins ', open: true }, { hold: 'middle' }, { text: 'and ends.' }])
    await on.stage.model.held('middle')
    await expect.poll(() => streamedText(scene.seen)).toBe('It begins ')
    await scene.session.interrupt()
    return turn.result
  }

  test('a reply is interrupted', async () => {
    const scene = await on.open()
    expect(await interruptReply(scene)).toMatchObject({ status: 'interrupted' })
    await expect.poll(() => scene.session.isBusy).toBe(false)
  })

  test('what was said until then stays, and is marked as cut', async () => {
    const scene = await on.open()
    await interruptReply(scene)
    await scene.settled()
    expect(shown(scene).filter(({ kind }) => kind === 'text')).toMatchObject([
      { text: expect.stringContaining('It begins'), cut: true },
    ])
  })

  test('it works before the first byte', async () => {
    const scene = await on.open()
    const turn = scene.play([{ hold: 'silence' }, { text: 'Never said.' }])
    await on.stage.model.held('silence')
    await scene.session.interrupt()
    expect(await turn.result).toMatchObject({ status: 'interrupted' })
  })

  test('a running tool is ended, and shown as interrupted', async () => {
    const scene = await on.open({ allowedTools: ['Bash'] })
    const began = join(on.stage.cwd, 'began')
    const turn = scene.play([bash(`touch ${began}; until [ -e never ]; do sleep 0.05; done`)])
    await expect.poll(() => existsSync(began)).toBe(true)
    await scene.session.interrupt()
    expect(await turn.result).toMatchObject({ status: 'interrupted' })
    await scene.settled()
    expect(calls(scene)).toMatchObject([{ status: 'interrupted' }])
  })

  test('the session goes on after it', async () => {
    const scene = await on.open()
    await interruptReply(scene)
    expect(await scene.play([{ text: 'Back.' }]).result).toMatchObject({ status: 'success', text: 'Back.' })
  })
})
