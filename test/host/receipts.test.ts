/** The same command again, by its id: it does nothing, and has the same answer, also from the next host. */
import { afterEach, expect, test } from 'vitest'
import { type HostStage, hostStage } from './stage.ts'
import { asks } from './waiting.ts'

let stage: HostStage | undefined
afterEach(async () => {
  await stage?.close()
  stage = undefined
})

test('of every command about a session', async () => {
  let host = await hostStage()
  stage = host
  const { cwd } = host
  const call = (name: Parameters<HostStage['call']>[0], request: object) => host.call(name, request as never)
  await call('createSession', { body: { id: 'gone', cwd } })
  const commands: [Parameters<HostStage['call']>[0], Record<string, object>][] = [
    ['createSession', { body: { id: 'a', cwd, prompt: 'fix the bug' } }],
    ['sendMessage', { params: { id: 'a' }, body: { id: 'held', text: 'hello', when: 'after-turn' } }],
    ['sendMessage', { params: { id: 'a' }, body: { id: 'dropped', text: 'hello', when: 'after-turn' } }],
    ['patchQueued', { params: { id: 'a', message: 'held' }, body: { text: 'hi' } }],
    ['cancelQueued', { params: { id: 'a', message: 'dropped' } }],
    ['patchSession', { params: { id: 'a' }, body: { title: 'other' } }],
    ['control', { params: { id: 'a' }, body: { subtype: 'set_permission_mode', fields: { mode: 'plan' } } }],
    ['interrupt', { params: { id: 'a' }, body: {} }],
    ['closeSession', { params: { id: 'a' }, body: {} }],
    ['resumeSession', { params: { id: 'a' }, body: {} }],
    ['forkSession', { params: { id: 'a' }, body: { id: 'b' } }],
    ['deleteSession', { params: { id: 'gone' } }],
  ]
  const give = async (index: number) => {
    const [name, { params = {}, body }] = commands[index] as (typeof commands)[number]
    const commandId = `c${index}`
    return call(name, body ? { params, body: { ...body, commandId } } : { params, query: { commandId } })
  }
  const receipts: unknown[] = []
  for (const index of commands.keys()) {
    receipts.push(await give(index))
    expect(await give(index)).toEqual(receipts[index])
    if (index === 0) await host.until('a', asks)
  }
  for (const id of ['a', 'b']) await host.settled(id)
  host = await host.again()
  stage = host
  for (const id of ['a', 'b']) await host.settled(id)
  const before = host.host.store.lastSeq('a')
  for (const index of commands.keys()) expect(await give(index)).toEqual(receipts[index])
  await host.settled('a')
  expect(host.host.store.lastSeq('a')).toBe(before)
  expect(host.host.sessions().map(({ id }) => id)).toEqual(['a', 'b'])
})
