/** A host that is killed right after it has stored a new session. At every commit, and for all commands: killed-at-every-commit. */
import { afterEach, expect, test } from 'vitest'
import { KilledHosts } from './killing.ts'

let hosts: KilledHosts
afterEach(() => hosts.daemon.end())

test('the first prompt runs once, and the same command again has its receipt', async () => {
  hosts = new KilledHosts()
  const { daemon } = hosts
  await hosts.start(1)
  const hasSpoken = await hosts.kill(
    (id, commandId) =>
      daemon.api().call('createSession', { body: { id, commandId, cwd: daemon.cwd, prompt: 'hello' } }),
    1,
  )
  expect(hasSpoken).toBe(false)
})
