/** Where a session may begin, and with which conversation. */
import { mkdirSync, symlinkSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterEach, describe, expect, onTestFinished, test } from 'vitest'
import { items } from '../../src/state/select.ts'
import type { SessionState } from '../../src/state/session-state.ts'
import { init } from '../client/messages.ts'
import { daemonStage } from './daemon-stage.ts'
import { type HostStage, hostStage } from './stage.ts'
import { isIdle, untilHost } from './waiting.ts'

let stage: HostStage
afterEach(async () => {
  await stage.close()
})

const said = (state: SessionState) =>
  items(state).flatMap((item) => (item.kind === 'text' || item.kind === 'user' ? [item.kind] : []))

describe('a session begins only', () => {
  test.each([
    ['cwd', (folder: string) => ({ cwd: folder })],
    ['additionalDirectories', (folder: string) => ({ options: { additionalDirectories: [folder] } })],
    ['extraArgs.add-dir', (folder: string) => ({ options: { extraArgs: { 'add-dir': folder } } })],
  ])('in allowed folders: %s', async (name, given) => {
    stage = await hostStage()
    const [inside, outside, link] = ['project/inside', 'outside', 'project/link'].map((it) =>
      join(stage.folder, it),
    ) as [string, string, string]
    mkdirSync(inside)
    mkdirSync(outside)
    symlinkSync(outside, link)
    stage = await stage.again({ roots: [stage.cwd] })
    for (const folder of [outside, link, join(inside, '../../outside')])
      await expect(stage.create(undefined, given(folder))).rejects.toMatchObject({
        code: 'forbidden',
        message: expect.stringContaining(`${name}: ${outside} is outside`),
      })
    expect(stage.host.sessions()).toEqual([])
    await stage.create(undefined, given(inside))
  })

  test('below the root of the machine, where that is allowed', async () => {
    stage = await hostStage({ roots: ['/'] })
    await stage.create()
  })

  test('nowhere, where no allowed folder is there', async () => {
    stage = await hostStage()
    const daemon = await daemonStage({ roots: [join(stage.folder, 'not-mounted')] })
    try {
      await expect(
        daemon.api.call('createSession', { body: { cwd: stage.cwd, agent: 'sim' } }),
      ).rejects.toMatchObject({ code: 'forbidden' })
    } finally {
      await daemon.close()
    }
  })
})

test('an id for the conversation is given to its first process alone: it is resumed, and a fork has another', async () => {
  stage = await hostStage()
  const sessionId = '11111111-1111-4111-8111-111111111111'
  const id = await stage.create('hello', { options: { sessionId } })
  await stage.until(id, isIdle)
  await stage.closeSession(id)
  await stage.send(id, { text: 'hello' })
  expect((await stage.settled(id)).turns.past.size).toBe(2)
  expect(stage.host.session(id).state.facts.cliSessions.at(-1)?.id).toBe(sessionId)
  const fork = await stage.fork(id, { prompt: 'hello' })
  await stage.until(fork, isIdle)
  expect(stage.host.session(fork).state.facts.cliSessions.at(-1)?.id).not.toBe(sessionId)
})

test('a session that was resumed from history, or forked, can be forked before its first turn', async () => {
  stage = await hostStage()
  const id = await stage.create('hello')
  await stage.until(id, isIdle)
  const old = stage.host.session(id).state.facts.cliSessions.at(-1)?.id as string
  await stage.send(id, { text: 'hello' })
  expect((await stage.settled(id)).turns.past.size).toBe(2)
  const answer = items(stage.host.session(id).state).find((item) => item.kind === 'text')
  const resumed = await stage.create(undefined, { resume: old })
  expect(said(stage.host.session(await stage.fork(resumed)).state)).toHaveLength(4)
  // Each has what was said up to that message, and goes on from there.
  const at = (answer as { uuid: string }).uuid
  const again = await stage.fork(await stage.fork(id, { at }), { prompt: 'hello' })
  const state = await stage.settled(again)
  expect(said(state)).toEqual(['user', 'text', 'user', 'text'])
})

/** Begins its turn under a new id, and writes no transcript. It tells its arguments. */
const WRITES_NOTHING = `#!/usr/bin/env node
const say = (message) => console.log(JSON.stringify(message))
say({ type: 'system', subtype: 'notification', key: 'k', text: process.argv.join(' ') })
require('node:readline').createInterface({ input: process.stdin }).on('line', (line) => {
  const { type, request_id } = JSON.parse(line)
  if (type === 'control_request') say({ type: 'control_response', response: { subtype: 'success', request_id } })
  if (type === 'user') say(${JSON.stringify({ ...init(), session_id: '33333333-3333-4333-8333-333333333333' })})
})
`

test('a session whose conversation is not written down cannot be forked; its fork is one of its origin', async () => {
  const { api, cwd, daemon, close } = await daemonStage()
  onTestFinished(close)
  const command = join(cwd, 'agent.cjs')
  writeFileSync(command, WRITES_NOTHING, { mode: 0o755 })
  await api.call('putAgents', { body: { agents: [{ name: 'mute', command, args: [], env: {} }] } })
  const begun = async (more: object) => {
    const body = { cwd, agent: 'mute', prompt: 'hello', ...more }
    const { id } = (await api.call('createSession', { body })).result
    await untilHost(daemon.host, id, ({ turns }) => turns.current !== null)
    return { params: { id }, body: {} }
  }
  await expect(api.call('forkSession', await begun({}))).rejects.toMatchObject({
    code: 'conflict',
    message: expect.stringContaining('has not begun'),
  })
  const origin = '44444444-4444-4444-8444-444444444444'
  const { result } = await api.call('forkSession', await begun({ resume: origin, fork: true }))
  const state = await untilHost(daemon.host, result.id, (it) =>
    JSON.stringify(items(it)).includes('--resume'),
  )
  expect(JSON.stringify(items(state))).toContain(`--resume=${origin} --fork-session`)
})

test('all sessions end with the host, where that is asked for: also one that waits to be started again', async () => {
  stage = await hostStage({ restarts: { delaysMs: [1e6], healthyMs: 1e9 } })
  const id = await stage.create('hello')
  await stage.until(id, isIdle)
  process.kill(stage.host.session(id).pid as number, 'SIGKILL')
  await stage.until(id, (state) => state.process.status !== 'running')
  expect(stage.host.session(id).row.wanted).toBe('run')
  await stage.host.stop({ all: true })
  stage = await stage.again()
  expect(stage.host.session(id).row.wanted).toBe('rest')
})
