import { existsSync, mkdirSync } from 'node:fs'
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, onTestFinished, test } from 'vitest'
import {
  findTranscript,
  isPromptKnown,
  SessionEndedError,
  type SessionOptions,
  TranscriptNotFoundError,
} from '../../src/client/index.ts'
import { descendantsOf, killAll } from '../../src/process/descendants.ts'
import type { Scenario } from '../../src/simulator/index.ts'
import { testedVersions } from './claude-binaries.ts'
import { Scene } from './scene.ts'
import { nextMessage, type Stage, setStage } from './stage.ts'
import { conversations, historyOf, isToolCall, namesOf } from './talk.ts'

const scenario: Scenario = {
  scripts: [
    { prompt: 'what is one', replies: [[{ text: 'One.' }]] },
    { prompt: 'what is two', replies: [[{ text: 'Two.' }]] },
    {
      prompt: 'wait for ever',
      replies: [
        [
          {
            tool: 'Bash',
            input: { command: 'touch began; until [ -e never ]; do sleep 0.1; done', description: 'Waits' },
          },
        ],
      ],
    },
  ],
  otherwise: [{ text: 'More.' }],
}
const BASE = '33333333-3333-4333-8333-333333333333'
const NOBODY = '00000000-0000-4000-8000-000000000000'
const ONE_AND_TWO = ['user: what is one', 'assistant: One.', 'user: what is two', 'assistant: Two.']

describe.each(testedVersions)('sessions with %s', (version) => {
  const isOld = version === '2.1.197'
  let stage: Stage
  /** The session that the tests look at. Each leaves it as it was; one that goes on with it makes its own. */
  let id: string
  let promptUuid: string
  let answerUuid: string
  beforeAll(async () => {
    stage = await setStage(version, scenario)
    ;({ id, promptUuid, answerUuid } = await makeBase({ sessionId: BASE }))
  })
  async function makeBase(options: SessionOptions = {}) {
    const scene = await Scene.open(stage, options)
    const turn = scene.session.send('what is one')
    await turn.result
    const [answer] = scene.all('assistant')
    await scene.session.send('what is two').result
    const { sessionId = '' } = scene.session
    await scene.session.close()
    return { id: sessionId, promptUuid: turn.uuid, answerUuid: answer?.uuid ?? '' }
  }
  afterAll(() => stage.close())

  const location = () => ({ configDir: stage.env.CLAUDE_CONFIG_DIR ?? '' })
  const transcript = async (session: string) =>
    readFile(await findTranscript(session, location()), { encoding: 'utf8' })
  /** Opens a session, sends one prompt, closes it, and says what came of it. */
  async function goOn(prompt: string, options: SessionOptions) {
    const scene = await Scene.open(stage, options)
    const { text } = await scene.session.send(prompt).result
    const { sessionId } = scene.session
    await scene.session.close()
    return { text, sessionId, said: historyOf(stage.model), seen: scene.seen }
  }

  test('R-SESSION-3 R-ENV-15: the transcript is in the folder of the configuration, with the uuids of the wire', async () => {
    const lines = await transcript(id)
    expect(lines).toContain(promptUuid)
    expect(lines).toContain(answerUuid)
  })

  test('R-SESSION-5 R-SESSION-6: a fork has the history and an id of its own, and leaves the original', async () => {
    const before = await transcript(id)
    const forkId = '11111111-1111-4111-8111-111111111111'
    const fork = await goOn('and in the fork?', { resume: id, forkSession: true, sessionId: forkId })
    expect(id).toBe(BASE)
    expect(fork.sessionId).toBe(forkId)
    expect(fork.said).toEqual([...ONE_AND_TWO, 'user: and in the fork?'])
    expect(await transcript(id)).toBe(before)
    expect(await transcript(forkId)).toContain('and in the fork?')
  })

  test('R-SESSION-10: resumed at an answer, in a fork without a name, the history ends there', async () => {
    const fork = await goOn('and then?', { resume: id, forkSession: true, resumeSessionAt: answerUuid })
    expect(fork.said).toEqual(['user: what is one', 'assistant: One.', 'user: and then?'])
    expect([id, undefined]).not.toContain(fork.sessionId)
  })

  test('R-SESSION-11: resumed at a prompt, that prompt is joined with the new one', async () => {
    const { said } = await goOn('please', { resume: id, forkSession: true, resumeSessionAt: promptUuid })
    expect(said).toEqual(['user: what is one', 'user: please'])
  })

  test('R-SESSION-12: resumed at a message that does not exist, the session does not open', async () => {
    const opening = stage.open({ resume: id, resumeSessionAt: NOBODY })
    await expect(opening).rejects.toMatchObject({ code: 'ended', ending: { exitCode: 1 } })
    await expect(opening).rejects.toThrow(NOBODY)
  })

  test('R-SESSION-4: with an id that does not exist, the session does not open, and says why', async () => {
    const error = await stage.open({ resume: NOBODY }).catch((reason) => reason)
    expect(error).toBeInstanceOf(SessionEndedError)
    expect(error).toMatchObject({
      code: 'session-not-found',
      ending: { cause: 'exit', exitCode: 1 },
      lastError: { subtype: 'error_during_execution', is_error: true, num_turns: 0 },
    })
    expect(error.message).toContain(`No conversation found with session ID: ${NOBODY}`)
  })

  test('R-SESSION-7: an id that is taken, no UUID or for a session that has one is refused, on stderr', async () => {
    // The last two are refused here already, unless they are smuggled past the check.
    await expect(stage.open({ sessionId: 'mine' })).rejects.toMatchObject({ code: 'bad-options' })
    await expect(stage.open({ resume: id, sessionId: NOBODY })).rejects.toMatchObject({ code: 'bad-options' })
    const openings = [
      { options: { sessionId: id }, reason: 'already in use' },
      { options: { extraArgs: { 'session-id': 'mine' } }, reason: 'UUID' },
      { options: { resume: id, extraArgs: { 'session-id': NOBODY } }, reason: '--fork-session' },
    ]
    for (const { options, reason } of openings) {
      const error = await stage.open(options).catch((thrown) => thrown)
      expect(error).toMatchObject({ code: 'ended', lastError: undefined, ending: { exitCode: 1 } })
      expect(error.ending.stderr).toContain(reason)
      expect(error.message).toContain(reason)
    }
  })

  describe('resumed', () => {
    async function resume() {
      const base = await makeBase()
      const resumed = await Scene.open(stage, { resume: base.id })
      onTestFinished(async () => void (await resumed.session.close()))
      return { ...base, resumed }
    }

    test('R-SESSION-1 R-SESSION-2: resumed, the session goes on under its id, and nothing is replayed', async () => {
      const { id, resumed } = await resume()
      expect(await resumed.session.send('what next?').result).toMatchObject({ text: 'More.' })
      expect(resumed.session.sessionId).toBe(id)
      expect(historyOf(stage.model)).toEqual([...ONE_AND_TWO, 'user: what next?'])
      const told = JSON.stringify(resumed.seen)
      expect(told).toContain('what next?')
      expect(told).not.toContain('what is one')
      expect(namesOf(resumed.seen, 'assistant text', 'result')).toEqual(['assistant text', 'result'])
    })

    test('R-REPLAY-10 R-REPLAY-17: a prompt that an earlier process has run is not run again, and settles', async () => {
      const { id, promptUuid, resumed } = await resume()
      // Not all requests: the CLI also looks whether the server is there, whenever it comes to it.
      const before = conversations(stage.model).length
      resumed.seen = []
      const again = resumed.session.send('what is one', { uuid: promptUuid })
      expect(await again.result).toEqual({ status: 'already-run', text: '' })
      expect(resumed.session.isBusy).toBe(false)
      expect(conversations(stage.model).length).toBe(before)
      const [echo] = resumed.all('user')
      expect(echo).toMatchObject({ isReplay: true, uuid: promptUuid })
      expect(echo).not.toHaveProperty('timestamp')
      expect(namesOf(resumed.seen)).not.toContain('result')
      expect(await isPromptKnown(id, promptUuid, location())).toBe(true)
      expect(await resumed.session.send('what is two').result).toMatchObject({ text: 'Two.' })
    })
  })

  test('R-SESSION-8: continue takes the newest session of the folder, or starts one', async () => {
    const folder = join(stage.home, 'with-one')
    mkdirSync(folder)
    const { id } = await makeBase({ cwd: folder })
    const newest = await goOn('and now?', { continue: true, cwd: folder })
    expect(newest.sessionId).toBe(id)
    expect(newest.said.slice(0, 4)).toEqual(ONE_AND_TWO)
    const cwd = join(stage.home, 'empty')
    mkdirSync(cwd)
    const fresh = await goOn('anyone?', { continue: true, cwd })
    expect(fresh.sessionId).not.toBe(id)
    expect(fresh.said).toEqual(['user: anyone?'])
  })

  test('R-SESSION-9: from another folder the old CLI finds nothing, and the new one all', async () => {
    const cwd = join(stage.home, 'elsewhere')
    mkdirSync(cwd)
    const opening = goOn('and from here?', { resume: id, cwd, forkSession: true })
    if (isOld) await expect(opening).rejects.toThrow('No conversation found')
    else expect((await opening).said.slice(0, 4)).toEqual(ONE_AND_TWO)
  })

  test('R-SESSION-16 R-SESSION-18: killed in a tool, the session goes on in a new process', async () => {
    const scene = await Scene.open(stage, { allowedTools: ['Bash'] })
    const called = nextMessage(scene.session, isToolCall)
    const turn = scene.session.send('wait for ever')
    await called
    const { sessionId = '', pid = 0 } = scene.session
    // The CLI writes its transcript a moment later than its messages.
    await expect.poll(() => existsSync(join(stage.cwd, 'began'))).toBe(true)
    await expect.poll(() => transcript(sessionId)).toContain('until [ -e never ]')
    const tool = descendantsOf(pid)
    process.kill(pid, 'SIGKILL')
    killAll(tool)
    await expect(turn.result).rejects.toMatchObject({ ending: { signal: 'SIGKILL' } })
    const { said } = await goOn('what happened?', { resume: sessionId })
    expect(said.filter((line) => line.includes('tool_'))).toEqual(
      isOld ? [] : ['assistant: <tool_use Bash>', 'user: <tool_result>'],
    )
    expect(said[0]).toBe('user: wait for ever')
    expect(said.at(-1)).toBe('user: what happened?')
  })

  test('R-SESSION-13 R-SESSION-15: cut without a fork, the session itself is cut, for two processes at once', async () => {
    const { id, answerUuid } = await makeBase()
    const cut = await goOn('and instead?', { resume: id, resumeSessionAt: answerUuid })
    expect(cut.sessionId).toBe(id)
    const [one, two] = await Promise.all([stage.open({ resume: id }), stage.open({ resume: id })])
    expect(await one.send('what is there?').result).toMatchObject({ status: 'success' })
    expect(historyOf(stage.model)).toEqual([
      'user: what is one',
      'assistant: One.',
      'user: and instead?',
      'assistant: More.',
      'user: what is there?',
    ])
    expect(await two.send('what is two').result).toMatchObject({ status: 'success', text: 'Two.' })
    expect([one.sessionId, two.sessionId]).toEqual([id, id])
  })

  test('R-SESSION-14 R-SESSION-17: /clear changes the id; a session that is not kept cannot be resumed', async () => {
    const scene = await Scene.open(stage, { persistSession: false })
    await scene.session.send('what is one').result
    const { sessionId: before = '' } = scene.session
    const ids = new Set<string | undefined>()
    const following = follow(scene, ids)
    scene.seen = []
    await scene.session.send('/clear').result
    const { sessionId: after } = scene.session
    expect(after).not.toBe(before)
    expect(namesOf(scene.seen).includes('conversation_reset')).toBe(!isOld)
    await scene.session.send('what is two').result
    expect(historyOf(stage.model).filter((line) => line.includes('what is'))).toEqual(['user: what is two'])
    await scene.session.close()
    await following
    // Whether a message still has the old id depends on how fast the command is done.
    expect(new Set([before, ...ids])).toEqual(new Set([before, after]))
    expect(ids).toContain(after)
    await expect(transcript(before)).rejects.toThrow(TranscriptNotFoundError)
    await expect(stage.open({ resume: before })).rejects.toThrow('No conversation found')
  })
})

/** Every id that the session has had. */
async function follow({ session }: Scene, ids: Set<string | undefined>): Promise<void> {
  for await (const _ of session.messages()) ids.add(session.sessionId)
}
