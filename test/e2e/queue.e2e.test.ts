import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { SentPrompt } from '../../src/client/index.ts'
import type { Scenario, Step } from '../../src/simulator/index.ts'
import { testedVersions } from './claude-binaries.ts'
import { lastConversation, Scene } from './scene.ts'
import { nextMessage, type Stage, setStage } from './stage.ts'
import { historyOf, isA, isToolCall, namesOf } from './talk.ts'

const slow: Step[] = [{ text: 'Slow.' }, { text: 'And', open: true }, { hold: 'slow' }, { text: ' over.' }]
const scenario = (go: string): Scenario => ({
  scripts: [
    { prompt: 'apple', replies: [[{ text: 'An apple.' }]] },
    { prompt: 'pear', replies: [[{ text: 'A pear.' }]] },
    { prompt: 'plum', replies: [[{ text: 'A plum.' }]] },
    { prompt: 'take your time', replies: [slow] },
    {
      prompt: 'run a tool',
      replies: [
        [
          {
            tool: 'Bash',
            input: { command: `until [ -e ${go} ]; do sleep 0.02; done`, description: 'Waits' },
          },
        ],
        [{ text: 'It ran.' }],
      ],
    },
  ],
})

describe.each(testedVersions)('prompts during a turn with %s', (version) => {
  const isOld = version === '2.1.197'
  let stage: Stage
  let scene: Scene
  let go: string
  let plays = 0
  beforeAll(async () => {
    stage = await setStage(version, { scripts: [] })
    scene = await Scene.open(stage, { allowedTools: ['Bash'] })
  })
  afterAll(() => stage.close())

  /** Sends a prompt whose answer stays open until the hold is released. */
  async function startSlow(): Promise<SentPrompt> {
    reset()
    const turn = scene.session.send('take your time')
    await nextMessage(scene.session, isA('assistant'))
    return turn
  }
  /** Sends a prompt whose tool runs until `letGo`. */
  async function startTool(on = scene): Promise<SentPrompt> {
    reset(on)
    const called = nextMessage(on.session, isToolCall)
    const turn = on.session.send('run a tool')
    await called
    return turn
  }
  function reset(on = scene): void {
    plays += 1
    go = join(stage.cwd, `go-${plays}`)
    stage.model.use(scenario(go))
    on.seen = []
  }
  const letGo = () => writeFileSync(go, '')
  const echoes = () =>
    scene
      .all('user')
      .filter(({ isReplay }) => isReplay)
      .map(({ uuid, message }) => ({ uuid, text: textOf(message.content) }))
  const messages = async (turns: SentPrompt[]) =>
    (await Promise.all(turns.map(({ result }) => result))).map(({ message }) => message)

  test('R-QUEUE-1 R-QUEUE-4 R-QUEUE-5 R-QUEUE-6: prompts that wait are merged into one turn', async () => {
    const first = await startSlow()
    const waiting = ['apple', 'pear', 'plum'].map((text) => scene.session.send(text))
    await scene.settled()
    stage.model.release('slow')
    expect(await first.result).toMatchObject({ status: 'success', text: 'And over.' })
    expect(waiting.map(({ state }) => state)).not.toContain('done')
    const results = await messages(waiting)
    expect(results[0]).toMatchObject({ is_error: false, result: 'A plum.' })
    expect(new Set(results).size).toBe(1)
    expect(namesOf(scene.seen, 'init', 'result')).toEqual(['init', 'result', 'init', 'result'])
    expect(historyOf(stage.model).slice(-3)).toEqual(['user: apple', 'user: pear', 'user: plum'])
    expect(echoes().slice(1)).toEqual([
      { uuid: waiting[0]?.uuid, text: 'apple' },
      { uuid: waiting[1]?.uuid, text: 'pear' },
      { uuid: waiting[2]?.uuid, text: 'apple pear plum' },
    ])
    expect(scene.session.isBusy).toBe(false)
  })

  test('R-REPLAY-19: without echoes, prompts that were merged are over when the CLI is idle', async () => {
    const silent = await Scene.open(stage, { replayUserMessages: false })
    reset(silent)
    const first = silent.session.send('take your time')
    await nextMessage(silent.session, isA('assistant'))
    const waiting = ['apple', 'pear', 'plum'].map((text) => silent.session.send(text))
    await silent.settled()
    stage.model.release('slow')
    expect(await first.result).toMatchObject({ status: 'success', text: 'And over.' })
    const results = await messages(waiting)
    expect(results.map((message) => message?.result)).toEqual(['A plum.', 'A plum.', 'A plum.'])
    expect(silent.session.isBusy).toBe(false)
  })

  test('R-QUEUE-2: a prompt during a tool is folded into the turn and shares its result', async () => {
    const first = await startTool()
    const folded = scene.session.send('an apple, by the way')
    await scene.settled()
    letGo()
    const [one, two] = await messages([first, folded])
    expect(one).toMatchObject({ is_error: false, result: 'An apple.' })
    expect(two).toBe(one)
    expect(scene.all('result')).toEqual([one])
    expect(echoes().map(({ uuid }) => uuid)).toEqual([first.uuid, folded.uuid])
    expect(JSON.stringify(lastConversation(stage.model).at(-1))).toContain('while you were working')
  })

  test('R-QUEUE-2: so is a prompt during an approval', async () => {
    reset()
    stage.model.use({
      scripts: [
        { prompt: 'write', replies: [[{ tool: 'Write', input: { file_path: 'a', content: 'a' } }]] },
        { prompt: 'apple', replies: [[{ text: 'An apple.' }]] },
      ],
    })
    scene.inbox.clear()
    const first = scene.session.send('write a file')
    const approval = await scene.inbox.next('tool')
    const folded = scene.session.send('an apple instead')
    await scene.settled()
    approval.deny('Not now.')
    const [one, two] = await messages([first, folded])
    expect(one).toMatchObject({ result: 'An apple.' })
    expect(two).toBe(one)
  })

  test('R-QUEUE-8: a prompt for now ends the running turn, which is no error', async () => {
    const first = await startSlow()
    const urgent = scene.session.send('a pear', { when: 'now' })
    const result = await first.result
    expect(result).toMatchObject({ status: 'interrupted' })
    expect(result.message).toMatchObject({
      subtype: 'success',
      is_error: false,
      terminal_reason: 'aborted_streaming',
    })
    expect(await urgent.result).toMatchObject({ status: 'success', text: 'A pear.' })
    expect(historyOf(stage.model)).toContain('user: a pear')
  })

  test('prompts for after the turn are held here, and can be edited, moved and cancelled', async () => {
    const first = await startSlow()
    const { session } = scene
    const [apple, fig, plum] = ['apple', 'fig', 'plum'].map((text) =>
      session.send(text, { when: 'after-turn' }),
    ) as [SentPrompt, SentPrompt, SentPrompt]
    expect(session.queue.list()).toEqual([apple, fig, plum])
    expect(apple.state).toBe('held')
    session.queue.move(plum.uuid, 0)
    session.queue.edit(apple.uuid, 'another apple')
    expect(await session.cancel(fig)).toBe(true)
    expect(await fig.result).toEqual({ status: 'cancelled', text: '' })
    await scene.settled()
    expect(namesOf(scene.seen)).not.toContain('result')
    stage.model.release('slow')
    await first.result
    expect(await plum.result).toMatchObject({ status: 'success', text: 'A plum.' })
    expect(await apple.result).toMatchObject({ status: 'success', text: 'An apple.' })
    expect(scene.all('result').map(({ result }) => result)).toEqual(['And over.', 'A plum.', 'An apple.'])
    const said = historyOf(stage.model)
    expect(said.slice(-3)).toEqual(['user: plum', 'assistant: A plum.', 'user: another apple'])
    expect(said).not.toContain('user: fig')
    expect(session.queue.list()).toEqual([])
  })

  test('R-QUEUE-11: a prompt that waits in the CLI can be cancelled, until it runs', async () => {
    const first = await startSlow()
    const apple = scene.session.send('apple')
    const pear = scene.session.send('pear')
    expect(await scene.session.cancel(apple)).toBe(true)
    expect(await apple.result).toEqual({ status: 'cancelled', text: '' })
    stage.model.release('slow')
    await first.result
    expect(await pear.result).toMatchObject({ text: 'A pear.' })
    expect(historyOf(stage.model).at(-1)).toBe('user: pear')
    expect(await scene.session.cancel(pear)).toBe(false)
    expect(await scene.session.cancel(apple)).toBe(false)
  })

  test('R-QUEUE-12: a slash command during a tool is text to the old CLI, and run later by the new', async () => {
    const first = await startTool()
    const command = scene.session.send('/context')
    await scene.settled()
    letGo()
    const [one, two] = await messages([first, command])
    expect(one).toMatchObject({ result: 'It ran.' })
    if (isOld) expect(two).toBe(one)
    else expect(two).toMatchObject({ num_turns: 0, result: expect.stringContaining('## Context Usage') })
    const folded = JSON.stringify(lastConversation(stage.model)).includes(
      'while you were working:\\n/context',
    )
    expect(folded).toBe(isOld)
  })

  test('a uuid that was sent before is not sent again: the turn is the same', async () => {
    reset()
    const once = scene.session.send('apple', { uuid: 'not-a-uuid' })
    expect(scene.session.send('apple', { uuid: 'not-a-uuid' })).toBe(once)
    expect(await once.result).toMatchObject({ text: 'An apple.' })
    expect(scene.session.send('pear', { uuid: 'not-a-uuid' })).toBe(once)
    await scene.settled()
    expect(echoes()).toEqual([{ uuid: 'not-a-uuid', text: 'apple' }])
  })

  test('R-REPLAY-1 R-REPLAY-7: a prompt is echoed under its uuid, late', async () => {
    reset()
    const turn = scene.session.send('apple')
    await turn.result
    expect(echoes()).toEqual([{ uuid: turn.uuid, text: 'apple' }])
    const names = namesOf(scene.seen)
    const after = names[names.indexOf('user echo') + 1]
    expect(after).toBe(isOld ? 'assistant text' : 'message_start')
  })

  test.skipIf(isOld)('R-REPLAY-8 R-REPLAY-9: the life of a prompt is told at once', async () => {
    const first = await startSlow()
    const waits = scene.session.send('apple')
    const cancelled = scene.session.send('pear')
    await scene.session.cancel(cancelled)
    expect(waits.state).toBe('accepted')
    stage.model.release('slow')
    await Promise.all([first.result, waits.result])
    await scene.settled()
    const life = (turn: SentPrompt) =>
      scene.all('command_lifecycle').flatMap((told) => (told.command_uuid === turn.uuid ? [told.state] : []))
    expect(life(first)).toEqual(['queued', 'started', 'completed'])
    expect(life(waits)).toEqual(['queued', 'started', 'completed'])
    expect(life(cancelled)).toEqual(['queued', 'cancelled'])
    const end = scene.seen.findIndex(({ type }) => type === 'result')
    const completed = scene.seen.findIndex(
      (told) =>
        told.type === 'command_lifecycle' && told.command_uuid === first.uuid && told.state === 'completed',
    )
    expect(completed).toBeGreaterThan(end)
  })

  describe('without replay', () => {
    let plain: Scene
    beforeAll(async () => {
      plain = await Scene.open(stage, { allowedTools: ['Bash'], replayUserMessages: false })
    })
    test('R-QUEUE-3 R-LIVE-23: of a folded prompt the old CLI gives no sign, the new one tells its life; it shares the result', async () => {
      const first = await startTool(plain)
      const folded = plain.session.send('an apple, by the way')
      await plain.settled()
      letGo()
      expect(await first.result).toMatchObject({ status: 'success', text: 'An apple.' })
      expect(namesOf(plain.seen)).not.toContain('user echo')
      await plain.settled()
      if (isOld) expect(JSON.stringify(plain.seen)).not.toContain(folded.uuid)
      expect(await folded.result).toEqual(await first.result)
    })
  })
})

function textOf(content: string | readonly { type: string; text?: unknown }[]): string {
  if (typeof content === 'string') return content
  return content.map(({ text }) => String(text).trim()).join(' ')
}
