/**
 * The host is killed at random points of a busy run, again and again. At the end, what it has is compared with what the
 * CLIs wrote: nothing lost, nothing doubled, no prompt run twice, each approval answered once.
 */
import { randomUUID } from 'node:crypto'
import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type ApiClient, ApiError, type EventPage, type Live } from '../../src/api/index.ts'
import { toArray } from '../../src/state/list.ts'
import type { SessionState } from '../../src/state/session-state.ts'
import { DaemonProcess } from './daemon-process.ts'

const SESSIONS = 4
const PROMPTS = 4
const KILLS = 6
const TEXTS = ['fix the bug', 'hello', 'a long answer', 'run the tests']

let daemon: DaemonProcess
beforeAll(async () => {
  daemon = new DaemonProcess({ FAIRLEAD_SIM_SPEED: '0.3' })
  await daemon.start()
})
afterAll(() => daemon.end())

/** A client that does not give up: the same command again, until it has its receipt. */
async function insist<T>(command: (api: ApiClient) => Promise<T>): Promise<T> {
  for (;;) {
    try {
      return await command(daemon.api())
    } catch (error) {
      if (!(error instanceof ApiError) || !['unreachable', 'internal'].includes(error.code)) throw error
      await sleep(20)
    }
  }
}

async function allEvents(id: string): Promise<EventPage['events']> {
  const events: EventPage['events'] = []
  for (;;) {
    const page = await insist((api) =>
      api.call('listEvents', { params: { id }, query: { after: events.length, limit: 5000 } }),
    )
    events.push(...page.events)
    if (events.length >= page.last) return events
  }
}

/** Answers whatever is asked, as two people would: both try. */
async function answerAll(isOver: () => boolean): Promise<string[]> {
  const answered: string[] = []
  while (!isOver()) {
    const { approvals } = await insist((api) => api.call('listApprovals', {}))
    for (const { id, kind } of approvals) {
      const body = { decision: kind === 'question' ? ('deny' as const) : ('allow' as const) }
      const tries = ['one', 'two'].map((who) =>
        insist((api) =>
          api.call('answerApproval', { params: { id }, body: { ...body, commandId: `${who} ${id}` } }),
        ).then(
          () => who,
          (error: ApiError) => error.code,
        ),
      )
      const outcomes = await Promise.all(tries)
      if (outcomes.some((it) => it === 'one' || it === 'two')) answered.push(id)
    }
    await sleep(10)
  }
  return answered
}

/** As the host keeps it: without the path that is none of its clients' business. */
function stored(line: string): object {
  const { messaging_socket_path: _, ...message } = JSON.parse(line)
  return message
}

const isDone = (state: SessionState, prompts: readonly string[]) => {
  const over = new Set(toArray(state.turns.past).flatMap((turn) => turn.prompts))
  return state.turns.current === null && prompts.every((uuid) => over.has(uuid))
}

test('killed at random points, the host loses nothing and does nothing twice', {
  timeout: 180_000,
}, async () => {
  const lives: Live[] = [daemon.live('one'), daemon.live('two')]
  const ids = Array.from({ length: SESSIONS }, () => randomUUID())
  const prompts = new Map(ids.map((id) => [id, Array.from({ length: PROMPTS }, () => randomUUID())]))
  let isOver = false
  const answering = answerAll(() => isOver)

  const driving = ids.map(async (id) => {
    await insist((api) =>
      api.call('createSession', { body: { commandId: `create ${id}`, id, cwd: daemon.cwd } }),
    )
    for (const live of lives) live.watch(id, () => {})
    for (const [index, uuid] of (prompts.get(id) ?? []).entries()) {
      const body = {
        commandId: `send ${uuid}`,
        id: uuid,
        text: TEXTS[index] as string,
        when: 'after-turn' as const,
      }
      await insist((api) => api.call('sendMessage', { params: { id }, body }))
      await sleep(Math.random() * 200)
    }
  })
  const killing = (async () => {
    for (let kill = 0; kill < KILLS; kill++) {
      await sleep(300 + Math.random() * 1200)
      await daemon.kill()
      await daemon.start()
    }
  })()
  await Promise.all([...driving, killing])

  for (const id of ids) {
    for (;;) {
      const { state } = await insist((api) => api.call('getSession', { params: { id } }))
      if (isDone(state, prompts.get(id) ?? [])) break
      await sleep(50)
    }
  }
  isOver = true
  await answering
  expect(daemon.starts).toBe(KILLS + 1)

  for (const id of ids) {
    const events = await allEvents(id)
    expect(events.map(({ seq }) => seq)).toEqual(events.map((_, index) => index + 1))

    const received = events.filter(
      ({ kind }) => kind === 'received' || kind === 'unknown' || kind === 'noise',
    )
    const folder = join(daemon.data, 'sessions', id)
    const written = readdirSync(folder)
      .filter((name) => name.endsWith('.stdout'))
      .sort((a, b) => Number.parseInt(a, 10) - Number.parseInt(b, 10))
      .flatMap((name) => readFileSync(join(folder, name), 'utf8').split('\n').filter(Boolean))
    expect(received).toHaveLength(written.length)
    for (const [index, event] of received.entries())
      if (event.kind === 'received') expect(event.message).toEqual(stored(written[index] as string))

    const { state } = await insist((api) => api.call('getSession', { params: { id } }))
    const turns = toArray(state.turns.past)
    for (const uuid of prompts.get(id) ?? [])
      expect(turns.filter((turn) => turn.prompts.includes(uuid))).toHaveLength(1)
    for (const approval of toArray(state.approvals.closed)) {
      const answers = events.filter((it) => it.kind === 'approval-answered' && it.id === approval.id)
      expect(answers).toHaveLength(1)
    }
    expect(state.approvals.pending).toEqual([])
    for (const live of lives) {
      await expect.poll(() => live.session(id).seq, { timeout: 10_000 }).toBe(state.seq)
      expect(live.session(id)).toEqual(state)
    }
  }
  for (const live of lives) live.close()
})
