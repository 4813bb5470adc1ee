/** Values of the agents' environment: in no file but their own, also where an earlier version wrote them into the journal. */
import { cpSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, statSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { putAgentsSchema } from '../../src/api/resources.ts'
import { Agents } from '../../src/host/agents.ts'
import type { Driver } from '../../src/host/journal/sqlite/driver.ts'
import { SqliteStore } from '../../src/host/journal/sqlite/sqlite-store.ts'
import { daemonStage } from './daemon-stage.ts'
import { drivers, notice, row } from './stores.ts'

const SECRET = 'very-private-value-of-an-agent'
const VALUES = 'agents-env.json'

let folder: string
const stores: SqliteStore[] = []
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'fairlead-secrets-'))
})
afterEach(() => {
  for (const store of stores.splice(0)) store.close()
  rmSync(folder, { recursive: true, force: true })
})

/** Copies all files before and after each step that goes to the disk: what a host finds that was killed there. */
class WatchedStore extends SqliteStore {
  readonly #folder: string
  readonly moments: string[] = []
  constructor(file: string, driver: Driver, to: string) {
    super(file, { driver })
    this.#folder = to
  }
  override putSetting(...args: Parameters<SqliteStore['putSetting']>): void {
    this.#at(() => super.putSetting(...args))
  }
  override checkpoint(): boolean {
    return this.#at(() => super.checkpoint())
  }
  override scrub(): void {
    this.#at(() => super.scrub())
  }
  #at<T>(step: () => T): T {
    this.#copy()
    const result = step()
    this.#copy()
    return result
  }
  #copy(): void {
    const to = join(this.#folder, String(this.moments.length))
    cpSync(join(this.#folder, 'data'), to, { recursive: true })
    this.moments.push(to)
  }
}

const data = () => join(folder, 'data')
const filesWith = (where: string, text: string) =>
  readdirSync(where, { recursive: true, encoding: 'utf8' }).filter((name) => {
    const path = join(where, name)
    return statSync(path).isFile() && readFileSync(path).includes(text)
  })
function openIn(where: string, driver: Driver): { store: SqliteStore; agents: Agents } {
  const store = new SqliteStore(join(where, 'journal.db'), { driver })
  stores.push(store)
  return { store, agents: new Agents(store, { file: join(where, VALUES) }) }
}
const list = (env: Record<string, string>) =>
  putAgentsSchema.parse({ agents: [{ name: 'a', command: 'sim', env }] })

describe.each(drivers.map((driver) => [driver.name, driver] as const))('with %s', (_, driver) => {
  /** A journal as an earlier version left it: the value stands in it, and in pages that were freed. */
  function earlierJournal(): void {
    mkdirSync(data())
    const store = new SqliteStore(join(data(), 'journal.db'), { driver })
    for (let i = 0; i < 50; i++)
      store.putSetting('agents', list({ API_KEY: SECRET, MORE: `${i} `.repeat(100 * i) + SECRET }))
    store.addSession(row('s'))
    store.commit([{ session: 's', events: [notice(1), notice(2)] }])
    store.putSetting('agents', list({ API_KEY: SECRET, MODE: 'x' }))
    store.close()
  }

  test('values that stand in the journal are moved, and no byte of them is left there', () => {
    earlierJournal()
    expect(filesWith(data(), SECRET)).toContain('journal.db')
    const { store, agents } = openIn(data(), driver)
    expect(agents.get('a').env).toEqual({ API_KEY: SECRET, MODE: 'x' })
    expect(filesWith(data(), SECRET)).toEqual([VALUES])
    expect(statSync(join(data(), VALUES)).mode & 0o777).toBe(0o600)
    expect(store.events('s', 0, 10)).toHaveLength(2)
    store.close()
    expect(filesWith(data(), SECRET)).toEqual([VALUES])
    expect(openIn(data(), driver).agents.get('a').env).toEqual({ API_KEY: SECRET, MODE: 'x' })
  })

  test('a host that is killed in the middle of that loses nothing, and the next one goes on with it', () => {
    earlierJournal()
    const store = new WatchedStore(join(data(), 'journal.db'), driver, folder)
    stores.push(store)
    new Agents(store, { file: join(data(), VALUES) })
    expect(store.moments.length).toBeGreaterThan(6)
    for (const moment of store.moments) {
      const again = openIn(moment, driver)
      expect(again.agents.get('a').env).toEqual({ API_KEY: SECRET, MODE: 'x' })
      again.store.close()
      expect([moment, filesWith(moment, SECRET)]).toEqual([moment, [VALUES]])
    }
  })

  test('new values never get into the journal, and a host that is killed has the old ones or the new', () => {
    mkdirSync(data())
    const store = new WatchedStore(join(data(), 'journal.db'), driver, folder)
    stores.push(store)
    const agents = new Agents(store, { file: join(data(), VALUES) })
    agents.put(list({ API_KEY: SECRET }))
    const before = store.moments.length
    agents.put(list({ API_KEY: `${SECRET}-2`, NEW: 'y' }))
    for (const moment of store.moments.slice(before)) {
      expect([{ API_KEY: SECRET }, { API_KEY: `${SECRET}-2`, NEW: 'y' }]).toContainEqual(
        openIn(moment, driver).agents.get('a').env,
      )
      expect(filesWith(moment, SECRET)).toEqual([VALUES])
    }
    expect(readFileSync(join(data(), VALUES), 'utf8')).not.toContain(`"${SECRET}"`)
  })

  test('values whose file is gone are asked for again', () => {
    mkdirSync(data())
    const { store, agents } = openIn(data(), driver)
    agents.put(list({ API_KEY: SECRET }))
    store.close()
    rmSync(join(data(), VALUES))
    const again = openIn(data(), driver).agents
    expect(again.list.agents[0]).toMatchObject({
      env: { API_KEY: '***' },
      problem: 'the value of API_KEY is lost: give it again',
    })
    expect(() => again.put(list({ API_KEY: '***' }))).toThrow(/give the value itself/)
    again.put(list({ API_KEY: 'other' }))
    expect(again.get('a').env).toEqual({ API_KEY: 'other' })
  })
})

test.runIf(process.platform === 'linux')(
  'the environment of a process does not name the data folder',
  async () => {
    const stage = await daemonStage()
    vi.stubEnv('FAIRLEAD_HOME', stage.folder)
    vi.stubEnv('OLDPWD', join(stage.folder, 'sessions'))
    try {
      const id = await stage.create('hello')
      await stage.settled(id)
      const { pid } = await stage.api.call('getProcess', { params: { id } })
      const environment = readFileSync(`/proc/${pid}/environ`, 'utf8')
      expect(environment).toContain('CLAUDE_CODE_ENTRYPOINT=fairlead')
      expect(environment).not.toContain(stage.folder)
    } finally {
      vi.unstubAllEnvs()
      await stage.close()
    }
  },
)

test('in a host that runs, a value is in its file and in the process, and nowhere else', async () => {
  const stage = await daemonStage()
  try {
    const { agents } = await stage.api.call('getAgents', {})
    const [agent] = agents
    if (!agent) throw new Error('there is no agent')
    const body = { agents: [{ ...agent, env: { ...agent.env, MY_VALUE: SECRET } }], commandId: 'c' }
    expect(JSON.stringify(await stage.api.call('putAgents', { body }))).not.toContain(SECRET)
    const id = await stage.create('hello')
    await stage.settled(id)
    await stage.api.call('forkSession', { params: { id }, body: {} })
    expect(JSON.stringify(await stage.api.call('listEvents', { params: { id }, query: {} }))).not.toContain(
      SECRET,
    )
    expect(JSON.stringify(await stage.api.call('getAudit', { query: {} }))).not.toContain(SECRET)
    expect(filesWith(stage.folder, SECRET)).toEqual([VALUES])
  } finally {
    await stage.close()
  }
})
