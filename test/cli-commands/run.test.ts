import { chmodSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, onTestFinished, test } from 'vitest'
import { type Reply, startModel } from '../../src/simulator/index.ts'
import { call, freshFolder, simulator, start } from './fairlead.ts'

const sim = (...args: string[]) => ['run', '--agent', 'sim', ...args]

/** A folder with a scenario in it that the simulator plays. */
function stage(replies: object[]) {
  const folder = freshFolder()
  const scenario = join(folder, 'scenario.json')
  writeFileSync(scenario, JSON.stringify({ scripts: [{ prompt: 'go', replies }] }))
  return { folder, env: { FAIRLEAD_SIM_SCENARIO: scenario } }
}
const bash = { tool: 'Bash', input: { command: 'make all' }, result: 'made' }

test('the answer goes to stdout, and what happened, the cost and the session to stderr', async () => {
  const { code, out, err } = await call(sim('go'), {
    ...stage([
      [
        { thinking: 'Let me see.' },
        { text: 'I look.' },
        { tool: 'Read', input: { file_path: 'a.txt' }, result: 'A' },
      ],
      [{ text: 'It is **A**.' }],
    ]),
  })
  expect(out).toBe('I look.\n\nIt is **A**.\n')
  expect(err).toMatch(
    /^✻ Let me see\.\n● Read .*a\.txt ok\ndone · [\d.]+ s · 2 rounds · <\$0\.01 · --resume [\w-]+\n$/,
  )
  expect(code).toBe(0)
})

test('a failed tool says why', async () => {
  const failing = { tool: 'Read', input: { file_path: 'b.txt' }, fails: 'File does not exist.' }
  const { code, err } = await call(sim('go'), stage([[failing], [{ text: 'Gone.' }]]))
  expect(err).toMatch(/● Read .*b\.txt failed: File does not exist\./)
  expect(code).toBe(0)
})

test('an error result is told, with exit code 1', async () => {
  const refused = { error: { status: 400, message: 'no such thing' } }
  const { code, out, err } = await call(sim('go'), stage([[refused]]))
  expect(err).toMatch(/^error: API Error: 400 no such thing\nerror · /)
  expect({ code, out }).toEqual({ code: 1, out: '' })
})

test('a session that cannot be resumed is an error, and not offered again', async () => {
  const { code, err } = await call(sim('--resume', '00000000-0000-4000-8000-000000000000', 'go'))
  expect(err).toMatch(/^error: No conversation found with session ID: 0.*\nerror · [^-]*\n$/)
  expect(code).toBe(1)
})

describe('without a terminal', () => {
  test('piped stdin is the prompt', async () => {
    const { code, out } = await call(sim(), { ...stage([[{ text: 'Went.' }]]), input: 'please go\n' })
    expect({ code, out }).toEqual({ code: 0, out: 'Went.\n' })
  })

  test('what is piped in follows the prompt, and - stands for it', async () => {
    const staged = stage([[{ text: 'Went.' }]])
    const both = await call(sim('--json', 'please'), { ...staged, input: 'go\n' })
    expect(both.out).toContain('please\\ngo')
    const dash = await call(sim('-'), { ...staged, input: 'go' })
    expect(dash).toMatchObject({ code: 0, out: 'Went.\n' })
  })

  test.each([
    [['--json', '--output-format', 'json', 'go'], '--json excludes'],
    [['--json', '-p', 'go'], '--json excludes'],
    [['--fork-session', 'go'], '--fork-session needs a session to fork: --resume or --continue'],
    [['--session-id', 'x', 'go'], '--session-id must be a UUID'],
    [
      ['--max-turns', '-1', 'go'],
      '--max-turns is followed by another flag. A value that begins with a dash: --max-turns=-1',
    ],
    [['go', '--', '--add-dir', 'a', '--add-dir', 'b'], '--add-dir stands behind -- twice'],
  ])('%j is refused in the words of the command', async (args, words) => {
    const { code, out, err } = await call(sim(...args))
    expect({ code, out }).toEqual({ code: 2, out: '' })
    expect(err).toContain(words)
  })

  test('a pipe that nobody writes to and nobody closes does not keep it running', async () => {
    const { outcome } = start(sim('-p', 'go'), { ...stage([[{ text: 'Went.' }]]), input: null })
    expect(await outcome).toMatchObject({
      code: 0,
      out: 'Went.\n',
      err: expect.stringContaining('nothing came'),
    })
  })

  test('flags behind -- go to the CLI, and what is none is refused', async () => {
    const staged = stage([[{ text: 'Went.' }]])
    expect(await call(sim('go', '--', '--nosuch', 'x'), staged)).toMatchObject({
      code: 1,
      err: expect.stringContaining("unknown option '--nosuch"),
    })
    expect(await call(sim('go', '--', 'x'), staged)).toMatchObject({
      code: 2,
      err: expect.stringContaining("'x' behind --"),
    })
  })

  test.each([
    ['--output-format', 'xml', 'text, json or stream-json'],
    ['--max-turns', 'few', 'whole number'],
    ['--max-budget-usd', 'much', 'an amount such as 0.50'],
    ['--json-schema', '{', 'a JSON schema as text'],
  ])('%s %s is refused with what it takes', async (option, value, takes) => {
    expect(await call(sim(option, value, 'go'))).toMatchObject({
      code: 2,
      err: expect.stringContaining(takes),
    })
  })

  test('an empty prompt is refused', async () => {
    expect(await call(sim(), { input: ' \n' })).toMatchObject({
      code: 2,
      err: 'fairlead run: The prompt is empty. See `fairlead run --help`.\n',
    })
  })

  test('what needs approval is denied, and it says how to allow it', async () => {
    const { code, err } = await call(sim('go'), stage([[bash], [{ text: 'Without it.' }]]))
    expect(err).toContain('Bash needs approval, but nobody can be asked, so it was denied.')
    expect(err).toContain('--allow Bash')
    expect(err).toContain('● Bash make all failed')
    expect(code).toBe(5)
  })

  test.each([
    ['--allow', 'Bash(make *)'],
    ['--permission-mode', 'bypassPermissions'],
  ])('%s %s lets it pass', async (option, value) => {
    const at = stage([[bash], [{ text: 'Made.' }]])
    const env = { ...at.env, IS_SANDBOX: '1' }
    const { err } = await call(sim(option, value, 'go'), { ...at, env })
    expect(err).toContain('● Bash make all ok')
    expect(err).not.toContain('denied')
  })
})

test('--json prints the messages as lines', async () => {
  const { code, out, err } = await call(sim('--json', 'go'), stage([[{ text: 'Went.' }]]))
  const messages = out
    .trimEnd()
    .split('\n')
    .map((line) => JSON.parse(line) as { type: string; result?: string })
  expect(messages.map(({ type }) => type)).toEqual(expect.arrayContaining(['system', 'assistant', 'result']))
  expect(messages.find(({ type }) => type === 'result')?.result).toBe('Went.')
  expect({ code, err }).toEqual({ code: 0, err: '' })
})

test('--resume and --continue go on with a session', async () => {
  const at = stage([[{ text: 'Went.' }]])
  const first = await call(sim('go'), at)
  const id = /--resume ([\w-]+)/.exec(first.err)?.[1] as string
  for (const option of [['--resume', id], ['--continue']]) {
    const next = await call(sim(...option, 'go'), at)
    expect(next.err).toContain(`--resume ${id}`)
    expect(next.code).toBe(0)
  }
})

test('ctrl-c interrupts: exit code 130', async () => {
  const at = stage([[{ text: 'On my way. ' }, { delay: 60_000 }, { text: 'There.' }]])
  const running = start(sim('go'), { ...at, env: { ...at.env, FAIRLEAD_SIM_SPEED: '1' } })
  await running.printed('On my way')
  running.child.kill('SIGINT')
  const { code, err } = await running.outcome
  expect(err).toContain('Interrupting…')
  expect(err).toContain('interrupted · ')
  expect(code).toBe(130)
})

test('a second ctrl-c ends a CLI that does not react', async () => {
  const at = stage([[{ text: 'On my way. ' }, { fault: 'stall' }, { delay: 60_000 }, { text: 'There.' }]])
  const running = start(sim('go'), at)
  await running.printed('On my way')
  running.child.kill('SIGINT')
  await running.printed('Interrupting…')
  running.child.kill('SIGINT')
  expect((await running.outcome).code).toBe(130)
})

test('without a claude it says where it looked and offers the simulator', async () => {
  const { code, out, err } = await call(['run', 'hello'])
  expect({ code, out }).toEqual({ code: 1, out: '' })
  expect(err).toContain('Claude Code is not installed')
  expect(err).toContain('/nowhere/claude (PATH): does not exist')
  expect(err).toContain('fairlead run --agent sim')
})

test.each([
  [['--permission-mode', 'loose', 'x'], "'loose' is not a permission mode; there are default, acceptEdits,"],
  [
    ['--permission-mode', 'acceptedits', 'x'],
    "'acceptedits' is not a permission mode; did you mean acceptEdits?",
  ],
  [['--resume', 'a', '--continue', 'x'], '--resume and --continue cannot be combined'],
  [['--cwd', '/nowhere', 'x'], 'The working directory /nowhere does not exist.'],
  [['a', 'b'], "'b' is an unexpected argument"],
])('%j is refused with exit code 2', async (args, problem) => {
  const { code, out, err } = await call(sim(...args))
  expect({ code, out }).toEqual({ code: 2, out: '' })
  expect(err).toContain(problem)
})

describe('--scenario', () => {
  const JSON_TEXT = JSON.stringify({ scripts: [{ prompt: 'go', replies: [[{ text: 'Went.' }]] }] })
  const YAML_TEXT = 'scripts:\n  - prompt: go\n    replies: [[{ text: Went. }]]\n'
  test.each([
    ['s.json', [], JSON_TEXT],
    ['s.yaml', [], YAML_TEXT],
    ['a,b.yml', ['--agent', 'sim'], YAML_TEXT],
    ['s.yaml', ['--agent', simulator], YAML_TEXT],
  ])('%s is played, with %j', async (name, agent, text) => {
    const folder = freshFolder()
    writeFileSync(join(folder, name), text)
    const { code, out } = await call(['run', ...agent, '--scenario', name, 'go'], { folder })
    expect({ code, out }).toEqual({ code: 0, out: 'Went.\n' })
  })

  test('an agent other than the simulator asks a scripted model', async () => {
    const folder = freshFolder()
    const agent = join(folder, 'agent')
    const env = 'unset FAIRLEAD_SIM_SCENARIO; export FAIRLEAD_SIM_USE_API=1;'
    writeFileSync(agent, `#!/bin/sh\n${env} exec '${process.execPath}' '${simulator}' "$@"\n`)
    chmodSync(agent, 0o755)
    writeFileSync(join(folder, 's.yaml'), YAML_TEXT)
    const { code, out } = await call(['run', '--agent', agent, '-s', 's.yaml', 'go'], { folder })
    expect({ code, out }).toEqual({ code: 0, out: 'Went.\n' })
  })

  test.each([
    ['none.yaml', 'The scenario none.yaml cannot be read (ENOENT). See'],
    ['wrong.yaml', 'The scenario wrong.yaml:1:10: scripts: must be an array. See'],
    ['broken.json', 'The scenario broken.json:1:2: is no JSON: unexpected the end. See'],
  ])('%s is refused with exit code 2', async (name, problem) => {
    const folder = freshFolder()
    writeFileSync(join(folder, 'wrong.yaml'), 'scripts: {}\n')
    writeFileSync(join(folder, 'broken.json'), '{')
    const { code, out, err } = await call(['run', '--scenario', name, 'go'], { folder })
    expect({ code, out }).toEqual({ code: 2, out: '' })
    expect(err).toContain(problem)
  })
})

describe('tasks in the background', () => {
  const agent = { description: 'Look around', prompt: 'look', subagent_type: 'Explore' }
  const launch = [[{ tool: 'Agent', input: agent }], [{ text: 'It looks.' }]]

  /** The sub-agent is held until the model lets it go on; then this is what is said about it. */
  async function launched(last: Reply, ...args: string[]) {
    const scripts = [
      { prompt: 'look', replies: [[{ hold: 'look' }, { text: 'Found.' }]] },
      { prompt: 'go', replies: [...launch, last] },
    ]
    const model = await startModel({ scenario: { scripts } })
    onTestFinished(() => model.close())
    const running = start(sim('go', ...args), { env: { ...model.env, FAIRLEAD_SIM_USE_API: '1' } })
    return { running, model }
  }
  const NOTE = 'a task is running in the background (ctrl-c stops waiting): Look around\n'

  test('are waited for, with the turns that follow', async () => {
    const { running, model } = await launched([{ text: 'It has found something.' }])
    await running.printed(NOTE)
    model.release('look')
    const { code, out, err } = await running.outcome
    expect(out).toBe('It looks.\n\nIt has found something.\n')
    expect(err).toMatch(
      /^● Agent Look around in the background\na task is running .*\n● Agent Look around done\ndone · /,
    )
    expect(code).toBe(0)
  })

  test('a turn that follows and fails is a failure', async () => {
    const { running, model } = await launched([{ error: { status: 400, message: 'no such thing' } }])
    await running.printed(NOTE)
    model.release('look')
    const { code, err } = await running.outcome
    expect(err).toMatch(/\nerror: .*no such thing\nerror · /)
    expect(code).toBe(1)
  })

  test('--no-wait ends with the answer', async () => {
    const { running } = await launched([], '--no-wait')
    const { code, out, err } = await running.outcome
    expect({ code, out }).toEqual({ code: 0, out: 'It looks.\n' })
    expect(err).not.toContain('goes on')
  })

  test('ctrl-c ends the wait: exit code 130', async () => {
    const { running } = await launched([])
    await running.printed(NOTE)
    running.child.kill('SIGINT')
    const { code, err } = await running.outcome
    expect(err).toMatch(/\ninterrupted · .*--resume/)
    expect(code).toBe(130)
  })
})

test('a CLI that dies is an error of one line', async () => {
  const { code, err } = await call(sim('go'), stage([[{ text: 'Hm.' }, { fault: 'exit=7' }]]))
  expect(err).toMatch(/^fairlead run: the CLI \(2\.1\.325, .*main\.js\) exited with code 7$/m)
  expect(code).toBe(1)
})
