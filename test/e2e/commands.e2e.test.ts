import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { testedVersions } from './claude-binaries.ts'
import { Scene } from './scene.ts'
import { type Stage, setStage } from './stage.ts'
import { conversations, historyOf, nameOf, namesOf } from './talk.ts'

describe.each(testedVersions)('slash commands with %s', (version) => {
  const isOld = version === '2.1.197'
  let stage: Stage
  let scene: Scene
  beforeAll(async () => {
    stage = await setStage(version, { scripts: [], otherwise: [{ text: 'As you say.' }] })
    scene = await Scene.open(stage)
  })
  afterAll(() => stage.close())
  /** Sends it, and counts the requests to the model that it took. */
  async function send(prompt: string, options = {}, on = scene) {
    const before = conversations(stage.model).length
    on.seen = []
    const { status, text, message } = await on.session.send(prompt, options).result
    return { status, text, message, requests: conversations(stage.model).length - before }
  }
  const local = { status: 'success', requests: 0, message: { num_turns: 0 } }

  test('R-INIT-8 R-RESULT-3 R-RESULT-10 R-COMPACT-4: a local command is a turn without the model', async () => {
    const { message: asked } = await send('hello')
    expect(asked?.terminal_reason).toBe('completed')
    const usage = await send('/context')
    expect(usage).toMatchObject({ ...local, text: expect.stringContaining('## Context Usage') })
    expect(usage.message).not.toHaveProperty('terminal_reason')
    expect(namesOf(scene.seen, 'init', 'assistant text', 'result')).toEqual([
      'init',
      'assistant text',
      'result',
    ])
    expect(scene.all('assistant')[0]?.message.model).toBe('<synthetic>')
  })

  test('R-REPLAY-14: a local command is echoed by the new CLI alone, rewritten', async () => {
    await send('/context')
    const echoes = scene.all('user').filter(({ isReplay }) => isReplay)
    expect(echoes).toHaveLength(isOld ? 0 : 1)
    if (!isOld) expect(echoes[0]?.message.content).toContain('<command-name>/context</command-name>')
  })

  const compacted = (on = scene) =>
    on.all('system').flatMap((message) => {
      if (message.subtype !== 'status' || message.status !== null) return []
      const { compact_result, compact_error } = message
      return [{ compact_result, compact_error }]
    })

  test('R-COMPACT-1 R-COMPACT-3: /compact tells how it goes, and leaves a summary', async () => {
    await send('hello')
    await send('hello again')
    expect(await send('/compact')).toMatchObject(local)
    const wanted = /^(status (compacting|null)|compact_boundary|user synthetic|result)$/
    expect(scene.seen.map(nameOf).filter((name) => wanted.test(name))).toEqual([
      'status compacting',
      'status null',
      'compact_boundary',
      'user synthetic',
      'result',
    ])
    expect(compacted()).toEqual([{ compact_result: 'success' }])
    const [summary] = scene.all('user').filter(({ isSynthetic }) => isSynthetic)
    const content = expect.stringContaining('Scripted answer')
    expect(summary).toMatchObject({ isReplay: false, message: { content } })
  })

  test('R-COMPACT-2: /compact fails where there is nothing to leave out', async () => {
    const own = await Scene.open(stage)
    await send('hello', {}, own)
    await send('hello again', {}, own)
    // The new CLI keeps the last messages as they are, and leaves them out the next time.
    const told = []
    for (let tries = 0; tries < 3; tries += 1) {
      expect(await send('/compact', {}, own)).toMatchObject(local)
      told.push(...compacted(own))
    }
    const reason = 'Not enough messages to compact.'
    expect(told.at(-1)).toEqual({ compact_result: 'failed', compact_error: reason })
    await send('and now?', {}, own)
    expect(historyOf(stage.model).join()).not.toContain('hello again')
    expect(historyOf(stage.model).at(-1)).toBe('user: and now?')
  })

  test('R-COMPACT-5: a command that does not exist is refused by the old CLI, and goes to the model of the new', async () => {
    const unknown = await send('/no-such-command')
    if (isOld) expect(unknown).toMatchObject({ ...local, text: 'Unknown command: /no-such-command' })
    else expect(unknown).toMatchObject({ status: 'success', text: 'As you say.', requests: 1 })
  })

  test('R-COMPACT-6: some commands are not for here', async () => {
    const notHere = (command: string) => `${command} isn't available in this environment.`
    expect(await send('/help')).toMatchObject({ ...local, text: notHere('/help') })
    const { text, requests } = await send('/model')
    expect(requests).toBe(0)
    expect(text === notHere('/model')).toBe(isOld)
  })

  test('R-COMPACT-7: a prompt that begins with ! is text', async () => {
    expect(await send('!touch it')).toMatchObject({ text: 'As you say.', requests: 1 })
    expect(historyOf(stage.model).at(-1)).toBe('user: !touch it')
  })

  test.skipIf(isOld)('R-QUEUE-14: verbatim, a command is text', async () => {
    expect(await send('/context', { verbatim: true })).toMatchObject({ text: 'As you say.', requests: 1 })
    expect(historyOf(stage.model).at(-1)).toBe('user: /context')
  })
})
