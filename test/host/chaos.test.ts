/**
 * The host is killed at random points of a busy run, again and again. At the end, what it has is compared with what the
 * CLIs wrote: nothing lost, nothing doubled, no prompt run twice, each approval answered once.
 *
 * The points are numbers of events, as a client has seen them by then. Two that are near each other kill a host that has
 * only just started.
 */
import { randomUUID } from 'node:crypto'
import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, onTestFinished, test } from 'vitest'
import {
  type ApiClient,
  ApiError,
  type ApprovalView,
  type EventPage,
  type Live,
} from '../../src/api/index.ts'
import { toArray } from '../../src/state/list.ts'
import type { SessionState } from '../../src/state/session-state.ts'
import { DaemonProcess } from './daemon-process.ts'
import { drivers } from './stores.ts'
import { isQuiet } from './waiting.ts'

const SESSIONS = 4
const PROMPTS = 4
const KILLS = 6
/** A run has some more: so all kills come while it goes on. */
const EVENTS = 1400
const TEXTS = ['fix the bug', 'hello', 'a long answer', 'run the tests']

const names = drivers.map(({ name }) => name)
/** Each SQLite alone; where there are two, also by turns: the one goes on with the journal of the other. */
const STORAGES = [...names.map((name) => [name]), ...(names.length > 1 ? [names] : [])]

let daemon: DaemonProcess
beforeEach(() => {
  daemon = new DaemonProcess({ FAIRLEAD_SIM_SPEED: '0.3' })
})
afterEach(() => daemon.end())

/** A client that does not give up: the same command again, until it has its receipt. */
async function insist<T>(command: (api: ApiClient) => Promise<T>): Promise<T> {
  for (;;) {
    try {
      return await command(daemon.api())
    } catch (error) {
      if (!(error instanceof ApiError) || !['unreachable', 'internal'].includes(error.code)) throw error
      await daemon.up()
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

/** What waits for news of a client looks again whenever there are any. */
class Watch {
  readonly #waiting = new Set<() => void>()
  readonly look = () => {
    for (const check of [...this.#waiting]) check()
  }
  until(holds: () => boolean): Promise<void> {
    return new Promise((resolve) => {
      const check = () => {
        if (holds() && this.#waiting.delete(check)) resolve()
      }
      this.#waiting.add(check)
      check()
    })
  }
}

/** Answers as two people would: both try. */
async function answer({ id, kind }: ApprovalView): Promise<void> {
  const body = { decision: kind === 'question' ? ('deny' as const) : ('allow' as const) }
  const tries = ['one', 'two'].map((who) =>
    insist((api) =>
      api.call('answerApproval', { params: { id }, body: { ...body, commandId: `${who} ${id}` } }),
    ).then(
      () => 'answered',
      (error: ApiError) => error.code,
    ),
  )
  expect((await Promise.all(tries)).sort()).toEqual(['answered', 'conflict'])
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

test.each(STORAGES.map((storage) => [storage] as const))(
  'killed at random points, the host loses nothing and does nothing twice on %j',
  {
    timeout: 600_000,
  },
  async (storage) => {
    const start = () => daemon.start({ FAIRLEAD_SQLITE: storage[daemon.starts % storage.length] })
    await start()
    const one = daemon.live('one')
    const lives: Live[] = [one, daemon.live('two')]
    onTestFinished(() => {
      for (const live of lives) live.close()
    })
    const ids = Array.from({ length: SESSIONS }, () => randomUUID())
    const prompts = new Map(ids.map((id) => [id, Array.from({ length: PROMPTS }, () => randomUUID())]))
    const news = new Watch()
    one.subscribe(news.look)
    const seen = () => ids.reduce((sum, id) => sum + one.session(id).seq, 0)
    const isOver = () => ids.every((id) => isDone(one.session(id), prompts.get(id) ?? []))

    const answering = (async () => {
      const answered = new Set<string>()
      const isNew = ({ id }: ApprovalView) => !answered.has(id)
      for (;;) {
        await news.until(() => isOver() || one.state.approvals.some(isNew))
        const next = one.state.approvals.find(isNew)
        if (!next) return
        await answer(next)
        answered.add(next.id)
      }
    })()
    const driving = ids.map(async (id) => {
      await insist((api) =>
        api.call('createSession', { body: { commandId: `create ${id}`, id, cwd: daemon.cwd } }),
      )
      for (const live of lives) live.watch(id, news.look)
      const sent: string[] = []
      for (const [index, uuid] of (prompts.get(id) ?? []).entries()) {
        const body = {
          commandId: `send ${uuid}`,
          id: uuid,
          text: TEXTS[index] as string,
          when: 'after-turn' as const,
        }
        await insist((api) => api.call('sendMessage', { params: { id }, body }))
        sent.push(uuid)
        const next = one.session(id).seq + Math.random() * 20
        await news.until(() => one.session(id).seq >= next || isDone(one.session(id), sent))
      }
    })
    const killing = (async () => {
      const points = Array.from({ length: KILLS }, () => Math.random() * EVENTS).sort((a, b) => a - b)
      for (const point of points) {
        await news.until(() => seen() >= point || isOver())
        await daemon.kill()
        await start()
        for (const live of lives) live.retry()
      }
    })()
    await Promise.all([...driving, killing, answering])
    // The CLIs have something to say after a turn: what is compared must not grow meanwhile.
    await news.until(() => ids.every((id) => isQuiet(one.session(id))))
    expect(seen()).toBeGreaterThan(EVENTS)
    expect(daemon.starts).toBe(KILLS + 1)
    expect(await insist((api) => api.call('listApprovals', {}))).toEqual({ approvals: [] })

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
        await expect.poll(() => live.session(id).seq).toBe(state.seq)
        expect(live.session(id)).toEqual(state)
      }
    }
  },
)
