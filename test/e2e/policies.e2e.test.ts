// biome-ignore-all lint/suspicious/noTemplateCurlyInString: these are shell lines
/** The host's policies on the CLI: what a rule allows runs without a person, what gets around it does not run. */
import { existsSync, readFileSync, symlinkSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { toArray } from '../../src/state/list.ts'
import type { SessionState } from '../../src/state/session-state.ts'
import { DaemonProcess } from '../host/daemon-process.ts'
import { claudeBinary, testedVersions } from './claude-binaries.ts'
import { type Stage, setStage } from './stage.ts'

/** Each would leave the file `pwned` if it ran. */
const HOSTILE: Record<string, object> = {
  'a parameter that runs': { command: "mkdir a ${x:='\\044(touch pwned)'} ${x@P}" },
  'a redirection': { command: 'mkdir b > pwned' },
  'another command': { command: 'mkdir c && touch pwned' },
  'a substitution': { command: 'mkdir d$(touch pwned)' },
  'another field': { command: 'mkdir pwned', dangerouslyDisableSandbox: true },
  'a longer word': { command: 'mkdirx e || touch pwned' },
}
const call = (tool: string, input: object) => [[{ tool, input }], [{ text: 'Done.' }]]

describe.each(testedVersions)('policies with %s', (version) => {
  let stage: Stage
  let daemon: DaemonProcess
  beforeAll(async () => {
    stage = await setStage(version, {
      scripts: [
        ...Object.entries(HOSTILE).map(([prompt, input]) => ({
          prompt,
          replies: call('Bash', { description: 'x', ...input }),
        })),
        {
          prompt: 'the plain command',
          replies: call('Bash', { command: 'mkdir "plain words" 2>&1', description: 'x' }),
        },
        {
          prompt: 'the denied command',
          replies: call('Bash', { command: '/bin/rm kept', description: 'x' }),
        },
        { prompt: 'the link to a secret', replies: call('Read', { file_path: 'notes.txt' }) },
        { prompt: 'the link that leads out', replies: call('Write', { file_path: 'src', content: 'x' }) },
      ] as never,
    })
    writeFileSync(join(stage.cwd, '.env'), 'SECRET-OF-THE-FILE')
    writeFileSync(join(stage.cwd, 'kept'), 'kept')
    symlinkSync('.env', join(stage.cwd, 'notes.txt'))
    symlinkSync('pwned', join(stage.cwd, 'src'))
    daemon = new DaemonProcess({ ...stage.env, CLAUDE_BIN: claudeBinary(version) }, ['--root', stage.cwd])
    await daemon.start()
    await daemon.api().call('putPolicies', {
      body: {
        rules: [
          { id: 'no-rm', effect: 'deny', tool: 'Bash', command: 'rm *', note: 'Nothing is removed here.' },
          { id: 'secrets', effect: 'deny', tool: '*', path: '**/.env', note: 'Secrets stay closed.' },
          { id: 'mkdir', effect: 'allow', tool: 'Bash', command: 'mkdir *' },
          { id: 'src', effect: 'allow', tool: '*', path: 'src/**' },
          { id: 'src-file', effect: 'allow', tool: '*', path: 'src' },
        ].map((rule) => ({ ...rule, enabled: true })) as never,
      },
    })
  })
  afterAll(async () => {
    await daemon.end()
    await stage.close()
  })

  /** The whole turn. What reaches a person is denied. Tells who answered the approvals. */
  async function run(prompt: string): Promise<{ state: SessionState; by: string[] }> {
    const api = daemon.api()
    const { result } = await api.call('createSession', { body: { cwd: stage.cwd, prompt } })
    const { id } = result
    const stateOf = async () => (await api.call('getSession', { params: { id } })).state
    const denyAll = async (state: SessionState) => {
      // One that a policy has just answered is gone, or not there yet.
      for (const { id: approval } of state.approvals.pending)
        await api
          .call('answerApproval', { params: { id, approval }, body: { decision: 'deny' } })
          .catch(() => undefined)
    }
    let state = await stateOf()
    await expect
      .poll(
        async () => {
          state = await stateOf()
          await denyAll(state)
          return state.turns.past.size
        },
        { interval: 20 },
      )
      .toBe(1)
    await api.call('closeSession', { params: { id }, body: {} })
    const closed = toArray(state.approvals.closed)
    return { state, by: closed.flatMap((it) => (it.status === 'answered' ? [it.answer.by ?? ''] : [])) }
  }
  const isPolicy = (by: string) => by.startsWith('policy ')
  const wasWritten = () => existsSync(join(stage.cwd, 'pwned'))

  test.each(Object.keys(HOSTILE))('R-SEC-4 %s is not allowed: a person is asked', async (prompt) => {
    const { by } = await run(prompt)
    expect(by).toHaveLength(1)
    expect(by.some(isPolicy)).toBe(false)
    expect(wasWritten()).toBe(false)
  })

  test('a line of plain words runs without a person', async () => {
    const { by } = await run('the plain command')
    expect(by).toEqual(['policy mkdir'])
    expect(existsSync(join(stage.cwd, 'plain words'))).toBe(true)
  })

  test('a denied command does not run under another name', async () => {
    const { state } = await run('the denied command')
    expect(JSON.stringify(state)).toContain('Nothing is removed here.')
    expect(readFileSync(join(stage.cwd, 'kept'), 'utf8')).toBe('kept')
  })

  test('a denied file is not read through a link', async () => {
    const { state } = await run('the link to a secret')
    expect(JSON.stringify(state)).toContain('Secrets stay closed.')
    expect(JSON.stringify(state)).not.toContain('SECRET-OF-THE-FILE')
  })

  test('an allowed folder that is a link is not written to', async () => {
    // 2.1.325 does not even ask for a link that leads nowhere.
    const { by } = await run('the link that leads out')
    expect(by.some(isPolicy)).toBe(false)
    expect(wasWritten()).toBe(false)
  })
})
