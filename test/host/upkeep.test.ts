/** What keeps a host small and true over time: its outbox, receipts, output files, memory. */
import { mkdirSync, readdirSync, symlinkSync } from 'node:fs'
import { join } from 'node:path'
import { afterEach, describe, expect, test, vi } from 'vitest'
import type { ServerMessage } from '../../src/api/stream.ts'
import { StreamHub } from '../../src/host/http/stream-hub.ts'
import { askedTools } from '../../src/host/policies/asked-tools.ts'
import { SessionJanitor } from '../../src/host/session-janitor.ts'
import { items } from '../../src/state/select.ts'
import { type HostStage, hostStage } from './stage.ts'
import { asks, isIdle } from './waiting.ts'

let stage: HostStage
afterEach(async () => {
  vi.unstubAllEnvs()
  await stage.close()
})

describe('the outbox', () => {
  test('the same prompt id in two sessions is a prompt of each', async () => {
    stage = await hostStage()
    const ids = [await stage.create(), await stage.create()]
    const uuid = '11111111-1111-4111-8111-111111111111'
    await Promise.all(ids.map((id) => stage.send(id, { id: uuid, text: 'hello' })))
    for (const id of ids) expect((await stage.settled(id)).turns.past.size).toBe(1)
  })

  test('has nothing left of what was written, nor of a process that is gone', async () => {
    stage = await hostStage()
    const id = await stage.create('hello')
    await stage.settled(id)
    const session = stage.host.session(id)
    await session.say('info', 'stored next')
    expect(stage.host.store.outbox(id, 1)).toEqual([])
    const row = { id: 'late', session: id, generation: 1, kind: 'prompt', line: '{}\n' } as const
    await stage.host.journal.append(id, [], { outbox: [row] })
    await stage.closeSession(id)
    expect(stage.host.store.outbox(id, 1)).toEqual([row])
    await stage.send(id, { text: 'hello' })
    expect((await stage.settled(id)).turns.past.size).toBe(2)
    expect(stage.host.store.outbox(id, 1)).toEqual([])
  })
})

test('a control request that the CLI refuses has the refusal as its outcome, now and for the same command again', async () => {
  stage = await hostStage()
  const id = await stage.create('hello')
  await stage.settled(id)
  const body = { commandId: 'c', subtype: 'mcp_reconnect', fields: { serverName: 'none' } }
  const control = async () => stage.call('control', { params: { id }, body: body as never })
  const refused = { code: 'not-possible', message: 'mcp_reconnect: Server not found: none' }
  await expect(control()).rejects.toMatchObject(refused)
  await expect(control()).rejects.toMatchObject(refused)
  const sent = stage.host.store
    .events(id, 0, 10_000)
    .filter((it) => it.kind === 'sent' && JSON.stringify(it.message).includes('mcp_reconnect'))
  expect(sent).toHaveLength(1)
  stage = await stage.again()
  await expect(control()).rejects.toMatchObject(refused)
})

test('of so many processes as is set, the last ones, the output files are kept', async () => {
  stage = await hostStage({ keptOutputs: 2 })
  const id = await stage.create()
  for (let i = 0; i < 3; i++) {
    await stage.closeSession(id)
    await stage.resume(id)
  }
  const kept = () =>
    readdirSync(join(stage.folder, 'sessions', id))
      .filter((name) => name.endsWith('.stdout'))
      .sort()
  await expect.poll(kept).toEqual(['3.stdout', '4.stdout'])
})

test('where there are no FIFOs, a session says in its transcript that it ends with the host', async () => {
  stage = await hostStage()
  const bin = join(stage.folder, 'bin')
  mkdirSync(bin)
  symlinkSync(process.execPath, join(bin, 'node'))
  vi.stubEnv('PATH', bin)
  const id = await stage.create('hello')
  const state = await stage.settled(id)
  expect(stage.host.summaries()[0]).toMatchObject({ durable: false })
  expect(items(state)).toContainEqual(
    expect.objectContaining({ kind: 'notice', level: 'warning', text: expect.stringContaining('no FIFOs') }),
  )
})

describe('the state of a session in which nothing happens', () => {
  const HOUR = 3_600_000
  /** Looks after the sessions, as if so much time had passed. */
  async function look(later = 0) {
    const janitor = new SessionJanitor(stage.host, { unloadAfterMs: HOUR, now: () => Date.now() + later })
    janitor.sweep()
    janitor.stop()
    // What it began is stored behind this.
    for (const { id } of stage.host.sessions()) await stage.host.journal.append(id, [])
    await new Promise((resolve) => setImmediate(resolve))
  }
  const isLoaded = (id: string) => stage.host.session(id).memory.isLoaded
  async function ended(prompt: string): Promise<string> {
    const id = await stage.create(prompt)
    await stage.until(id, (state) => isIdle(state) || asks(state))
    await stage.closeSession(id)
    await stage.settled(id)
    return id
  }
  const archive = (id: string) =>
    stage.call('patchSession', { params: { id }, body: { archived: true } as never })

  test('leaves the memory when it is archived, or nothing came for long; the list stays, and it is read again on demand', async () => {
    stage = await hostStage()
    const [archived, old, running] = [
      await ended('hello'),
      await ended('fix the bug'),
      await stage.create('hello'),
    ]
    await stage.settled(running)
    await archive(archived)
    const states = stage.host.sessions().map(({ state }) => state)
    const before = stage.host.summaries()
    await look()
    expect([archived, old, running].map(isLoaded)).toEqual([false, true, true])
    await look(HOUR)
    expect([archived, old, running].map(isLoaded)).toEqual([false, false, false])
    expect(stage.host.summaries()).toEqual(before)
    expect([...askedTools(stage.host.sessions())].map(({ toolName }) => toolName)).toContain('Read')
    expect(isLoaded(old)).toBe(false)
    const { state } = await stage.call('getSession', { params: { id: old } })
    expect(stage.host.sessions().map((it) => it.state)).toEqual(states)
    expect(state).toEqual(states[1])
  })

  test('of one that runs is read again when a prompt is sent, and the turn is folded into it', async () => {
    stage = await hostStage()
    const id = await stage.create('hello')
    await stage.settled(id)
    await look(HOUR)
    expect(isLoaded(id)).toBe(false)
    expect(stage.host.summaries()[0]).toMatchObject({ group: 'idle' })
    await stage.send(id, { text: 'hello' })
    const { turns, seq } = await stage.settled(id)
    expect(turns.past.size).toBe(2)
    expect(seq).toBe(stage.host.store.lastSeq(id))
  })

  test('stays while it waits for an answer', async () => {
    stage = await hostStage()
    const id = await stage.create('fix the bug')
    await stage.asked(id)
    await look(HOUR)
    expect(isLoaded(id)).toBe(true)
    expect(stage.host.approvals()).toHaveLength(1)
  })

  test('is not kept after a restart, and an idle process is parked all the same', async () => {
    stage = await hostStage()
    const [gone, running] = [await ended('hello'), await stage.create('hello')]
    await stage.settled(running)
    const before = stage.host.summaries().map(({ id, group, lastLine }) => ({ id, group, lastLine }))
    stage = await stage.again()
    expect(isLoaded(gone)).toBe(false)
    expect(stage.host.summaries()).toMatchObject(before)
    await look(HOUR)
    expect(isLoaded(running)).toBe(false)
    const parks = new SessionJanitor(stage.host, { parkAfterMs: HOUR, now: () => Date.now() + HOUR })
    parks.sweep()
    parks.stop()
    await expect.poll(() => stage.host.session(running).isRunning).toBe(false)
    expect(stage.host.session(running).row.extra).toMatchObject({ isParked: true })
  })

  test('leaves the memory though someone watches it, with the events that were kept for them; they get what comes next', async () => {
    stage = await hostStage()
    const hub = new StreamHub(stage.host, '0')
    const frames: ServerMessage[] = []
    const client = hub.connect({ waiting: 0, send: ({ text }) => void frames.push(JSON.parse(text)) })
    const ids: string[] = []
    try {
      for (const prompt of ['hello', 'hello', 'hello']) {
        const id = await stage.create(prompt)
        hub.watch(client, id, 0)
        ids.push(id)
        await stage.settled(id)
        await stage.closeSession(id)
        await stage.settled(id)
      }
      const lastSeqs = ids.map((id) => stage.host.store.lastSeq(id))
      const seen = (id: string) =>
        frames.flatMap((frame) =>
          frame.type === 'events' && frame.session === id ? frame.events.map(({ seq }) => seq) : [],
        )
      await expect.poll(() => ids.map((id) => seen(id).at(-1))).toEqual(lastSeqs)
      await look(HOUR)
      expect(ids.map(isLoaded)).toEqual([false, false, false])
      expect(hub.buffered).toBe(0)
      // Who comes back with what they have needs no state either.
      for (const [index, id] of ids.entries()) hub.watch(client, id, lastSeqs[index] ?? 0)
      const [id = ''] = ids
      await stage.host.session(id).say('info', 'one more')
      await expect.poll(() => seen(id).at(-1)).toBe((lastSeqs[0] ?? 0) + 1)
      expect(seen(id)).toEqual(seen(id).map((_, index) => index + 1))
      expect(ids.map(isLoaded)).toEqual([true, false, false])
    } finally {
      hub.close('')
    }
  })

  test('leaves the memory also when the clock was set back since its last event', async () => {
    stage = await hostStage()
    const id = await ended('hello')
    await look(-2 * HOUR)
    expect(isLoaded(id)).toBe(false)
  })

  test('is the same after events that came while it was not there', async () => {
    stage = await hostStage()
    const id = await ended('hello')
    await archive(id)
    await look()
    await stage.call('patchSession', { params: { id }, body: { archived: false } as never })
    expect(stage.host.summaries()[0]).toMatchObject({ archived: false })
    expect(isLoaded(id)).toBe(false)
    await stage.host.session(id).say('info', 'said once')
    expect(
      items(stage.host.session(id).state).filter((it) => JSON.stringify(it).includes('once')),
    ).toHaveLength(1)
    await stage.call('patchSession', { params: { id }, body: { title: 'another' } as never })
    expect(stage.host.summaries()[0]).toMatchObject({ title: 'another' })
    await stage.send(id, { text: 'hello' })
    expect((await stage.settled(id)).turns.past.size).toBe(2)
    expect(stage.host.session(id).state.seq).toBe(stage.host.store.lastSeq(id))
  })

  test('has its answered approvals: who answers again is told so', async () => {
    stage = await hostStage()
    const id = await stage.create('fix the bug')
    const approval = await stage.asked(id)
    const answer = () => stage.answer(id, approval, { decision: 'deny', interrupt: true })
    await answer()
    await stage.settled(id)
    await stage.closeSession(id)
    await archive(id)
    await look()
    expect(isLoaded(id)).toBe(false)
    await expect(answer()).rejects.toMatchObject({ code: 'conflict' })
  })

  test('is not read to find out whose an approval is', async () => {
    stage = await hostStage()
    const ids = [await ended('hello'), await ended('hello')]
    await look(HOUR)
    const { store } = stage.host
    const reads = [vi.spyOn(store, 'snapshot'), vi.spyOn(store, 'events')]
    await expect(
      stage.call('answerApprovalById', {
        params: { id: 'nobody' },
        body: { decision: 'allow' },
        client: { label: 'test' },
      }),
    ).rejects.toMatchObject({ code: 'not-found' })
    for (const read of reads) expect(read).not.toHaveBeenCalled()
    expect(ids.map(isLoaded)).toEqual([false, false])
  })
})

test('a host that ends its sessions can be asked meanwhile, and starts no other process', async () => {
  stage = await hostStage()
  const [idle, busy] = [await stage.create('hello'), await stage.create('fix the bug')]
  await stage.settled(idle)
  await stage.asked(busy)
  expect(stage.host.running).toBe(2)
  const ending = stage.host.endSessions()
  await expect(stage.create('hello')).rejects.toMatchObject({ code: 'conflict' })
  expect(stage.host.sessions()).toHaveLength(2)
  await ending
  expect(stage.host.running).toBe(0)
  await expect(stage.send(idle, { text: 'hello' })).rejects.toMatchObject({ code: 'conflict' })
})
