/** What `session.state` and `session.liveness()` say while the real CLI works. */
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest'
import type { Liveness, Session } from '../../src/client/index.ts'
import { lastValue, toArray } from '../../src/state/list.ts'
import { threadOf } from '../../src/state/transcript/transcript.ts'
import { testedVersions } from './claude-binaries.ts'
import { Scene } from './scene.ts'
import { type Stage, setStage } from './stage.ts'
import { bash } from './steps.ts'

/** So short that a held model stalls at once, and so long that a CLI which answers is not called dead. */
const STALL_AFTER = 1500

describe.each(testedVersions)('liveness of %s', (version) => {
  let stage: Stage
  let scene: Scene
  /** Called at each message, when the state has it. */
  let look: (() => void) | undefined
  beforeAll(async () => {
    stage = await setStage(version, { scripts: [] })
    // What is slow on a busy machine is not called stalled, but where that is the subject.
    scene = await Scene.open(stage, { stallAfter: false })
  })
  afterEach(() => {
    look = undefined
    return scene.rest()
  })
  afterAll(() => stage.close())

  test('R-LIVE-2 R-LIVE-3 R-LIVE-5 from ready over streaming to idle', async () => {
    const own = await Scene.open(stage, { stallAfter: false })
    expect(own.session.liveness()).toMatchObject({ status: 'ready', wait: null })
    const { result } = own.play([
      { text: 'It begins ', open: true },
      { hold: 'middle' },
      { text: 'and ends.' },
    ])
    expect(own.session.liveness()).toMatchObject({ status: 'thinking', wait: { kind: 'model' } })
    expect(await until(own.session, isStatus('streaming'))).toMatchObject({ wait: { kind: 'text' } })
    stage.model.release('middle')
    await result
    expect(own.session.liveness()).toMatchObject({ status: 'idle', wait: null })
    expect(lastTurn(own).result).toMatchObject({ status: 'success', text: 'It begins and ends.' })
    expect(own.session.state.transcript.drafts).toEqual([])
  })

  test('R-LIVE-4 R-APPROVE-45 an approval, then its tool', async () => {
    const { result } = scene.play([bash('sleep 0.3; echo done > made')])
    const approval = await scene.inbox.next('tool')
    expect(scene.session.liveness()).toMatchObject({
      status: 'awaiting-approval',
      wait: { kind: 'approval', id: approval.id, approval: 'tool', name: 'Bash', count: 1 },
    })
    approval.allow()
    const tool = await until(scene.session, ({ wait }) => wait?.kind === 'tool')
    expect(tool).toMatchObject({
      status: 'thinking',
      wait: { name: 'Bash', input: 'sleep 0.3; echo done > made' },
    })
    await result
    expect(scene.session.state.approvals.pending).toEqual([])
    expect(lastValue(scene.session.state.approvals.closed)).toMatchObject({
      id: approval.id,
      status: 'answered',
      answer: { decision: 'allowed' },
    })
    expect(scene.session.liveness().status).toBe('idle')
  })

  test('R-LIVE-5 R-INTR-8 R-INTR-12 an interrupt withdraws what is asked and leads to idle', async () => {
    const { result } = scene.play([bash('touch never')])
    await scene.inbox.next('tool')
    await scene.session.interrupt()
    await result
    expect(lastValue(scene.session.state.approvals.closed)).toMatchObject({
      status: 'withdrawn',
      why: 'interrupted',
    })
    expect(lastTurn()).toMatchObject({ interrupted: true, result: { status: 'interrupted' } })
    expect(scene.session.liveness().status).toBe('idle')
  })

  test('R-LIVE-12 a silent model: the CLI is asked, and answers', async () => {
    const own = await Scene.open(stage, { stallAfter: STALL_AFTER })
    const { result } = own.play([{ hold: 'silence' }, { text: 'At last.' }])
    const stalled = await until(own.session, (live) => live.stalled?.answers === true)
    expect(stalled).toMatchObject({ status: 'stalled', wait: { kind: 'model' } })
    stage.model.release('silence')
    await result
    expect(own.session.liveness().status).toBe('idle')
  })

  test('R-LIVE-5 R-RESULT-2 a failed turn is an error with its reason, until the next goes well', async () => {
    await scene.play([{ error: { status: 400, message: 'that was too much' } }]).result
    expect(scene.session.liveness()).toMatchObject({
      status: 'error',
      reason: expect.stringContaining('too much'),
    })
    await scene.play([{ text: 'Better.' }]).result
    expect(scene.session.liveness().status).toBe('idle')
  })

  test('R-LIVE-14 a retry of the API is told with its number and its time', async () => {
    const { result } = scene.play([{ error: { status: 429, retryAfter: 30 } }])
    const retry = await until(scene.session, ({ wait }) => wait?.kind === 'api-retry')
    expect(retry).toMatchObject({ status: 'thinking', wait: { attempt: 1, of: 10, status: 429 } })
    await scene.session.interrupt()
    await result
    expect(scene.session.liveness().status).toBe('idle')
  })

  test('R-LIVE-15 compacting is told while it lasts', async () => {
    const seen: string[] = []
    const own: Scene = await Scene.open(stage, { stallAfter: false, onMessage: () => look?.() })
    // There must be something to leave out.
    for (const text of ['One.', 'Two.']) await own.play([{ text }]).result
    look = () => seen.push(own.session.liveness().wait?.kind ?? 'none')
    stage.model.use({ scripts: [{ prompt: 'summary', replies: [[{ text: 'We talked.' }]] }] })
    await own.send('/compact').result
    expect(seen).toContain('compacting')
    expect(own.session.liveness().wait).toBeNull()
  })

  test('R-QUEUE-2 R-QUEUE-6 a prompt folded into a turn stands in it', async () => {
    const first = scene.play([bash('touch one')], [{ text: 'Both.' }])
    const approval = await scene.inbox.next('tool')
    const second = scene.session.send('And this too.')
    approval.allow()
    await Promise.all([first.result, second.result])
    expect(lastTurn().prompts).toEqual([first.uuid, second.uuid])
    expect(scene.session.state.prompts.open).toEqual([])
  })

  test('R-LIVE-6 R-LIVE-21 the end of the process, in the middle of a turn and of an approval', async () => {
    const own = await Scene.open(stage)
    const { result } = own.play([bash('touch never')])
    await own.inbox.next('tool')
    process.kill(own.session.pid ?? 0, 'SIGKILL')
    await expect(result).rejects.toThrow('SIGKILL')
    const { state } = own.session
    expect(own.session.liveness()).toMatchObject({
      status: 'disconnected',
      reason: 'was ended by signal SIGKILL',
      clean: false,
    })
    expect(state.approvals.pending).toEqual([])
    expect(toArray(state.approvals.closed)).toMatchObject([{ status: 'withdrawn', why: 'process-ended' }])
    expect(state.turns.current).toBeNull()
    expect(state.transcript.drafts).toEqual([])
    expect(state.prompts.lost).toHaveLength(1)
    const calls = toArray(threadOf(state.transcript, '')).filter(({ kind }) => kind === 'tool')
    expect(calls).toMatchObject([{ status: 'lost' }])
  })

  test('R-LIVE-6 a session that was closed has ended, and that is all', async () => {
    const own = await Scene.open(stage)
    await own.play([{ text: 'Hello.' }]).result
    await own.session.close()
    expect(own.session.liveness()).toMatchObject({ status: 'disconnected', reason: 'ended', clean: true })
  })

  function lastTurn({ session } = scene) {
    const turn = lastValue(session.state.turns.past)
    if (!turn) throw new Error('there was no turn')
    return turn
  }
})

const isStatus =
  (status: Liveness['status']) =>
  (live: Liveness): boolean =>
    live.status === status

/** The first liveness that passes, from now on. */
function until(session: Session, passes: (live: Liveness) => boolean): Promise<Liveness> {
  return new Promise((resolve) => {
    const check = () => {
      const live = session.liveness()
      if (!passes(live)) return
      stop()
      resolve(live)
    }
    const stop = session.onChange(check)
    check()
  })
}
