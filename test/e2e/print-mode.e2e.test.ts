// `fairlead run` beside `claude -p`, with the same arguments: what each prints, and how it exits.
import { spawn } from 'node:child_process'
import { fileURLToPath } from 'node:url'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { claudeBinary, testedVersions } from './claude-binaries.ts'
import { type Stage, setStage } from './stage.ts'
import { historyOf } from './talk.ts'

const command = fileURLToPath(new URL('../../dist/cli/main.js', import.meta.url))
const bash = { tool: 'Bash', input: { command: 'touch made', description: 'Makes' } }
const schema = JSON.stringify({ type: 'object', properties: { n: { type: 'number' } }, required: ['n'] })

describe.each(testedVersions)('claude -p and fairlead run with %s', (version) => {
  let stage: Stage
  beforeAll(async () => {
    stage = await setStage(version, {
      scripts: [
        { prompt: 'say one', replies: [[{ text: 'One.' }]] },
        { prompt: 'two texts', replies: [[{ text: 'I look.' }, bash], [{ text: 'Done.' }]] },
        {
          prompt: 'a number',
          replies: [[{ tool: 'StructuredOutput', input: { n: 4 } }], [{ text: 'Four.' }]],
        },
        { prompt: 'for ever', replies: [[bash], [bash], [bash]] },
        { prompt: 'fail', replies: [[{ error: { status: 400 } }]] },
        { prompt: 'explain this', replies: [[{ text: 'A log.' }]] },
      ],
    })
  })
  afterAll(() => stage.close())

  function run(program: string, args: readonly string[], input?: string) {
    return new Promise<{ code: number | null; out: string }>((resolve, reject) => {
      const child = spawn(program, args, {
        cwd: stage.cwd,
        env: { PATH: process.env.PATH, ...stage.env },
        stdio: [input === undefined ? 'ignore' : 'pipe', 'pipe', 'ignore'],
      })
      child.stdin?.end(input)
      let out = ''
      child.stdout?.setEncoding('utf8').on('data', (text: string) => {
        out += text
      })
      child.on('error', reject)
      child.on('close', (code) => resolve({ code, out }))
    })
  }
  const claude = (args: readonly string[], input?: string) =>
    run(claudeBinary(version), ['-p', ...args], input)
  const fairlead = (args: readonly string[], input?: string) =>
    run(process.execPath, [command, 'run', '--agent', claudeBinary(version), '-p', ...args], input)

  test.each([
    ['a text', ['say one']],
    ['only the last text', ['--allowedTools', 'Bash', '--', 'two texts']],
    ['a model and a system prompt', ['--model', 'opus', '--append-system-prompt', 'Be brief.', 'say one']],
    ['an error of the API', ['fail']],
    ['no such conversation', ['--resume', '11111111-1111-4111-8111-111111111111', 'say one']],
  ])('print and exit alike: %s', async (_what, args) => {
    const [theirs, ours] = [await claude(args), await fairlead(args.filter((it) => it !== '--'))]
    expect(ours).toEqual(theirs)
  })

  test('say the same of too many turns, in other words', async () => {
    const args = ['--max-turns', '2', '--allowedTools=Bash', 'for ever']
    for (const { code, out } of [await claude(args), await fairlead(args)]) {
      expect(code).toBe(1)
      expect(out).toMatch(/^Error: Reached max.* \(2\)\n?$/)
    }
  })

  test('print the same result as JSON', async () => {
    const args = ['--output-format', 'json', '--json-schema', schema, 'a number']
    const [theirs, ours] = [await claude(args), await fairlead(args)]
    const keys = [
      'type',
      'subtype',
      'is_error',
      'num_turns',
      'result',
      'structured_output',
      'stop_reason',
    ] as const
    const read = ({ code, out }: { code: number | null; out: string }) => {
      const message = JSON.parse(out) as Record<string, unknown>
      return { code, ...Object.fromEntries(keys.map((key) => [key, message[key]])) }
    }
    expect(read(ours)).toEqual(read(theirs))
  })

  test.each([[[]], [['--include-partial-messages']]])('stream the same messages with %j', async (more) => {
    const args = ['--output-format', 'stream-json', '--verbose', '--allowedTools=Bash', ...more, 'two texts']
    const names = ({ out }: { out: string }) =>
      out
        .trim()
        .split('\n')
        .map((line) => JSON.parse(line) as { type: string; subtype?: string; event?: { type: string } })
        .map(({ type, subtype, event }) => [type, subtype, event?.type].filter(Boolean).join(' '))
    expect(names(await fairlead(args))).toEqual(names(await claude(args)))
  })

  test('send what is piped in after the prompt', async () => {
    await claude(['explain this'], 'line 1\nline 2\n')
    const theirs = historyOf(stage.model)
    expect(await fairlead(['explain this'], 'line 1\nline 2\n')).toEqual({ code: 0, out: 'A log.\n' })
    expect(historyOf(stage.model)).toEqual(theirs)
  })

  test('differ in a tool that is denied, as the help says', async () => {
    const [theirs, ours] = [await claude(['two texts']), await fairlead(['two texts'])]
    expect({ ...theirs, code: 5 }).toEqual(ours)
  })

  test('differ in a wrong command line', async () => {
    const [theirs, ours] = await Promise.all([
      claude(['--no-such-flag', 'x']),
      fairlead(['--no-such-flag', 'x']),
    ])
    expect([theirs, ours]).toEqual([
      { code: 1, out: '' },
      { code: 2, out: '' },
    ])
  })

  test('differ in stream-json without --verbose', async () => {
    const args = ['--output-format', 'stream-json', 'say one']
    const [theirs, ours] = await Promise.all([claude(args), fairlead(args)])
    expect(theirs).toEqual({ code: 1, out: '' })
    expect(ours.code).toBe(0)
    expect(ours.out).toContain('"type":"result"')
  })

  test('differ in a turn that could not start: ours prints JSON', async () => {
    const args = ['--output-format', 'json', '--resume', '11111111-1111-4111-8111-111111111111', 'say one']
    const [theirs, ours] = await Promise.all([claude(args), fairlead(args)])
    expect(theirs).toEqual({ code: 1, out: '' })
    expect(ours.code).toBe(1)
    expect(JSON.parse(ours.out)).toMatchObject({ type: 'result', is_error: true })
  })

  test('differ in flags of several values: ours are given again', async () => {
    const [theirs, ours] = await Promise.all([
      claude(['--allowedTools', 'Read', 'Bash', '--', 'two texts']),
      fairlead(['--allowedTools', 'Read', '--allowedTools', 'Bash', 'two texts']),
    ])
    expect(theirs).toEqual({ code: 0, out: 'Done.\n' })
    expect(ours).toEqual(theirs)
  })

  test('differ in other flags: ours follow --', async () => {
    expect(await fairlead(['say one', '--', '--safe-mode'])).toEqual({ code: 0, out: 'One.\n' })
  })
})
