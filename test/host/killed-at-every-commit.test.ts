/**
 * A host is killed right after each commit from the command that makes a session with a prompt to the first line of the CLI,
 * in turn, for every way to make one. The prompt runs once. And after each commit from the crash of a CLI to the first line of
 * the next one: what the first had not begun runs once.
 */
import { randomUUID } from 'node:crypto'
import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterEach, expect, test } from 'vitest'
import { lookUp } from '../../src/state/lookup.ts'
import type { SessionState } from '../../src/state/session-state.ts'
import { KilledHosts, type Make } from './killing.ts'
import { isQuiet, untilSession } from './waiting.ts'

/** Far more than there are up to the CLI's first line. */
const MAX_COMMITS = 30
/** One pixel. */
const PNG = 'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg=='

let hosts: KilledHosts
afterEach(() => hosts.daemon.end())

const create =
  (more: object): Make =>
  (id, commandId) =>
    hosts.daemon.api().call('createSession', { body: { id, commandId, cwd: hosts.daemon.cwd, ...more } })

/** A conversation to go on with. */
async function earlier(): Promise<{ id: string; cliSessionId: string }> {
  const id = randomUUID()
  await create({ prompt: 'hello' })(id, id)
  await hosts.ranOnce(id)
  const { session } = await hosts.daemon.api().call('getSession', { params: { id } })
  return { id, cliSessionId: session.cliSessionId as string }
}

const WAYS: Record<string, () => Promise<Make>> = {
  prompt: async () => create({ prompt: 'hello' }),
  images: async () => create({ prompt: 'hello', images: [{ mediaType: 'image/png', data: PNG }] }),
  resume: async () => create({ prompt: 'hello', resume: (await earlier()).cliSessionId, fork: true }),
  fork: async () => {
    const { id: from } = await earlier()
    return (id, commandId) =>
      hosts.daemon
        .api()
        .call('forkSession', { params: { id: from }, body: { id, commandId, prompt: 'hello' } })
  },
}

test.each(Object.keys(WAYS))('a session made with %s', async (name) => {
  hosts = new KilledHosts()
  await hosts.start(0)
  const make = await (WAYS[name] as () => Promise<Make>)()
  await hosts.daemon.kill()
  await hosts.start(1)
  let killAt = 1
  while (!(await hosts.kill(make, killAt + 1))) {
    killAt += 1
    expect(killAt).toBeLessThan(MAX_COMMITS)
  }
})

test('a session that waits for a place', async () => {
  hosts = new KilledHosts(['--max-sessions', '1'])
  const { daemon } = hosts
  await hosts.start(0)
  for (const killAt of [1, 2]) {
    const { id } = await earlier()
    await daemon.kill()
    await hosts.start(killAt)
    await hosts.kill(create({ prompt: 'hello' }), 0, async () => {
      await daemon.api().call('closeSession', { params: { id }, body: {} })
    })
    const { sessions } = await daemon.api().call('listSessions', { query: {} })
    for (const session of sessions) await daemon.api().call('closeSession', { params: session, body: {} })
  }
})

test('prompts that a CLI had not begun when it crashed', async () => {
  hosts = new KilledHosts()
  const { daemon } = hosts
  const scenario = join(daemon.folder, 'scenario.json')
  writeFileSync(scenario, JSON.stringify({ scripts: [{ prompt: 'stall', replies: [[{ fault: 'stall' }]] }] }))
  const env = { FAIRLEAD_SIM_SCENARIO: scenario }
  const uuids = ['first', 'second']
  let killAt = 0
  let hasSpoken = false
  while (!hasSpoken) {
    killAt += 1
    expect(killAt).toBeLessThan(MAX_COMMITS)
    await hosts.start(killAt, 'process-exited')
    const id = randomUUID()
    await create({ prompt: 'stall', options: { env } })(id, id)
    const live = daemon.live()
    const { process: cli } = await untilSession(live, id, ({ turns }) => turns.current !== null)
    for (const uuid of uuids) {
      const message = { id: uuid, commandId: `${id} ${uuid}`, text: uuid }
      await daemon.api().call('sendMessage', { params: { id }, body: message })
    }
    process.kill(cli.pid as number, 'SIGKILL')
    await daemon.ended()
    live.close()
    hasSpoken = hosts.hasSpoken
    await hosts.start(0)
    const after = daemon.live()
    const isOver = (state: SessionState) => state.turns.past.size > 1 && isQuiet(state)
    const { prompts } = await untilSession(after, id, isOver)
    expect(uuids.filter((uuid) => lookUp(prompts.done, uuid) === undefined)).toEqual([])
    after.close()
    await daemon.kill()
  }
})
