import { existsSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, onTestFinished, test, vi } from 'vitest'
import {
  findTranscript,
  openSession,
  type SentPrompt,
  type Session,
  SessionEndedError,
  type SessionOptions,
} from '../../src/client/index.ts'
import { descendantsOf, killAll, type ProcessId } from '../../src/process/descendants.ts'
import type { Scenario } from '../../src/simulator/index.ts'
import { claudeBinary, testedVersions } from './claude-binaries.ts'
import { Scene } from './scene.ts'
import { nextMessage, processesOf, type Stage, setStage } from './stage.ts'
import { isA, namesOf, streamedText } from './talk.ts'

const DELTAS = 4000
const A_LOT = '0123456789'.repeat(DELTAS / 10)
const scenario = (began: string, go: string): Scenario => ({
  scripts: [
    { prompt: 'say hello', replies: [[{ text: 'Hello.' }]] },
    { prompt: 'take your time', replies: [[{ text: 'Slow.' }, { hold: 'slow' }, { text: 'Over.' }]] },
    { prompt: 'say a lot', replies: [[{ text: '0123456789', chunk: 1, repeat: DELTAS / 10 }]] },
    { prompt: 'fail', replies: [[{ error: { status: 400 } }]] },
    { prompt: 'ask on the side', replies: [[{ hold: 'side' }]] },
    { prompt: 'write a file', replies: [[{ tool: 'Write', input: { file_path: 'a.txt', content: 'a' } }]] },
    {
      prompt: 'run a tool',
      replies: [
        [
          {
            tool: 'Bash',
            input: {
              command: `touch ${began}; until [ -e ${go} ]; do sleep 0.02; done`,
              description: 'Waits',
            },
          },
        ],
        [{ text: 'It ran.' }],
      ],
    },
  ],
})

describe.each(testedVersions)('the end of a session with %s', (version) => {
  const isOld = version === '2.1.197'
  let stage: Stage
  let go: string
  beforeAll(async () => {
    stage = await setStage(version, { scripts: [] })
  })
  afterAll(() => stage.close())

  let plays = 0
  async function open(options: SessionOptions = {}): Promise<Scene> {
    plays += 1
    go = join(stage.cwd, `go-${plays}`)
    stage.model.use(scenario(`${go}-began`, go))
    return Scene.open(stage, { allowedTools: ['Bash'], ...options })
  }
  /** Sends a prompt whose tool runs until `go` is there; the tool's processes. */
  async function startTool(session: Session): Promise<{ turn: SentPrompt; tool: ProcessId[] }> {
    const turn = session.send('run a tool')
    await expect.poll(() => existsSync(`${go}-began`)).toBe(true)
    const tool = descendantsOf(session.pid ?? 0)
    onTestFinished(() => killAll(tool))
    return { turn, tool }
  }
  /** Sends a prompt whose answer waits at the hold `slow`. */
  async function startSlow(session: Session): Promise<SentPrompt> {
    const turn = session.send('take your time')
    await nextMessage(session, isA('assistant'))
    return turn
  }
  const failure = (promise: Promise<unknown>): Promise<unknown> =>
    promise.then(
      () => undefined,
      (error) => error,
    )

  describe('after a quiet life', () => {
    /** Other tests look whether any process is left. */
    async function quiet(): Promise<Scene> {
      const scene = await open()
      onTestFinished(async () => void (await scene.session.close()))
      return scene
    }

    test('R-ENV-1 R-ENV-2 R-ENV-4: a session opens inside another one of Claude Code', async () => {
      const marks = {
        CLAUDECODE: '1',
        CLAUDE_CODE_ENTRYPOINT: 'cli',
        CLAUDE_CODE_SSE_PORT: '1',
        NODE_OPTIONS: '--inspect',
      }
      onTestFinished(() => void vi.unstubAllEnvs())
      for (const [name, value] of Object.entries(marks)) vi.stubEnv(name, value)
      const { session } = await quiet()
      vi.unstubAllEnvs()
      expect(await session.send('say hello').result).toMatchObject({ status: 'success', text: 'Hello.' })
      if (process.platform !== 'linux') return
      const environ = readFileSync(`/proc/${session.pid}/environ`, 'utf8').split('\0')
      expect(environ).toContain('CLAUDE_CODE_ENTRYPOINT=fairlead')
      const names = environ.map((line) => line.split('=')[0])
      for (const name of ['CLAUDECODE', 'CLAUDE_CODE_SSE_PORT', 'NODE_OPTIONS'])
        expect(names).not.toContain(name)
    })

    test('a slow reader lets the CLI wait, and misses nothing', async () => {
      const { session, seen } = await quiet()
      await session.send('say hello').result
      const reader = session.messages()
      const turn = session.send('say a lot')
      // The CLI has said it all, as its own record shows; we have not taken it.
      const location = { configDir: stage.env.CLAUDE_CONFIG_DIR ?? '' }
      const written = async () =>
        readFileSync(await findTranscript(session.sessionId ?? '', location), 'utf8')
      await expect.poll(async () => (await written()).includes(A_LOT)).toBe(true)
      expect(turn.state).not.toBe('done')
      expect(seen.length).toBeLessThan(DELTAS / 2)
      // A call is answered all the same, although its answer is behind all that.
      expect(await session.mcpStatus()).toEqual([])
      const read = []
      for await (const message of reader) {
        read.push(message)
        if (message.type === 'result') break
      }
      expect(streamedText(read)).toBe(A_LOT)
      expect(await turn.result).toMatchObject({ status: 'success' })
    })

    test('R-END-1 R-END-9 R-DEBUG-5: at the end of its input an idle CLI ends, with code 0 after a success', async () => {
      const { session } = await quiet()
      await session.send('say hello').result
      const reader = session.messages()
      session.endInput()
      expect(await session.ended).toMatchObject({ cause: 'exit', exitCode: 0, stderr: '' })
      for await (const message of reader) expect(message.type).not.toBe('result')
    })
  })

  test('R-CONTROL-77 R-DEBUG-2 R-END-12 R-END-17 R-END-19 R-END-20: killed, all that was awaited fails with one error that says why', async () => {
    const { session } = await open({ debugToStderr: true })
    await session.send('fail').result
    const { turn, tool } = await startTool(session)
    const held = session.send('say hello', { when: 'after-turn' })
    const request = session.request('side_question', { question: 'ask on the side' })
    await stage.model.held('side')
    const reading = (async () => {
      for await (const _ of session.messages());
    })()
    process.kill(session.pid ?? 0, 'SIGKILL')
    const error = await failure(turn.result)
    expect(error).toBeInstanceOf(SessionEndedError)
    expect(error).toMatchObject({
      code: 'ended',
      ending: {
        cause: 'exit',
        exitCode: null,
        signal: 'SIGKILL',
        stderr: expect.stringContaining('[DEBUG]'),
      },
      lastError: { is_error: true, api_error_status: 400 },
      message: expect.stringMatching(/^the CLI \(.+\) was terminated by signal SIGKILL\nAPI Error: 400/),
    })
    const others = await Promise.all([held.result, request, reading].map(failure))
    for (const other of others) expect(other).toBe(error)
    expect(await session.ended).toMatchObject({ signal: 'SIGKILL' })
    expect(() => session.send('hello?')).toThrow('SIGKILL')
    await expect(session.request('get_settings', {})).rejects.toBe(error)
    // Nobody could end the tool, nor take the files away.
    expect(tool.some(isAlive)).toBe(true)
    const files = readdirSync(join(stage.home, 'tmp'), { recursive: true, encoding: 'utf8' })
    expect(files).toContainEqual(expect.stringMatching(/^claude-\d+\b.*\btasks$/))
    expect(files.includes(join('cc-socks', `${session.pid}.sock`))).toBe(!isOld)
  })

  test('R-END-14 R-END-16: a CLI that does not react is killed step by step, with its tools', async () => {
    const { session } = await open({ closeWaits: { afterEndOfInput: 100, afterSigterm: 100 } })
    const { turn, tool } = await startTool(session)
    expect(tool.length).toBeGreaterThan(0)
    process.kill(session.pid ?? 0, 'SIGSTOP')
    const ending = await session.close()
    expect(ending).toMatchObject({ cause: 'close', exitCode: null, signal: 'SIGKILL' })
    await expect(turn.result).rejects.toMatchObject({ ending })
    await expect.poll(() => processesOf(stage.home)).toEqual([])
  })

  test('R-END-13 R-END-14: closed while a tool runs, no process is left; closed again, nothing happens', async () => {
    const { session } = await open()
    const { turn, tool } = await startTool(session)
    if (process.platform === 'linux') {
      expect(tool.map(({ pid }) => groupOf(pid))).not.toContain(groupOf(session.pid ?? 0))
    }
    const closing = session.close()
    expect(() => session.send('hello?')).toThrow('the session is closed')
    await expect(session.request('get_settings', {})).rejects.toMatchObject({ code: 'closed' })
    expect(session.close()).toBe(closing)
    expect(await closing).toMatchObject({ cause: 'close' })
    expect(await session.close()).toBe(await closing)
    expect(await turn.result).toMatchObject({ status: 'interrupted' })
    await expect.poll(() => processesOf(stage.home)).toEqual([])
    for await (const message of session.messages()) throw new Error(`there is a ${message.type} still`)
  })

  test('R-END-2 R-END-9: at the end of its input a CLI finishes its turn, and code 1 after a failure is none', async () => {
    const { session } = await open()
    const slow = await startSlow(session)
    const failing = session.send('fail')
    await session.mcpStatus()
    const reading = (async () => {
      for await (const _ of session.messages());
    })()
    session.endInput()
    stage.model.release('slow')
    expect(await slow.result).toMatchObject({ status: 'success', text: 'Over.' })
    expect(await failing.result).toMatchObject({ status: 'error' })
    expect(await session.ended).toMatchObject({ cause: 'exit', exitCode: 1 })
    await reading
  })

  test('R-END-3: at the end of its input a CLI finishes its tool', async () => {
    const { session } = await open()
    const { turn } = await startTool(session)
    session.endInput()
    writeFileSync(go, '')
    expect(await turn.result).toMatchObject({ status: 'success', text: 'It ran.' })
    expect(await session.ended).toMatchObject({ cause: 'exit', exitCode: 0 })
  })

  test('R-END-4: at the end of its input an open approval fails, and the turn goes on', async () => {
    const scene = await open()
    const turn = scene.session.send('write a file')
    await scene.inbox.next('tool')
    scene.session.endInput()
    expect(await turn.result).toMatchObject({ status: 'success', text: 'Done.' })
    expect(scene.results).toMatchObject([{ isError: true, text: expect.stringContaining('closed') }])
    expect(await scene.session.ended).toMatchObject({ exitCode: 0 })
    expect(existsSync(join(stage.cwd, 'a.txt'))).toBe(false)
  })

  test('R-END-10: SIGINT interrupts the turn and ends the CLI with code 0', async () => {
    const { session } = await open()
    const turn = await startSlow(session)
    process.kill(session.pid ?? 0, 'SIGINT')
    // 2.1.197 may exit before it has written the result: on a busy machine, in a third of all cases.
    const outcome = await turn.result.catch((error: SessionEndedError) => error)
    expect(outcome).toMatchObject(
      isOld && outcome instanceof SessionEndedError ? { code: 'ended' } : { status: 'interrupted' },
    )
    expect(await session.ended).toMatchObject({ cause: 'exit', exitCode: 0 })
  })

  test('R-END-11 R-END-12: SIGTERM ends the CLI with 143, SIGHUP with 129, without a result', async () => {
    const { session } = await open()
    const { turn, tool } = await startTool(session)
    process.kill(session.pid ?? 0, 'SIGTERM')
    await expect(turn.result).rejects.toMatchObject({ ending: { exitCode: 143, signal: null } })
    if (isOld) expect(tool.some(isAlive)).toBe(true)
    else await expect.poll(() => tool.some(isAlive)).toBe(false)
    killAll(tool)
    const other = await open()
    process.kill(other.session.pid ?? 0, 'SIGHUP')
    expect(await other.session.ended).toMatchObject({ cause: 'exit', exitCode: 129 })
    expect(namesOf(other.seen)).not.toContain('result')
  })
})

describe('a session that cannot begin', () => {
  let stage: Stage
  beforeAll(async () => {
    stage = await setStage('2.1.325', { scripts: [] })
  })
  afterAll(() => stage.close())

  test('R-SPAWN-3: without the binary that is named, the error says where it was looked for', async () => {
    const binary = join(stage.home, 'nowhere', 'claude')
    const error = { code: 'binary-not-found', looked: [{ path: binary, reason: 'does not exist' }] }
    await expect(openSession({ binary, cwd: stage.cwd })).rejects.toMatchObject(error)
    await expect(openSession({ binary, cwd: stage.cwd })).rejects.toThrow(binary)
    const env = { ...stage.env, CLAUDE_BIN: binary }
    await expect(openSession({ cwd: stage.cwd, env })).rejects.toMatchObject(error)
    await expect(openSession({ cwd: stage.cwd, env })).rejects.toThrow('CLAUDE_BIN')
  })

  test.skipIf(existsSync('/usr/local/bin/claude'))(
    'R-SPAWN-1 R-SPAWN-3: without any binary, all the usual places are named',
    async () => {
      const env = { ...stage.env, PATH: join(stage.home, 'bin'), CLAUDE_BIN: undefined }
      const error = await openSession({ cwd: stage.cwd, env }).catch((reason) => reason)
      expect(error.code).toBe('binary-not-found')
      expect(error.looked.map(({ path }: { path: string }) => path)).toEqual([
        join(stage.home, '.claude', 'local', 'claude'),
        join(stage.home, '.local', 'bin', 'claude'),
        '/usr/local/bin/claude',
        join(stage.home, 'bin', 'claude'),
      ])
    },
  )

  test('R-SPAWN-4: a missing working directory is another error', async () => {
    const cwd = join(stage.home, 'gone')
    await expect(stage.open({ cwd })).rejects.toMatchObject({ code: 'cwd-missing', cwd })
    const file = join(stage.home, 'file')
    writeFileSync(file, '')
    await expect(stage.open({ cwd: file })).rejects.toThrow('is not a directory')
    await expect(openSession({ cwd, binary: '/nowhere' })).rejects.toMatchObject({ code: 'cwd-missing' })
  })

  test('R-END-18: a process that ends with code 0 in a turn ended without a result', async () => {
    const folder = join(stage.home, 'quitter')
    mkdirSync(folder)
    const binary = join(folder, 'claude.mjs')
    writeFileSync(binary, QUITTER)
    const session = await openSession({ binary, cwd: stage.cwd, env: stage.env })
    await expect(session.send('hello').result).rejects.toThrow('claude.mjs) ended without a result')
    expect(await session.ended).toMatchObject({ cause: 'exit', exitCode: 0 })
  })

  test('what the CLI says on stderr when it refuses to start is in the error', async () => {
    const opening = openSession({
      binary: claudeBinary('2.1.325'),
      cwd: stage.cwd,
      env: stage.env,
      extraArgs: { 'no-such-flag': null },
    })
    await expect(opening).rejects.toMatchObject({ code: 'bad-flag', ending: { exitCode: 1 } })
    await expect(opening).rejects.toThrow("unknown option '--no-such-flag'")
  })
})

/** Answers initialize and leaves at the first prompt. */
const QUITTER = `
process.stdin.setEncoding('utf8').on('data', (text) => {
  for (const line of text.split('\\n').filter(Boolean)) {
    const { type, request_id } = JSON.parse(line)
    if (type === 'user') process.exit(0)
    console.log(JSON.stringify({ type: 'control_response', response: { subtype: 'success', request_id, response: {} } }))
  }
})
`

/** The process group, which is the third field after the name. One that has just ended is in none. */
function groupOf(pid: number): number | undefined {
  try {
    const stat = readFileSync(`/proc/${pid}/stat`, 'utf8')
    return Number(stat.slice(stat.lastIndexOf(')') + 2).split(' ')[2])
  } catch {
    return undefined
  }
}

function isAlive({ pid }: ProcessId): boolean {
  try {
    return process.kill(pid, 0)
  } catch {
    return false
  }
}
