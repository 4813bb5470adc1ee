import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { putAgentsSchema } from '../api/resources.ts'
import { Agents } from './agents.ts'
import { MemoryStore } from './journal/memory-store.ts'

let folder: string
const options = () => ({ file: join(folder, 'agents-env.json'), simulator: join(folder, 'sim') })
let store: MemoryStore
let agents: Agents
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'fairlead-agents-'))
  writeFileSync(join(folder, 'sim'), '#!/bin/sh\n', { mode: 0o755 })
  store = new MemoryStore()
  agents = new Agents(store, options())
})
afterEach(() => rmSync(folder, { recursive: true, force: true }))
const put = (list: object) => agents.put(putAgentsSchema.parse(list))

test('claude and the simulator are there without being configured; without a claude the simulator is the default', () => {
  expect(agents.list.agents.map(({ name }) => name)).toEqual(['claude', 'sim'])
  expect(agents.list.default).toBe(agents.hasClaude ? 'claude' : 'sim')
  expect(agents.get('sim')).toEqual({ name: 'sim', binary: join(folder, 'sim'), args: [], env: {} })
  expect(agents.get('claude').binary).toBeUndefined()
})

test('configured ones come first, are kept, and may take the place of the known', () => {
  put({
    agents: [
      { name: 'sim', command: join(folder, 'sim'), args: ['--x'] },
      { name: 'old', command: '/none/claude' },
    ],
  })
  const again = new Agents(store, options())
  expect(again.list.agents.map(({ name, problem }) => [name, problem !== undefined])).toEqual([
    ['sim', false],
    ['old', true],
    ['claude', expect.anything()],
  ])
  expect(again.list.default).toBe('sim')
  expect(again.get(undefined).args).toEqual(['--x'])
  put({ agents: [], default: 'claude' })
  expect(agents.list.default).toBe('claude')
})

test('values of their environment are not shown', () => {
  put({ agents: [{ name: 'a', command: 'sim', env: { API_KEY: 'secret' } }] })
  expect(JSON.stringify(agents.list)).not.toContain('secret')
  expect(agents.list.agents[0]?.env).toEqual({ API_KEY: '***' })
  expect(agents.get('a').env).toEqual({ API_KEY: 'secret' })
})

test('a list that is written back as it was read keeps the values, also of one that is changed', () => {
  put({ agents: [{ name: 'a', command: 'sim', env: { API_KEY: 'secret', MODE: 'x' } }] })
  const [agent] = agents.list.agents
  put({ agents: [{ ...agent, args: ['--x'], env: { ...agent?.env, MODE: 'y', NEW: 'z' } }] })
  expect(agents.get('a')).toMatchObject({ args: ['--x'], env: { API_KEY: 'secret', MODE: 'y', NEW: 'z' } })
  expect(new Agents(store, options()).get('a').env).toMatchObject({ API_KEY: 'secret' })
})

test('one that gets another name keeps its values, also when the same list is sent twice', () => {
  put({ agents: [{ name: 'a', command: 'sim', env: { API_KEY: 'secret' } }] })
  const renamed = { agents: [{ name: 'b', formerName: 'a', command: 'sim', env: { API_KEY: '***' } }] }
  for (const list of [renamed, renamed]) {
    put(list)
    expect(agents.get('b').env).toEqual({ API_KEY: 'secret' })
  }
  expect(agents.list.agents[0]).toEqual({ name: 'b', command: 'sim', args: [], env: { API_KEY: '***' } })
  expect(new Agents(store, options()).get('b').env).toEqual({ API_KEY: 'secret' })
})

test('two that change names keep each its own', () => {
  const one = { command: 'sim', env: { API_KEY: '***' } }
  put({
    agents: [
      { name: 'a', command: 'sim', env: { API_KEY: 'of a' } },
      { name: 'b', command: 'sim', env: { API_KEY: 'of b' } },
    ],
  })
  put({
    agents: [
      { ...one, name: 'b', formerName: 'a' },
      { ...one, name: 'a', formerName: 'b' },
    ],
  })
  expect(agents.get('b').env).toEqual({ API_KEY: 'of a' })
  expect(agents.get('a').env).toEqual({ API_KEY: 'of b' })
})

test('where a value to be kept is not known, the list is refused, and nothing is forgotten', () => {
  put({ agents: [{ name: 'a', command: 'sim', env: { API_KEY: 'secret' } }] })
  const refused: { name: string; command: string; env: Record<string, string> }[] = [
    { name: 'b', command: 'sim', env: { API_KEY: '***' } },
    { name: 'a', command: 'sim', env: { KEY: '***' } },
    { name: 'a', command: 'sim', env: { constructor: '***' } },
  ]
  for (const agent of refused)
    expect(() => put({ agents: [agent] })).toThrowError(expect.objectContaining({ code: 'bad-request' }))
  expect(agents.get('a').env).toEqual({ API_KEY: 'secret' })
})

test('one that is not there, and two of one name, are refused', () => {
  expect(() => agents.get('none')).toThrowError(expect.objectContaining({ code: 'no-agent' }))
  const twice = {
    agents: [
      { name: 'a', command: 'sim' },
      { name: 'a', command: 'claude' },
    ],
  }
  expect(() => put(twice)).toThrowError(expect.objectContaining({ code: 'bad-request' }))
})

test('the sessions of a renamed agent get its name, if need be from the next host', async () => {
  put({ agents: [{ name: 'old', command: 'sim' }] })
  put({ agents: [{ name: 'new', formerName: 'old', command: 'sim' }] })
  const renamed: object[] = []
  const rename = async (names: object) => void renamed.push(names)
  // The host was killed before it came to that.
  for (const _ of [1, 2]) await new Agents(store, options()).rename(rename)
  expect(renamed).toEqual([{ old: 'new' }])
})
