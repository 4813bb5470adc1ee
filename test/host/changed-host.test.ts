/** Sessions that were made under other settings of the host than it has now. */
import { afterEach, expect, test } from 'vitest'
import { type DaemonStage, daemonStage } from './daemon-stage.ts'
import { type HostStage, hostStage } from './stage.ts'
import { isIdle } from './waiting.ts'

let stage: HostStage | undefined
let daemon: DaemonStage | undefined
afterEach(async () => {
  await stage?.close()
  await daemon?.close()
  stage = undefined
  daemon = undefined
})

test('a host that does not allow bypassPermissions starts no process in it for a session of one that did', async () => {
  const first = await hostStage({ allowBypass: true, env: { IS_SANDBOX: '1' } })
  stage = first
  const id = await first.create('hello', { permissionMode: 'bypassPermissions' })
  await first.until(id, isIdle)
  await first.closeSession(id)
  stage = await first.again({ allowBypass: false })
  const refused = { code: 'forbidden', message: expect.stringContaining('--allow-bypass') }
  await expect(stage.resume(id)).rejects.toMatchObject(refused)
  await expect(stage.send(id, { text: 'go on' })).rejects.toMatchObject(refused)
  expect(stage.host.session(id).row).toMatchObject({ generation: 1, wanted: 'rest' })
})

test('the sessions of an agent that is renamed go on with it', async () => {
  daemon = await daemonStage()
  const { api } = daemon
  const id = await daemon.create('hello')
  await api.call('closeSession', { params: { id }, body: {} })
  const { agents } = await api.call('getAgents', {})
  const renamed = agents
    .filter(({ name }) => name === 'test')
    .map(({ command, args, env }) => ({ name: 'mine', formerName: 'test', command, args, env }))
  await api.call('putAgents', { body: { agents: renamed } })
  await api.call('resumeSession', { params: { id }, body: {} })
  const { session } = await api.call('getSession', { params: { id } })
  expect(session.agent).toBe('mine')
})
