import { expect, test } from 'vitest'
import { historyOf } from '../talk.ts'
import { feature } from './feature.ts'

const NOBODY = '00000000-0000-4000-8000-000000000000'

feature('resume', (on) => {
  /** A session with one turn that is over. */
  async function past() {
    const scene = await on.open()
    const turn = scene.play([{ text: 'One.' }])
    await turn.result
    const { sessionId = '' } = scene.session
    await scene.session.close()
    return { id: sessionId, uuid: turn.uuid }
  }

  test('a resumed session has its history and its id', async () => {
    const { id } = await past()
    const scene = await on.open({ resume: id })
    expect(await scene.play([{ text: 'Two.' }]).result).toMatchObject({ status: 'success', text: 'Two.' })
    expect(scene.session.sessionId).toBe(id)
    expect(historyOf(on.stage.model).slice(0, 2)).toEqual(['user: play the script', 'assistant: One.'])
  })

  test('a fork has the history and an id of its own', async () => {
    const { id } = await past()
    const scene = await on.open({ resume: id, forkSession: true })
    expect(await scene.play([{ text: 'Two.' }]).result).toMatchObject({ status: 'success', text: 'Two.' })
    expect([id, undefined]).not.toContain(scene.session.sessionId)
    expect(historyOf(on.stage.model).slice(0, 2)).toEqual(['user: play the script', 'assistant: One.'])
  })

  test('a prompt that ran before is not run again', async () => {
    const { id, uuid } = await past()
    const scene = await on.open({ resume: id })
    const requests = on.stage.model.requests.length
    expect(await scene.session.send('play the script', { uuid }).result).toMatchObject({
      status: 'already-run',
    })
    expect(on.stage.model.requests.slice(requests).filter(({ side }) => !side)).toEqual([])
    expect(await scene.play([{ text: 'Next.' }]).result).toMatchObject({ status: 'success', text: 'Next.' })
  })

  test('a session has the id that was asked for', async () => {
    const sessionId = crypto.randomUUID()
    const scene = await on.open({ sessionId })
    await scene.play([{ text: 'Here.' }]).result
    expect(scene.session.sessionId).toBe(sessionId)
  })

  test('a session that does not exist is refused', async () => {
    await expect(on.open({ resume: NOBODY })).rejects.toThrow()
  })
})
