/** The executable as a user has it: started, talked to, and ended as any program. */
import { type ChildProcess, spawn } from 'node:child_process'
import { existsSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { STREAM } from './talk.ts'

const EXECUTABLE = fileURLToPath(new URL('../../dist/simulator/agent/main.js', import.meta.url))
const NOBODY = '00000000-0000-4000-8000-000000000000'
const INITIALIZE = '{"type":"control_request","request_id":"1","request":{"subtype":"initialize"}}\n'
const prompt = (content: string) =>
  `${JSON.stringify({ type: 'user', message: { role: 'user', content } })}\n`

interface Ended {
  readonly code: number | null
  readonly signal: string | null
  readonly stdout: string
  readonly stderr: string
}

describe.concurrent('the executable', () => {
  let home: string
  const children: ChildProcess[] = []
  beforeAll(() => {
    if (!existsSync(EXECUTABLE)) throw new Error('there is no dist: run `npm run build` first')
    home = mkdtempSync(join(tmpdir(), 'fairlead-executable-'))
  })
  afterAll(() => {
    for (const child of children) child.kill('SIGKILL')
    rmSync(home, { recursive: true, force: true })
  })

  function start(args: readonly string[], env: NodeJS.ProcessEnv = {}) {
    const child = spawn(process.execPath, [EXECUTABLE, ...args], {
      cwd: home,
      env: {
        PATH: process.env.PATH,
        HOME: home,
        USERPROFILE: home,
        CLAUDE_CONFIG_DIR: join(home, 'claude'),
        CLAUDE_TMPDIR: home,
        FAIRLEAD_SIM_SPEED: '0',
        ...env,
      },
    })
    children.push(child)
    child.stdin.on('error', () => {})
    const parts = { stdout: '', stderr: '' }
    let wake = () => {}
    for (const name of ['stdout', 'stderr'] as const) {
      child[name].setEncoding('utf8').on('data', (text: string) => {
        parts[name] += text
        wake()
      })
    }
    const ended = new Promise<Ended>((resolve) => {
      child.on('close', (code, signal) => {
        resolve({ code, signal, ...parts })
        wake()
      })
    })
    /** Resolves when this text was written. */
    const says = async (text: string): Promise<void> => {
      while (!parts.stdout.includes(text)) {
        if (child.exitCode !== null) throw new Error(`it ended with ${child.exitCode}: ${parts.stderr}`)
        await new Promise<void>((resolve) => {
          wake = resolve
        })
      }
    }
    return { child, ended, says }
  }

  function run(args: readonly string[], input = '', env: NodeJS.ProcessEnv = {}): Promise<Ended> {
    const { child, ended } = start(args, env)
    child.stdin.end(input)
    return ended
  }

  test('--version: as the CLI prints it', async () => {
    expect(await run(['--version'])).toMatchObject({ code: 0, stdout: '2.1.325 (Claude Code)\n', stderr: '' })
    const old = { code: 0, stdout: '2.1.197 (Claude Code)\n', stderr: '' }
    expect(await run(['-v', '--sim-version', '2.1.197'])).toMatchObject(old)
    expect(await run(['-v'], '', { FAIRLEAD_SIM_VERSION: '2.1.197' })).toMatchObject(old)
  })

  test.skipIf(process.platform === 'win32')('can be started by itself, as a command', async () => {
    const child = spawn(EXECUTABLE, ['--version'], { env: { PATH: process.env.PATH } })
    const code = await new Promise((resolve) => child.on('close', resolve).on('error', resolve))
    expect(code).toBe(0)
  })

  test('--help: options, environment and faults', async () => {
    const { code, stdout, stderr } = await run(['--help'])
    expect([code, stderr]).toEqual([0, ''])
    for (const word of ['Usage: fairlead-sim', '--resume', 'FAIRLEAD_SIM_SCENARIO', 'cut-utf8', 'Points:'])
      expect(stdout).toContain(word)
    expect(stdout.split('\n').filter((line) => line.length > 130)).toEqual([])
  })

  test.each([
    [['--frobnicate'], "error: unknown option '--frobnicate'"],
    [['--model'], "error: option '--model <model>' argument missing"],
    [['--output-format', 'xml'], 'Allowed choices are text, json, stream-json.'],
    [['--output-format', 'stream-json'], '--output-format=stream-json requires --verbose'],
    [['--input-format', 'stream-json'], 'requires output-format=stream-json'],
    [['--sim-version', '1.0'], 'Allowed choices are 2.1.37, 2.1.197, 2.1.325.'],
    [['--sim-version', '2.1.197', '--restricted'], "error: unknown option '--restricted'"],
    [['--session-id', 'seven'], 'Error: Invalid session ID. Must be a valid UUID.'],
    [['--mcp-config', '{'], 'MCP config is not a valid JSON'],
    [['--settings', 'no-such-file.json'], 'Error: Settings file not found: no-such-file.json'],
    [['--sim-scenario', 'no-such-file.json'], 'the scenario no-such-file.json cannot be read'],
    [['--sim-faults', 'gremlins'], 'there is no fault "gremlins"'],
    [['--print'], 'Error: Input must be provided either through stdin or as a prompt argument'],
  ])('refuses %j with code 1 and a reason', async (args, reason) => {
    const { code, stdout, stderr } = await run(args)
    expect([code, stdout]).toEqual([1, ''])
    expect(stderr).toContain(reason)
    expect(stderr).not.toContain('    at ')
  })

  test('refuses a version that it does not know in the environment too', async () => {
    const { code, stderr } = await run(['--version'], '', { FAIRLEAD_SIM_VERSION: '3' })
    expect(code).toBe(1)
    expect(stderr).toBe('Error: FAIRLEAD_SIM_VERSION is "3"; it can be one of 2.1.37, 2.1.197, 2.1.325\n')
  })

  test('refuses to resume what there is not, in a result too', async () => {
    const { code, stdout, stderr } = await run([...STREAM, '--resume', NOBODY])
    expect([code, stderr]).toEqual([1, `No conversation found with session ID: ${NOBODY}\n`])
    expect(JSON.parse(stdout)).toMatchObject({ type: 'result', is_error: true, session_id: NOBODY })
  })

  test('names the line of a scenario that is wrong', async () => {
    const file = join(home, 'wrong.json')
    writeFileSync(file, '{\n  "scripts": [\n    { "prompt": "a", "replies": [[{ "txt": "b" }]] }\n  ]\n}\n')
    const { code, stderr } = await run([...STREAM, '--sim-scenario', file])
    expect(code).toBe(1)
    expect(stderr).toContain(`${file}:3`)
  })

  test('a prompt on the command line or on stdin: the answer as text or JSON', async () => {
    const [asText, asJson, piped] = await Promise.all([
      run(['-p', 'hello']),
      run(['-p', 'hello', '--output-format', 'json']),
      run(['-p'], 'hello'),
    ])
    expect(asText).toMatchObject({ code: 0, stderr: '' })
    expect(asText.stdout).toMatch(/^I am the Fairlead simulator/)
    expect(JSON.parse(asJson.stdout)).toMatchObject({ type: 'result', subtype: 'success' })
    expect(piped.stdout).toBe(asText.stdout)
  })

  test('ends with its input: at once where it is idle, after the turn where it works', async () => {
    expect(await run(STREAM)).toEqual({ code: 0, signal: null, stdout: '', stderr: '' })
    const { code, stdout } = await run(STREAM, prompt('hello'))
    expect(code).toBe(0)
    expect(JSON.parse(stdout.trimEnd().split('\n').at(-1) ?? '')).toMatchObject({ type: 'result' })
  })

  test.each([
    ['SIGINT', 0],
    ['SIGTERM', 143],
    ['SIGHUP', 129],
  ] as const)('%s ends it with code %i, idle or at work', async (signal, code) => {
    const idle = start(STREAM)
    idle.child.stdin.write(INITIALIZE)
    await idle.says('"control_response"')
    idle.child.kill(signal)
    expect(await idle.ended).toMatchObject({ code, signal: null, stderr: '' })

    const file = join(home, `${signal}.json`)
    const replies = [[{ text: 'Well.' }, { hold: 'for ever' }]]
    writeFileSync(file, JSON.stringify({ scripts: [{ prompt: 'wait', replies }] }))
    const busy = start([...STREAM, '--sim-scenario', file])
    busy.child.stdin.write(prompt('wait'))
    await busy.says('"Well."')
    busy.child.kill(signal)
    const { stdout, ...end } = await busy.ended
    expect(end).toEqual({ code, signal: null, stderr: '' })
    expect(stdout.includes('"type":"result"')).toBe(signal === 'SIGINT')
  })

  test.each([
    ['no JSON', 'hello\n', 'Error parsing streaming input line: hello'],
    ['a broken last line', '{"type":"us', 'Error parsing streaming input line: {"type":"us'],
    ['bytes that are no UTF-8', Buffer.from([0xff, 0xfe, 0x0a]), 'Error parsing streaming input line'],
    ['a prompt without a message', '{"type":"user"}\n', "Expected message role 'user', got 'undefined'"],
    ['a request without a request', '{"type":"control_request","request_id":"1"}\n', 'Missing request'],
  ])('%s on stdin ends it with code 1 and a reason', async (_, input, reason) => {
    const { child, ended } = start(STREAM)
    child.stdin.end(input)
    const { code, stdout, stderr } = await ended
    expect([code, stdout]).toEqual([1, ''])
    expect(stderr).toContain(reason)
    expect(stderr).not.toContain('    at ')
  })

  test('passes over empty lines, JSON that is no object, and messages of unknown types', async () => {
    const input = `\n[]\n7\nnull\n"text"\n{}\n{"type":"telepathy"}\r\n${INITIALIZE}`
    const { code, stdout, stderr } = await run(STREAM, input)
    expect([code, stderr]).toEqual([0, ''])
    expect(JSON.parse(stdout)).toMatchObject({ response: { subtype: 'success', request_id: '1' } })
  })

  test('takes a line in any number of pieces', async () => {
    const { child, ended, says } = start(STREAM)
    for (const byte of Buffer.from(prompt('hellö'))) {
      child.stdin.write(Buffer.from([byte]))
      await new Promise((resolve) => setImmediate(resolve))
    }
    await says('"type":"result"')
    child.stdin.end()
    expect(await ended).toMatchObject({ code: 0, stderr: '' })
  })

  test('a reader that goes away does not make it crash', async () => {
    const { child, ended, says } = start(STREAM)
    child.stdin.write(INITIALIZE)
    await says('"control_response"')
    child.stdout.destroy()
    child.stderr.destroy()
    child.stdin.end(prompt('hello'))
    expect(await ended).toMatchObject({ code: 0, signal: null })
  })

  test('writes only where it is told to', async () => {
    const own = mkdtempSync(join(home, 'own-'))
    await run(['-p', 'hello'], '', { HOME: own, CLAUDE_CONFIG_DIR: join(own, 'claude'), CLAUDE_TMPDIR: own })
    expect(readdirSync(own)).toEqual(['claude'])
  })
})
