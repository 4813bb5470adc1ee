/** A host on the real CLI, isolated: the agent's commands do not find the token, and an approval is still a person's. */
import { existsSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { CreateSession } from '../../src/api/index.ts'
import { toArray } from '../../src/state/list.ts'
import type { SessionState } from '../../src/state/session-state.ts'
import { DaemonProcess } from '../host/daemon-process.ts'
import { changes, leaked, readings } from '../host/isolation/attacks.ts'
import { isAlive } from '../process/children.ts'
import { whyNotIsolated } from '../process/isolation.ts'
import { claudeBinary, testedVersions } from './claude-binaries.ts'
import { type Stage, setStage } from './stage.ts'

const bash = (command: string) => [
  [{ tool: 'Bash', input: { command, timeout: 120_000 } }],
  [{ text: 'Done.' }],
]

describe.skipIf(whyNotIsolated).each(testedVersions)('an isolated host with %s', (version) => {
  let stage: Stage
  let daemon: DaemonProcess
  beforeAll(async () => {
    stage = await setStage(version, {
      scripts: [
        { prompt: 'attack', replies: bash('bash attack.sh > attack.out 2>&1') },
        {
          prompt: 'stay in the sandbox',
          replies: bash(
            'echo "sandbox $SANDBOX_RUNTIME" > sandbox.out; touch "$HOME/outside"; ls -A "$DATA" >> sandbox.out',
          ),
        },
        { prompt: 'take long', replies: bash('echo begun > begun; sleep 600') },
      ],
      otherwise: [{ text: 'Hello.' }],
    })
    daemon = new DaemonProcess({ ...stage.env, CLAUDE_BIN: claudeBinary(version) }, [
      ...['--root', stage.cwd],
      ...['--isolation', 'require'],
    ])
    await daemon.start()
  })
  afterAll(async () => {
    await daemon.end()
    await stage.close()
  })

  const stateOf = async (id: string): Promise<SessionState> =>
    (await daemon.api().call('getSession', { params: { id } })).state
  const until = (id: string, holds: (state: SessionState) => boolean) =>
    expect.poll(async () => holds(await stateOf(id)), { interval: 20 }).toBe(true)
  async function create(prompt: string, more: Partial<CreateSession> = {}): Promise<string> {
    const body = { cwd: stage.cwd, prompt, ...more }
    const { result } = await daemon.api().call('createSession', { body })
    return result.id
  }
  async function allow(id: string): Promise<void> {
    await until(id, (state) => state.approvals.pending.length === 1)
    const approval = (await stateOf(id)).approvals.pending[0]?.id as string
    await daemon.api().call('answerApproval', { params: { id, approval }, body: { decision: 'allow' } })
  }

  test.each([
    ['reads', readings],
    ['changes', changes],
  ])('its command %s nothing of the host', async (_, script) => {
    const { pid } = (await (await fetch(`${daemon.url}/api/healthz`)).json()) as { pid: number }
    const { token } = daemon
    writeFileSync(join(stage.cwd, 'attack.sh'), script({ data: daemon.data, hostPid: pid, url: daemon.url }))
    const id = await create('attack')
    await allow(id)
    await until(id, (state) => state.turns.past.size === 1)
    const found = readFileSync(join(stage.cwd, 'attack.out'), 'utf8')
    expect(found.endsWith('\nEND\n')).toBe(true)
    expect(leaked(found, [token, 'journal.db'])).toEqual([])
    expect(daemon.token).toBe(token)
    expect(existsSync(join(daemon.data, 'planted'))).toBe(false)
    await daemon.api().call('closeSession', { params: { id }, body: {} })
  })

  // The simulator has none.
  test.skipIf(process.env.FAIRLEAD_E2E_AGENT === 'simulator')(
    "the CLI's own sandbox works inside",
    async () => {
      const sandbox = { enabled: true, autoAllowBashIfSandboxed: true, failIfUnavailable: true }
      const options = { settings: { sandbox }, env: { DATA: daemon.data } }
      const id = await create('stay in the sandbox', { options })
      await until(id, (state) => state.turns.past.size === 1)
      expect(readFileSync(join(stage.cwd, 'sandbox.out'), 'utf8')).toBe('sandbox 1\n')
      expect(existsSync(join(stage.home, 'outside'))).toBe(false)
      await daemon.api().call('closeSession', { params: { id }, body: {} })
    },
  )

  test('a command that runs is interrupted, also by the host after one that was killed', async () => {
    const id = await create('take long')
    await allow(id)
    await expect.poll(() => existsSync(join(stage.cwd, 'begun'))).toBe(true)
    const pid = (await stateOf(id)).process.pid ?? 0
    await daemon.kill()
    expect(isAlive(pid)).toBe(true)
    await daemon.start()
    await daemon.api().call('interrupt', { params: { id }, body: {} })
    await until(id, (state) => state.turns.past.size === 1)
    const state = await stateOf(id)
    expect(state.process).toMatchObject({ generation: 1, pid, status: 'running' })
    expect(toArray(state.turns.past)[0]?.result?.status).toBe('interrupted')
    await daemon.api().call('sendMessage', { params: { id }, body: { text: 'hello' } })
    await until(id, ({ turns }) => turns.past.size === 2)
    await daemon.api().call('closeSession', { params: { id }, body: {} })
    expect((await stateOf(id)).process.ended).toMatchObject({ cause: 'close', exitCode: 0 })
  })
})
