import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { Session } from '../../src/client/index.ts'
import { type ClaudeVersion, claudeVersions } from './claude-binaries.ts'
import { type Stage, setStage } from './stage.ts'

describe.each(Object.keys(claudeVersions) as ClaudeVersion[])('turns with %s', (version) => {
  let stage: Stage
  let session: Session
  beforeAll(async () => {
    stage = await setStage(version, {
      scripts: [
        { prompt: 'hello', replies: [[{ text: 'hello there' }]] },
        { prompt: 'slow', replies: [[{ text: 'begin ' }, { hold: 'h' }, { text: 'end' }]] },
      ],
    })
    session = await stage.open()
  })
  afterAll(() => stage.close())

  test('a plain turn', async () => {
    const result = await session.send('hello').result
    expect(result).toMatchObject({ status: 'success', text: 'hello there' })
    expect(session.isBusy).toBe(false)
  })
  test('interrupt while streaming', async () => {
    const turn = session.send('slow')
    await stage.model.held('h')
    await session.interrupt()
    expect(await turn.result).toMatchObject({ status: 'interrupted', text: '' })
  })
})
