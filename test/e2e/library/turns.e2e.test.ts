import { expect, test } from 'vitest'
import { bash } from '../steps.ts'
import { conversations, historyOf, streamedText } from '../talk.ts'
import { calls, feature, shown } from './feature.ts'

feature('turns', (on) => {
  test('a prompt gets its answer, and the session is idle', async () => {
    const scene = await on.open()
    const turn = scene.play([{ text: 'Four.' }])
    expect(await turn.result).toMatchObject({ status: 'success', text: 'Four.' })
    await expect.poll(() => scene.session.liveness().status).toBe('idle')
    expect(scene.session.isBusy).toBe(false)
  })

  test('the next prompt goes on with the conversation', async () => {
    const scene = await on.open()
    await scene.play([{ text: 'One.' }]).result
    await scene.play([{ text: 'Two.' }]).result
    expect(historyOf(on.stage.model)).toEqual([
      'user: play the script',
      'assistant: One.',
      'user: play the script',
    ])
  })

  test('a reply is streamed, and shown once', async () => {
    const scene = await on.open()
    await scene.play([{ thinking: 'Hm.' }, { text: 'Word by word.' }]).result
    expect(streamedText(scene.seen)).toBe('Word by word.')
    expect(shown(scene).filter(({ kind }) => kind === 'text')).toMatchObject([{ text: 'Word by word.' }])
  })

  test('a tool runs within the turn', async () => {
    const scene = await on.open({ allowedTools: ['Bash'] })
    const turn = scene.play([bash('echo ahoy')], [{ text: 'It ran.' }])
    expect(await turn.result).toMatchObject({ status: 'success', text: 'It ran.' })
    expect(scene.results).toMatchObject([{ text: expect.stringContaining('ahoy'), isError: false }])
    expect(calls(scene)).toMatchObject([{ name: 'Bash', status: 'done' }])
  })

  test('a tool that fails is shown as failed', async () => {
    const scene = await on.open({ allowedTools: ['Bash'] })
    expect(await scene.play([bash('exit 3')]).result).toMatchObject({ status: 'success' })
    expect(calls(scene)).toMatchObject([{ name: 'Bash', status: 'failed' }])
  })

  test('an error of the API is the result of the turn', async () => {
    const scene = await on.open({ env: { CLAUDE_CODE_MAX_RETRIES: '1' } })
    const error = { status: 400, type: 'invalid_request_error', message: 'Not like this.' }
    const result = await scene.play([{ error }]).result
    expect(result).toMatchObject({ status: 'error', text: expect.stringContaining('Not like this.') })
    expect(await scene.play([{ text: 'Back.' }]).result).toMatchObject({ status: 'success', text: 'Back.' })
  })

  test('a command that does not exist is answered visibly', async () => {
    const scene = await on.open()
    await scene.send('/nosuch').result
    await scene.settled()
    expect(shown(scene).length).toBeGreaterThan(0)
  })

  test('another model is asked from the next turn on', async () => {
    const scene = await on.open()
    await scene.session.setModel('claude-haiku-4-5')
    await scene.play([{ text: 'Quick.' }]).result
    expect(conversations(on.stage.model).at(-1)?.model).toContain('haiku')
  })
})
