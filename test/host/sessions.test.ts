import { appendFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterEach, describe, expect, test } from 'vitest'
import { processOf } from '../../src/host/sessions/process-view.ts'
import { valueAt } from '../../src/state/list.ts'
import { type HostStage, hostStage } from './stage.ts'
import { asks, isIdle } from './waiting.ts'

let stage: HostStage
afterEach(async () => {
  await stage.close()
})

describe('a session of the host', () => {
  test('runs a prompt to its end, and everything is in the journal', async () => {
    stage = await hostStage()
    const id = await stage.create('hello')
    const state = await stage.settled(id)
    expect(valueAt(state.turns.past, 0)?.result?.status).toBe('success')
    const { events, last } = await stage.call('listEvents', {
      params: { id },
      query: { limit: 10_000 } as never,
    })
    expect(events.map(({ seq }) => seq)).toEqual(Array.from({ length: last }, (_, i) => i + 1))
    const [summary] = (await stage.call('listSessions', { query: {} as never })).sessions
    expect(summary).toMatchObject({ id, title: 'hello', group: 'idle', agent: 'sim', durable: true })
  })

  test('tells of its process what the CLI does not: memory, and the end of stderr without secrets', async () => {
    stage = await hostStage()
    const id = await stage.create('hello')
    const { process: known } = await stage.settled(id)
    const session = stage.host.session(id)
    appendFileSync(
      join(session.folder, '1.stderr'),
      'a warning, with sk-ant-api03-0123456789abcdef0123456789\n',
    )
    const seen = await processOf(session)
    expect(seen.pid).toBe(known.pid)
    expect(seen.memoryBytes).toBeGreaterThan(1024 * 1024)
    expect(seen.stderr).toContain('a warning')
    expect(seen.stderr).not.toContain('0123456789abcdef')
  })

  test('the same command again does nothing and has the same receipt', async () => {
    stage = await hostStage()
    const id = await stage.create()
    const send = () => stage.send(id, { commandId: 'c1', text: 'hello' })
    const [first, second] = await Promise.all([send(), send()])
    await stage.settled(id)
    expect(second).toEqual(first)
    expect(await send()).toEqual(first)
    expect((await stage.settled(id)).turns.past.size).toBe(1)
  })

  test('an approval is answered once: the first counts, the second is told who was first', async () => {
    stage = await hostStage()
    const id = await stage.create('fix the bug')
    const approval = await stage.asked(id)
    const answer = (label: string, body: object) => stage.answer(id, approval, body, label)
    const first = answer('phone', { decision: 'deny', message: 'not now' })
    const second = answer('desk', { decision: 'allow' })
    await expect(second).rejects.toMatchObject({ code: 'conflict', message: 'phone has answered this' })
    await first
    await expect(answer('desk', { decision: 'allow' })).rejects.toMatchObject({ code: 'conflict' })
    expect(stage.host.store.audit({ session: id })).toMatchObject([{ approval, what: 'denied', by: 'phone' }])
  })

  test('a prompt for after the turn is held, can be changed, and runs next', async () => {
    stage = await hostStage()
    const id = await stage.create('fix the bug')
    const approval = await stage.asked(id)
    const send = (text: string) => stage.send(id, { text, when: 'after-turn' })
    const [one, two] = [await send('one'), await send('two')].map(({ result }) => result.id)
    await stage.call('patchQueued', {
      params: { id, message: two as string },
      body: { position: 0, text: 'zwei' } as never,
    })
    await stage.call('cancelQueued', { params: { id, message: one as string } })
    const { queue } = await stage.call('getQueue', { params: { id } })
    expect(queue.filter(({ status }) => status === 'held')).toMatchObject([
      { id: two, text: 'zwei', position: 0 },
    ])
    await stage.answer(id, approval, { decision: 'deny', interrupt: true })
    const state = await stage.settled(id)
    expect(state.turns.past.size).toBe(2)
    expect(valueAt(state.turns.past, 1)).toMatchObject({ prompts: [two], result: { status: 'success' } })
  })

  test('an interrupt ends the turn, and is no failure', async () => {
    stage = await hostStage()
    const id = await stage.create('fix the bug')
    await stage.until(id, asks)
    await stage.call('interrupt', { params: { id }, body: {} as never })
    const state = await stage.settled(id)
    expect(valueAt(state.turns.past, 0)?.result?.status).toBe('interrupted')
    expect(state.approvals.pending).toEqual([])
  })

  test('a closed session goes on with the next message', async () => {
    stage = await hostStage()
    const id = await stage.create('hello')
    await stage.until(id, isIdle)
    await stage.closeSession(id)
    expect(stage.host.session(id).isRunning).toBe(false)
    const before = stage.host.session(id).state.facts.cliSessions.at(-1)?.id
    await stage.send(id, { text: 'hello again' })
    const state = await stage.settled(id)
    expect(state.turns.past.size).toBe(2)
    expect(state.process.generation).toBe(2)
    expect(stage.host.session(id).state.facts.cliSessions.at(-1)?.id).toBe(before)
  })
})

describe('a host that is started again', () => {
  test('finds the turn where it is, and the approval that still waits', async () => {
    stage = await hostStage()
    const id = await stage.create('fix the bug')
    const before = await stage.until(id, asks)
    stage = await stage.again()
    const state = stage.host.session(id).state
    expect(state.seq).toBeGreaterThanOrEqual(before.seq)
    expect(state.approvals.pending).toEqual(before.approvals.pending)
    for (;;) {
      const now = await stage.until(id, (it) => asks(it) || isIdle(it))
      const open = now.approvals.pending[0]
      if (!open) break
      await stage.answer(id, open.id, { decision: 'allow' })
      await stage.until(id, (it) => it.approvals.pending[0]?.id !== open.id)
    }
    expect(valueAt(stage.host.session(id).state.turns.past, 0)?.result?.status).toBe('success')
  })

  test('a process that was killed meanwhile is resumed, and its prompt is not run twice', async () => {
    stage = await hostStage({ restarts: { delaysMs: [0], healthyMs: 1e9 } })
    const id = await stage.create('hello')
    await stage.until(id, isIdle)
    await stage.send(id, { text: 'fix the bug' })
    await stage.until(id, asks)
    const pid = stage.host.session(id).pid as number
    await stage.host.stop()
    process.kill(pid, 'SIGKILL')
    stage = await stage.again()
    // It is said last, before a prompt would be sent again.
    await stage.until(id, () => stage.host.store.search('interrupted this prompt', 1).length === 1)
    const state = await stage.settled(id)
    expect(state.process.generation).toBe(2)
    expect(state.approvals.pending).toEqual([])
    const { events } = await stage.call('listEvents', { params: { id }, query: { limit: 10_000 } as never })
    const sent = events.filter((event) => event.kind === 'sent' && event.message.type === 'user')
    expect(sent).toHaveLength(2)
  })
})
