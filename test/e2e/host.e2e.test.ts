/** A host on the real CLI, killed while it streams and while an approval waits: the turn goes on, and nothing is twice. */
import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { lastValue, toArray } from '../../src/state/list.ts'
import { lookUp } from '../../src/state/lookup.ts'
import { lastLine } from '../../src/state/select.ts'
import type { SessionState } from '../../src/state/session-state.ts'
import { DaemonProcess } from '../host/daemon-process.ts'
import { claudeBinary, testedVersions } from './claude-binaries.ts'
import { type Stage, setStage } from './stage.ts'

describe.each(testedVersions)('a host with %s', (version) => {
  let stage: Stage
  let daemon: DaemonProcess
  beforeAll(async () => {
    stage = await setStage(version, {
      scripts: [
        {
          prompt: 'write it',
          replies: [
            [{ tool: 'Write', input: { file_path: 'made.txt', content: 'written' } }],
            [{ text: 'Done.' }],
          ],
        },
        {
          prompt: 'hello',
          replies: [[{ text: 'Hi.' }]],
        },
        {
          prompt: 'tell a tale',
          replies: [[{ text: 'Once ', chunk: 1 }, { hold: 'tale' }, { text: 'upon a time.', chunk: 1 }]],
        },
      ],
    })
    daemon = new DaemonProcess({ ...stage.env, CLAUDE_BIN: claudeBinary(version) }, ['--root', stage.cwd])
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
  async function again(): Promise<void> {
    await daemon.kill()
    await daemon.start()
  }

  test('R-SESSION-20 goes on with a CLI that was killed at the beginning of its first turn, before it wrote anything', async () => {
    const live = daemon.live()
    const { result } = await daemon.api().call('createSession', { body: { cwd: stage.cwd, prompt: 'hello' } })
    const { id } = result
    const began = await live.until(id, ({ turns }) => turns.current !== null || turns.past.size > 0)
    process.kill(began.process.pid as number, 'SIGKILL')
    await live.until(
      id,
      ({ process: { generation, initializedAt } }) => generation > 1 && initializedAt !== undefined,
    )
    const { result: sent } = await daemon
      .api()
      .call('sendMessage', { params: { id }, body: { text: 'hello' } })
    const { turns } = await live.until(id, ({ prompts }) => lookUp(prompts.done, sent.id) !== undefined)
    expect(lastValue(turns.past)?.result).toMatchObject({ status: 'success', text: 'Hi.' })
    live.close()
  })

  test('R-SESSION-19 goes on after a crash in the stream and one with an approval open', async () => {
    const { result } = await daemon
      .api()
      .call('createSession', { body: { cwd: stage.cwd, prompt: 'tell a tale' } })
    const { id } = result
    await until(id, (state) => lastLine(state).startsWith('Once'))
    await again()
    stage.model.release('tale')
    await until(id, (state) => state.turns.past.size === 1)

    await daemon
      .api()
      .call('sendMessage', { params: { id }, body: { text: 'write it', commandId: 'w', id: 'prompt-w' } })
    await until(id, (state) => state.approvals.pending.length === 1)
    await again()
    const [approval] = (await daemon.api().call('listApprovals', {})).approvals
    expect(approval).toMatchObject({ session: id, toolName: 'Write' })
    expect(existsSync(join(stage.cwd, 'made.txt'))).toBe(false)
    await daemon.api().call('answerApproval', {
      params: { id, approval: approval?.id as string },
      body: { decision: 'allow' },
    })
    await until(id, (state) => state.turns.past.size === 2)

    const state = await stateOf(id)
    expect(toArray(state.turns.past).map((turn) => turn.result?.status)).toEqual(['success', 'success'])
    expect(readFileSync(join(stage.cwd, 'made.txt'), 'utf8')).toBe('written')
    expect(state.process.generation).toBe(1)
    // Then nothing more comes: all that the CLI has written is stored.
    await daemon.api().call('closeSession', { params: { id }, body: {} })
    const { events, last } = await daemon
      .api()
      .call('listEvents', { params: { id }, query: { limit: 10_000 } })
    expect(events.map(({ seq }) => seq)).toEqual(Array.from({ length: last }, (_, i) => i + 1))
    const received = events.filter(({ kind }) => ['received', 'unknown', 'noise'].includes(kind))
    const lines = readFileSync(join(daemon.data, 'sessions', id, '1.stdout'), 'utf8')
      .split('\n')
      .filter(Boolean)
    expect(received).toHaveLength(lines.length)
  })
})
