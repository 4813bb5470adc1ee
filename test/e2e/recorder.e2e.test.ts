/**
 * The recorder with the real CLI: the official client works through it, and what it recorded, played as an agent, leads
 * Fairlead's client to the same state. The official client is found by its path: it is no dependency of this package.
 */
import { spawnSync } from 'node:child_process'
import { existsSync, readdirSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { Session, SessionOptions, SessionState } from '../../src/client/index.ts'
import type { JsonObject } from '../../src/protocol/json.ts'
import type { Recording } from '../../src/recorder/format.ts'
import { finalState } from '../../src/recorder/timeline.ts'
import { toArray, toJson } from '../../src/state/index.ts'
import { FAIRLEAD, recordingIn } from '../recorder/programs.ts'
import { neutral, shapeOf } from '../recorder/shape.ts'
import { claudeBinary, testedVersions } from './claude-binaries.ts'
import { type Stage, setStage } from './stage.ts'

type Message = JsonObject & { type: string }
interface OfficialClient {
  query(params: { prompt: string; options: JsonObject }): AsyncIterable<Message>
}
const CLIENT = new URL('../cli/node_modules/@anthropic-ai/claude-agent-sdk/sdk.mjs', import.meta.url).href

function fairlead(...args: string[]): void {
  const { status, stderr } = spawnSync(process.execPath, [FAIRLEAD, ...args], { encoding: 'utf8' })
  if (status !== 0) throw new Error(`fairlead ${args[0]} ended with ${status}: ${stderr}`)
}

/** The recordings in a folder that are of a session, and not only of a question such as `--version`. */
function sessionsIn(folder: string): { path: string; recording: Recording }[] {
  return readdirSync(folder)
    .map((name) => ({ path: join(folder, name), recording: recordingIn(join(folder, name)) }))
    .filter(({ recording }) => recording.entries.some((it) => it.kind === 'in' && it.line.includes('"user"')))
}

/** What a state says, without the tables by which it finds things, which depend on random ids. */
function said(state: SessionState): unknown {
  const { agent: _, pid: __, ...process } = state.process
  return neutral({
    session: toJson(state),
    process,
    facts: state.facts,
    turns: { ...state.turns, past: toArray(state.turns.past) },
    prompts: state.prompts,
    approvals: { pending: state.approvals.pending, closed: toArray(state.approvals.closed) },
    tasks: state.tasks.list,
    usage: state.usage,
  })
}

describe.each(testedVersions)('the recorder with %s', (version) => {
  let stage: Stage
  const at = (name: string) => join(stage.home, name)
  beforeAll(async () => {
    stage = await setStage(version, {
      scripts: [
        {
          prompt: 'write it down',
          replies: [
            [{ tool: 'Write', input: { file_path: 'note.txt', content: 'a page of my diary' }, run: true }],
            [{ text: 'Written down.' }],
          ],
        },
        { prompt: 'and now', replies: [[{ text: 'Nothing more.' }]] },
      ],
    })
    fairlead('record', '--make-wrapper', at('recorded'), '--out', at('runs/'), '--', claudeBinary(version))
  })
  afterAll(() => stage.close())

  async function talk(options: SessionOptions): Promise<Session> {
    const session = await stage.open({
      includePartialMessages: true,
      stallAfter: false,
      onApproval: (approval) => approval.kind === 'tool' && approval.allow(),
      ...options,
    })
    // What is there already is not written over.
    rmSync(join(stage.cwd, 'note.txt'), { force: true })
    await session.send('write it down').result
    await session.setPermissionMode('acceptEdits')
    await session.mcpStatus()
    await session.send('and now').result
    await session.close()
    return session
  }

  let first: Promise<Session> | undefined
  /** One that is recorded, for all tests that look at what was. */
  function recorded(): Promise<Session> {
    first ??= talk({ binary: at('recorded') })
    return first
  }

  test('a recording, played as an agent, leads to the same state', async () => {
    const live = await recorded()
    const [found, ...others] = sessionsIn(at('runs'))
    if (!found) throw new Error('nothing was recorded')
    expect(others).toEqual([])
    expect(found.recording.problems).toEqual([])
    expect(said(finalState(found.recording))).toEqual(said(live.state))
    expect(toArray(live.state.approvals.closed)).toMatchObject([{ toolName: 'Write', status: 'answered' }])

    fairlead('replay', found.path, '--as-agent', '--make-wrapper', at('played'))
    const again = await talk({ binary: at('played') })
    expect(said(again.state)).toEqual(said(live.state))
  })

  // The rest is the same with every version, and each session takes its time.
  if (version !== '2.1.325') return

  test('a redacted recording plays too, and leads to a state of the same shape', async () => {
    await recorded()
    const [found] = sessionsIn(at('runs'))
    if (!found) throw new Error('nothing was recorded')
    fairlead('redact', found.path, '--out', at('redacted.ndjson'))
    const redacted = recordingIn(at('redacted.ndjson'))
    for (const word of ['diary', 'Written', 'note.txt', stage.home])
      expect(JSON.stringify(redacted)).not.toContain(word)
    expect(shapeOf(finalState(redacted))).toEqual(shapeOf(finalState(found.recording)))
    fairlead('replay', at('redacted.ndjson'), '--as-agent', '--make-wrapper', at('played-redacted'))
    const { state } = await talk({ binary: at('played-redacted') })
    expect(toArray(state.turns.past).map(({ result }) => result?.status)).toEqual(['success', 'success'])
    expect(toArray(state.approvals.closed)).toMatchObject([{ toolName: 'Write', status: 'answered' }])
  })

  test('the official client works through it, and another time with what was recorded', async () => {
    const { query } = (await import(CLIENT)) as OfficialClient
    const ask = async (executable: string) => {
      const asked: string[] = []
      const canUseTool = async (name: string, input: JsonObject) => {
        asked.push(name)
        return { behavior: 'allow', updatedInput: input }
      }
      const options = {
        pathToClaudeCodeExecutable: executable,
        cwd: stage.cwd,
        env: { PATH: process.env.PATH, ...stage.env, FAIRLEAD_RECORD: at('official/') },
        canUseTool,
      }
      const types: string[] = []
      let result: Message | undefined
      for await (const message of query({ prompt: 'write it down', options })) {
        types.push(message.type)
        if (message.type === 'result') result = message
      }
      return { asked, types, result: result?.result }
    }
    rmSync(join(stage.cwd, 'note.txt'), { force: true })
    const live = await ask(at('recorded'))
    expect(live).toMatchObject({ asked: ['Write'], result: 'Written down.' })
    expect(existsSync(join(stage.cwd, 'note.txt'))).toBe(true)
    const [found] = sessionsIn(at('official'))
    if (!found) throw new Error('nothing was recorded')
    fairlead('replay', found.path, '--as-agent', '--make-wrapper', at('official-played'))
    expect(await ask(at('official-played'))).toEqual(live)
  })
})
