/** What the host adds to a session: policies, budgets, limits, parking, the wait for a rate limit. */
import { execFileSync } from 'node:child_process'
import { mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterEach, describe, expect, test } from 'vitest'
import { budgetsSchema, policiesSchema } from '../../src/api/resources.ts'
import { Budgets } from '../../src/host/budgets.ts'
import { askedTools } from '../../src/host/policies/asked-tools.ts'
import { Policies } from '../../src/host/policies/policies.ts'
import { SessionJanitor } from '../../src/host/session-janitor.ts'
import { sharedFolders } from '../../src/host/shared-folders.ts'
import { toArray, valueAt } from '../../src/state/list.ts'
import { items } from '../../src/state/select.ts'
import { totalCost } from '../../src/state/usage-totals.ts'
import { type HostStage, hostStage } from './stage.ts'
import { asks, isIdle } from './waiting.ts'

let stage: HostStage
afterEach(async () => {
  await stage.close()
})

const rules = (...list: object[]) =>
  policiesSchema.parse({ rules: list.map((it, index) => ({ id: `r${index}`, ...it })) })

describe('policies', () => {
  async function stageWith(...list: object[]): Promise<void> {
    let policies: Policies | undefined
    stage = await hostStage({ evaluate: (question) => policies?.evaluate(question) ?? { effect: 'none' } })
    policies = new Policies(stage.host.store)
    policies.put(rules(...list))
  }

  test('an allowed tool runs without a person, and the audit says which rule it was', async () => {
    await stageWith({ effect: 'allow', tool: '*' })
    const id = await stage.create('fix the bug')
    const state = await stage.settled(id)
    expect(valueAt(state.turns.past, 0)?.result?.status).toBe('success')
    const audit = stage.host.store.audit({ session: id })
    expect(audit.length).toBeGreaterThan(0)
    expect(audit.every(({ what, by }) => what === 'policy' && by === 'policy r0')).toBe(true)
    expect(
      toArray(state.approvals.closed).every((it) => it.status === 'answered' && it.answer.by === 'policy r0'),
    ).toBe(true)
  })

  test('a denied tool does not run, also where the CLI would not ask', async () => {
    await stageWith({ effect: 'deny', tool: 'Read', note: 'No reading here.' })
    const id = await stage.create('fix the bug')
    await stage.until(id, (it) => asks(it) || isIdle(it))
    expect(stage.host.store.search('No reading here', 5).length).toBeGreaterThan(0)
  })

  test('a question is never answered by a rule', async () => {
    await stageWith({ effect: 'allow', tool: '*' })
    const id = await stage.create('ask me')
    const state = await stage.until(id, (it) => asks(it) || isIdle(it))
    expect(state.approvals.pending.map(({ kind }) => kind)).toEqual(['question'])
  })

  test('a dry run tells what rules would have matched', async () => {
    await stageWith({ effect: 'allow', tool: '*' })
    const id = await stage.create('fix the bug')
    await stage.settled(id)
    const policies = new Policies(stage.host.store)
    const { matches, looked } = policies.dryRun(
      { rules: rules({ effect: 'deny', tool: 'Edit' }).rules },
      askedTools(stage.host.sessions()),
    )
    expect(looked).toBeGreaterThan(matches.length)
    expect(new Set(matches.map(({ toolName, effect, rule }) => `${toolName} ${effect} ${rule}`))).toEqual(
      new Set(['Edit deny r0']),
    )
  })
})

describe('budgets', () => {
  test('warn, then stop; raised, the session goes on', async () => {
    let budgets: Budgets | undefined
    stage = await hostStage({ blocked: (session) => budgets?.blocked(session) })
    budgets = new Budgets(stage.host.store, Date.now)
    stage.host.listen({ events: (session) => budgets?.check(session) })
    const id = await stage.create('hello')
    const cost = totalCost((await stage.settled(id)).usage)
    expect(cost).toBeGreaterThan(0)
    budgets.put(budgetsSchema.parse({ sessionUsd: cost * 1.1 }))
    budgets.check(stage.host.session(id))
    await stage.until(id, () => stage.host.store.search('budget', 9).length === 1)
    budgets.put(budgetsSchema.parse({ sessionUsd: cost }))
    const send = () => stage.send(id, { text: 'hello' })
    await expect(send()).rejects.toMatchObject({
      code: 'not-possible',
      message: expect.stringContaining('raise it'),
    })
    budgets.put(budgetsSchema.parse({ sessionUsd: 100, dayUsd: 100 }))
    await send()
    expect((await stage.settled(id)).turns.past.size).toBe(2)
    expect(stage.host.store.usage('0000', '9999').reduce((sum, row) => sum + row.turns, 0)).toBe(2)
  })

  test('are looked at when there is something to send, and not for each event', async () => {
    let looks = 0
    stage = await hostStage({
      blocked: () => {
        looks += 1
        return undefined
      },
    })
    const id = await stage.create()
    await stage.send(id, { text: 'hello' })
    const { turns } = await stage.settled(id)
    expect(turns.past.size).toBe(1)
    expect(looks).toBe(1)
  })
})

test('over the limit, a session waits for its turn, and its prompt runs then', async () => {
  stage = await hostStage({ limits: { mostProcesses: 1, leastFreeBytes: 0 } })
  const first = await stage.create('fix the bug')
  await stage.until(first, asks)
  const second = await stage.create('hello')
  expect(stage.host.session(second).isRunning).toBe(false)
  expect(stage.host.session(second).state.prompts.open).toMatchObject([{ status: 'held' }])
  await stage.closeSession(first)
  const state = await stage.until(second, isIdle)
  expect(valueAt(state.turns.past, 0)?.result?.status).toBe('success')
})

test('an idle session is parked, and the next message wakes it', async () => {
  stage = await hostStage()
  const id = await stage.create('hello')
  await stage.settled(id)
  let now = Date.now()
  const janitor = new SessionJanitor(stage.host, { parkAfterMs: 60_000, now: () => now })
  janitor.sweep()
  expect(stage.host.session(id).isRunning).toBe(true)
  now += 61_000
  janitor.sweep()
  janitor.stop()
  await stage.until(id, (_, session) => !session.isRunning)
  const [summary] = stage.host.summaries()
  expect(summary).toMatchObject({ group: 'idle', liveness: { words: expect.stringContaining('Parked') } })
  await stage.send(id, { text: 'hello' })
  expect((await stage.settled(id)).turns.past.size).toBe(2)
  expect(stage.host.summaries()[0]?.liveness.words).not.toContain('Parked')
})

test('two sessions in one folder are told of each other', async () => {
  stage = await hostStage({ warningsOf: sharedFolders })
  const [a, b] = [await stage.create('hello'), await stage.create('fix the bug')]
  expect(stage.host.summaryOf(stage.host.session(a)).warnings).toEqual([
    'Works in the same folder as “fix the bug”.',
  ])
  await stage.closeSession(b)
  expect(stage.host.summaryOf(stage.host.session(a)).warnings).toEqual([])
})

test('a session in a folder inside that of another: each is told how they relate', async () => {
  stage = await hostStage({ warningsOf: sharedFolders })
  const outer = await stage.create('hello')
  const cwd = join(stage.host.session(outer).row.cwd, 'inner')
  mkdirSync(cwd)
  const inner = await stage.create('fix the bug', { cwd })
  const warningsOf = (id: string) => stage.host.summaryOf(stage.host.session(id)).warnings
  expect(warningsOf(inner)).toEqual(['Works in a folder inside that of “hello”.'])
  expect(warningsOf(outer)).toEqual(['Works in a folder that contains that of “fix the bug”.'])
})

test('a control request has its answer as its receipt, and is not made twice', async () => {
  stage = await hostStage()
  const id = await stage.create('hello')
  await stage.settled(id)
  const body = { commandId: 'c', subtype: 'set_permission_mode', fields: { mode: 'plan' } }
  const control = () => stage.call('control', { params: { id }, body: body as never })
  const receipt = await control()
  expect(receipt.result).toMatchObject({ mode: 'plan' })
  expect(await control()).toEqual(receipt)
  const { events } = await stage.call('listEvents', { params: { id }, query: { limit: 9999 } as never })
  const sent = events.filter(
    (it) =>
      it.kind === 'sent' &&
      it.message.type === 'control_request' &&
      it.message.request.subtype === 'set_permission_mode',
  )
  expect(sent).toHaveLength(1)
  await expect(
    stage.call('control', { params: { id }, body: { subtype: 'initialize' } as never }),
  ).rejects.toMatchObject({ code: 'bad-request' })
})

test('a fork goes its own way, with all that was said before', async () => {
  stage = await hostStage()
  const id = await stage.create('hello')
  await stage.settled(id)
  const fork = await stage.fork(id, { prompt: 'hello' })
  await stage.settled(fork)
  expect(stage.host.session(fork).state.facts.cliSessions.at(-1)?.id).not.toBe(
    stage.host.session(id).state.facts.cliSessions.at(-1)?.id,
  )
  expect(stage.host.session(fork).row.title).toContain('(fork)')
  // The CLI replays nothing of it: it is read from its transcript, and comes before what the fork says.
  const said = items(stage.host.session(fork).state).flatMap((item) =>
    item.kind === 'text' || item.kind === 'user' ? [item.kind] : [],
  )
  expect(said).toEqual(['user', 'text', 'user', 'text'])
  expect(stage.host.session(fork).state.turns.past.size).toBe(1)
})

test('what a session changed is told against the commit at its start', async () => {
  stage = await hostStage()
  const git = (...args: string[]) =>
    execFileSync('git', ['-c', 'user.name=t', '-c', 'user.email=t@t', ...args], { cwd: stage.cwd })
  git('init', '-q')
  writeFileSync(join(stage.cwd, 'old.txt'), 'one\ntwo\n')
  git('add', '.')
  git('commit', '-qm', 'first')
  const base = (await stage.host.git.place(stage.cwd))?.base
  writeFileSync(join(stage.cwd, 'old.txt'), 'one\n2\n')
  writeFileSync(join(stage.cwd, 'new file.txt'), 'x\n')
  git('commit', '-qam', 'second')
  const changes = await stage.host.git.changes(stage.cwd, base)
  expect(changes.files).toEqual([
    { path: 'new file.txt', status: 'new', added: 1, removed: 0, isBinary: false },
    { path: 'old.txt', status: 'modified', added: 1, removed: 1, isBinary: false },
  ])
  expect(changes.diff).toContain('-two\n+2')
  expect(await stage.host.git.changes('/', undefined)).toMatchObject({ isRepository: false })
})
