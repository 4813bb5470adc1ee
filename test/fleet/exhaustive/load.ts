/**
 * Work for a fleet while something is done to it: each session gets one prompt after the other through changing nodes, and every approval is
 * answered through two nodes at once. What fails is repeated with the same command id, as a person or a program would.
 */
import { isDeepStrictEqual } from 'node:util'
import { expect } from 'vitest'
import { untilSession } from '../../host/waiting.ts'
import type { FleetStage, TestNode } from '../stage.ts'
import { storedEvents } from './stream-reader.ts'

const PAUSE = 200

export class Load {
  readonly #stage: FleetStage
  /** The prompts of each session that have a receipt. */
  readonly prompts = new Map<string, string[]>()
  readonly #owners = new Map<string, TestNode>()
  #isOver = false
  #runs: Promise<void>[] = []

  constructor(stage: FleetStage) {
    this.#stage = stage
  }

  get count(): number {
    return [...this.prompts.values()].reduce((sum, { length }) => sum + length, 0)
  }

  async start(sessionsPerNode: number): Promise<void> {
    for (const node of this.#stage.nodes)
      for (let i = 0; i < sessionsPerNode; i++) {
        const id = await node.create()
        this.prompts.set(id, [])
        this.#owners.set(id, node)
      }
    this.#runs = [...[...this.prompts.keys()].map((id) => this.#prompt(id)), this.#answer()]
  }

  /** Resolves when so many more prompts have been taken. */
  async more(prompts: number): Promise<void> {
    const until = this.count + prompts
    await expect.poll(() => this.count, { timeout: 120_000 }).toBeGreaterThanOrEqual(until)
  }

  /** Resolves when every prompt that was sent has its receipt and every turn is over. */
  async end(): Promise<void> {
    this.#isOver = true
    await Promise.all(this.#runs)
  }

  async #prompt(id: string): Promise<void> {
    for (let n = 0; !this.#isOver; n++) {
      const text = `${n % 3 === 2 ? 'fix the bug' : 'hello'} ${id}-${n}`
      await this.#repeated(n, (node) =>
        node.daemon.api().call('sendMessage', {
          params: { id },
          body: { text, commandId: `${id}-${n}`, when: 'after-turn' },
        }),
      )
      this.prompts.get(id)?.push(text)
      await pause()
    }
  }

  /** Through one node after the other, until one of them has a receipt. */
  async #repeated(first: number, call: (node: TestNode) => Promise<unknown>): Promise<void> {
    const { nodes } = this.#stage
    for (let n = first; ; n++) {
      try {
        await call(nodes[n % nodes.length] as TestNode)
        return
      } catch {
        await pause()
      }
    }
  }

  async #answer(): Promise<void> {
    const { nodes } = this.#stage
    const isQuiet = async () => {
      const all = await Promise.all([...this.#owners].map(([id, node]) => turnOf(node, id)))
      return all.every((it) => it === 'idle')
    }
    while (!this.#isOver || !(await isQuiet())) {
      const asked = await Promise.allSettled(
        nodes.map(({ daemon }) => daemon.api().call('listApprovals', {})),
      )
      const pending = asked.flatMap((it) => (it.status === 'fulfilled' ? it.value.approvals : []))
      const answers = pending.flatMap(({ id, session }) =>
        nodes.map(({ daemon }) =>
          daemon.api().call('answerApproval', {
            params: { id: session, approval: id },
            body: { decision: 'deny', interrupt: true },
          }),
        ),
      )
      // Whoever comes second is refused, and so is everybody while the node cannot be reached.
      await Promise.allSettled(answers)
      await pause()
    }
  }

  /** What a fleet promises, after whatever was done to it. */
  async check(): Promise<void> {
    const { nodes, url } = this.#stage
    const lives = nodes.map((node) => node.live())
    const told = new Map(
      await Promise.all(
        [...this.#owners].map(async ([id, owner]) => [id, await eventsOf(owner, id)] as const),
      ),
    )
    let all: Awaited<ReturnType<typeof storedEvents>> = new Map()
    const isWhole = async () => {
      all = await storedEvents(url)
      return [...told].every(([id, events]) => all.get(id)?.at(-1)?.seq === events.at(-1)?.seq)
    }
    await expect.poll(isWhole).toBe(true)
    for (const [id, owner] of this.#owners) {
      const events = told.get(id) ?? []
      const last = events.length
      const stored = all.get(id) ?? []
      expect(stored.map(({ seq }) => seq)).toEqual(Array.from({ length: last }, (_, i) => i + 1))
      expect(new Set(stored.map(({ epoch }) => epoch)).size).toBe(1)
      expect(stored.map(({ text }) => JSON.parse(text).kind)).toEqual(events.map(({ kind }) => kind))
      // The CLI got each prompt once.
      const sent = stored.filter(
        ({ text }) => JSON.parse(text).message?.type === 'user' && text.includes('"kind":"sent"'),
      )
      const texts = this.prompts.get(id) ?? []
      const times = texts.map((text) => sent.filter((it) => it.text.includes(`${text}"`)).length)
      expect(times).toEqual(texts.map(() => 1))
      const answered = stored.filter(({ kind }) => kind === 'approval-answered').map((it) => it.id)
      expect(answered).toEqual([...new Set(answered)])
      // Every console has the same.
      await Promise.all(lives.map((live) => untilSession(live, id, ({ seq }) => seq >= last)))
      const own = lives[nodes.indexOf(owner)]?.session(id)
      for (const live of lives) await expect.poll(() => isDeepStrictEqual(live.session(id), own)).toBe(true)
    }
  }
}

async function turnOf({ daemon }: TestNode, id: string): Promise<string> {
  const { session } = await daemon.api().call('getSession', { params: { id } })
  return session.pendingApprovals === 0 && session.queued === 0 ? session.group : 'busy'
}
async function eventsOf({ daemon }: TestNode, id: string) {
  const query = { limit: 10_000 }
  return (await daemon.api().call('listEvents', { params: { id }, query })).events
}
const pause = () => new Promise((resolve) => setTimeout(resolve, PAUSE))
