// biome-ignore-all lint/suspicious/noTemplateCurlyInString: the text of a program
/** An agent that says what no CLI says: its session goes on, and can be ended. */
import { execFileSync } from 'node:child_process'
import { mkdirSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { startDaemon } from '../../src/host/daemon.ts'
import { killAll, startTimeOf } from '../../src/process/descendants.ts'
import { DaemonProcess } from './daemon-process.ts'
import { daemonStage } from './daemon-stage.ts'

/** Answers requests of the host, and then says these lines. */
const AGENT = `#!/usr/bin/env node
const deep = '['.repeat(6000) + ']'.repeat(6000)
require('node:readline').createInterface({ input: process.stdin }).on('line', (line) => {
  const { type, request_id, request } = JSON.parse(line)
  if (type !== 'control_request' || request.subtype !== 'initialize') return
  console.log(JSON.stringify({ type: 'control_response', response: { subtype: 'success', request_id, response: {} } }))
  console.log('{"type":"x","x":' + deep + '}')
  console.log('{"type":"assistant","message":{"content":[{"type":"tool_use","input":{"a":' + deep + '}}]}}')
  console.log('{"type":"after"}')
})
`

test('a line that is nested too deeply is told and skipped; what follows is read, and the session ends as any other', async () => {
  const stage = await daemonStage()
  onTestFinished(() => stage.close())
  const { api, cwd } = stage
  const command = join(cwd, 'agent.cjs')
  writeFileSync(command, AGENT, { mode: 0o755 })
  await api.call('putAgents', { body: { agents: [{ name: 'deep', command, args: [], env: {} }] } })
  const { result } = await api.call('createSession', { body: { cwd, agent: 'deep' } })
  const { id } = result
  const events = async () => (await api.call('listEvents', { params: { id }, query: {} })).events
  await expect.poll(async () => JSON.stringify(await events())).toContain('"after"')
  const skipped = (await events()).filter((it) => it.kind === 'noise')
  expect(skipped.map((it) => 'reason' in it && it.reason)).toEqual([
    expect.stringContaining('500 levels deep'),
    expect.stringContaining('500 levels deep'),
  ])
  await api.call('closeSession', { params: { id }, body: {} })
  await api.call('deleteSession', { params: { id } })
})

test('a pipe in the folder of a session is not waited for', async () => {
  const stage = await daemonStage()
  onTestFinished(() => stage.close())
  const id = await stage.create()
  execFileSync('mkfifo', [join(stage.cwd, 'pipe')])
  await expect(stage.api.call('getFile', { query: { session: id, path: 'pipe' } } as never)).rejects.toThrow(
    'is not a file',
  )
})

test.skipIf(process.getuid?.() !== 0)('a data folder of another user is refused', async () => {
  const stage = await daemonStage()
  onTestFinished(() => stage.close())
  const folder = join(stage.cwd, 'theirs')
  mkdirSync(folder)
  execFileSync('chown', ['65534', folder])
  await expect(startDaemon({ version: '0', folder, port: 0 })).rejects.toThrow('belongs to another user')
})

test("values of an agent's environment are not in what is told of its stderr", async () => {
  const stage = await daemonStage()
  onTestFinished(() => stage.close())
  const { api, cwd } = stage
  const command = join(cwd, 'agent.cjs')
  writeFileSync(
    command,
    '#!/usr/bin/env node\nconsole.error(`it is ${process.env.DB_LOGIN}!`)\nprocess.exit(3)\n',
    {
      mode: 0o755,
    },
  )
  const env = { DB_LOGIN: 'a-value-of-the-environment' }
  await api.call('putAgents', { body: { agents: [{ name: 'talks', command, args: [], env }] } })
  const { result } = await api.call('createSession', { body: { cwd, agent: 'talks' } })
  const { id } = result
  const told = async () => {
    const { events } = await api.call('listEvents', { params: { id }, query: {} })
    return JSON.stringify([events, await api.call('getProcess', { params: { id } })])
  }
  await expect.poll(told).toContain('it is [redacted]!')
  expect(await told()).not.toContain(env.DB_LOGIN)
})

test('pipes in place of the files of a session keep no host from starting', async () => {
  const daemon = new DaemonProcess({ FAIRLEAD_SIM_SPEED: '0' })
  onTestFinished(() => daemon.end())
  await daemon.start()
  const { result } = await daemon
    .api()
    .call('createSession', { body: { cwd: daemon.cwd, agent: 'sim', prompt: 'hello' } })
  const { id } = result
  const hasTurn = async () =>
    (await daemon.api().call('getSession', { params: { id } })).state.turns.past.size
  await expect.poll(hasTurn).toBe(1)
  const { pid } = await daemon.api().call('getProcess', { params: { id } })
  await daemon.kill()
  for (const name of ['1.process.json', '1.stdout', '1.stderr']) {
    const path = join(daemon.data, 'sessions', id, name)
    rmSync(path)
    execFileSync('mkfifo', [path])
  }
  await daemon.start()
  expect((await daemon.api().call('listSessions', {})).sessions.map((it) => it.id)).toEqual([id])
  await daemon.api().call('getProcess', { params: { id } })
  // The host knows nothing of it any more, unless it has found it as an orphan and ended it.
  if (pid !== undefined) killAll([{ pid, startedAt: startTimeOf(pid) }])
})
