import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { call, freshFolder, start } from './fairlead.ts'

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
    /^✻ Let me see\.\n● Read .*a\.txt ok\ndone · [\d.]+ s · 2 rounds · \$\d\.\d{4} · --resume [\w-]+\n$/,
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
  const { code, err } = await call(sim('go'), stage([[refused]]))
  expect(err).toContain('error: ')
  expect(err).toContain('no such thing')
  expect(code).toBe(1)
})

describe('without a terminal', () => {
  test('piped stdin is the prompt', async () => {
    const { code, out } = await call(sim(), { ...stage([[{ text: 'Went.' }]]), input: 'please go\n' })
    expect({ code, out }).toEqual({ code: 0, out: 'Went.\n' })
  })

  test('an empty prompt is refused', async () => {
    expect(await call(sim(), { input: ' \n' })).toMatchObject({
      code: 2,
      err: 'fairlead run: The prompt is empty. See `fairlead run --help`.\n',
    })
  })

  test('what needs approval is denied, and it says how to allow it', async () => {
    const { code, err } = await call(sim('go'), stage([[bash], [{ text: 'Without it.' }]]))
    expect(err).toContain('Bash needs approval, and there is no terminal to ask in: denied.')
    expect(err).toContain('--allow Bash')
    expect(err).toContain('● Bash make all failed')
    expect(code).toBe(0)
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
  expect(err).toContain('interrupting')
  expect(err).toContain('interrupted · ')
  expect(code).toBe(130)
})

test('a second ctrl-c ends a CLI that does not react', async () => {
  const at = stage([[{ text: 'On my way. ' }, { fault: 'stall' }, { delay: 60_000 }, { text: 'There.' }]])
  const running = start(sim('go'), at)
  await running.printed('On my way')
  running.child.kill('SIGINT')
  await running.printed('interrupting')
  running.child.kill('SIGINT')
  expect((await running.outcome).code).toBe(130)
}, 20_000)

test('without a claude it says where it looked and offers the simulator', async () => {
  const { code, out, err } = await call(['run', 'hello'])
  expect({ code, out }).toEqual({ code: 1, out: '' })
  expect(err).toContain('No claude was found')
  expect(err).toContain('/nowhere/claude (PATH): does not exist')
  expect(err).toContain('fairlead run --agent sim')
})

test.each([
  [['--permission-mode', 'loose', 'x'], "'loose' is no permission mode"],
  [['--resume', 'a', '--continue', 'x'], '--resume and --continue exclude each other'],
  [['--cwd', '/nowhere', 'x'], 'The working directory /nowhere does not exist.'],
  [['a', 'b'], "'b' is one argument too many"],
])('%j is refused with exit code 2', async (args, problem) => {
  const { code, out, err } = await call(sim(...args))
  expect({ code, out }).toEqual({ code: 2, out: '' })
  expect(err).toContain(problem)
})

test('a CLI that dies is an error of one line', async () => {
  const { code, err } = await call(sim('go'), stage([[{ text: 'Hm.' }, { fault: 'exit=7' }]]))
  expect(err).toContain('fairlead run: the CLI exited with code 7')
  expect(code).toBe(1)
})
