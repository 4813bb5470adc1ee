import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { OFFERS } from '../../src/simulator/scenarios/index.ts'
import { freshFolder } from './fairlead.ts'
import { CTRL_C, CTRL_D, Terminal } from './terminal.ts'

const PROMPT = '\n> '

/** A terminal in which this scenario is played, at the first prompt. */
async function opened(scripts: object[], args: string[] = []) {
  const file = join(freshFolder(), 'scenario.json')
  writeFileSync(file, JSON.stringify({ scripts }))
  const terminal = new Terminal(['run', '--scenario', file, ...args])
  const shown = await terminal.until(PROMPT)
  return { terminal, shown }
}
const say = (prompt: string, text: string) => ({ prompt, replies: [[{ text }]] })

describe.each(['try', 'run --agent sim'])('fairlead %s in a terminal', (command) => {
  test('tells what to try, runs prompt after prompt, and leaves with ctrl-d', async () => {
    const terminal = new Terminal(command.split(' '))
    const shown = await terminal.until(PROMPT)
    if (command === 'try') expect(shown).toMatch(/^fairlead \d/)
    for (const [prompt] of OFFERS) expect(shown).toContain(`  ${prompt}  `)
    terminal.type('good morning\r')
    expect(await terminal.until(PROMPT)).toContain('I am the Fairlead simulator')
    terminal.type('fix the bug\r')
    for (const _ of ['Bash', 'Edit', 'Bash']) {
      await terminal.until('[?] ')
      terminal.type('y\r')
    }
    const turn = await terminal.until(PROMPT)
    expect(turn).toContain('With `<` the test passes.')
    expect(turn).toMatch(/\ndone · [\d.]+ s · 6 rounds · \$\d/)
    terminal.type(CTRL_D)
    expect(await terminal.code).toBe(0)
    expect(terminal.shown).toMatch(/^\nTo continue: fairlead run --agent sim --resume [\w-]+\n$/)
  })
})

describe('run -p in a terminal', () => {
  test.each([['-p'], ['--output-format=json']])('with %s needs a prompt', async (flag) => {
    const terminal = new Terminal(['run', '--agent', 'sim', flag])
    expect(await terminal.code).toBe(2)
    expect(terminal.shown).toContain('need a prompt: as an argument, or from stdin')
  })

  test('asks for no approval', async () => {
    const terminal = new Terminal(['run', '--agent', 'sim', '-p', 'fix the bug'])
    expect(await terminal.code).toBe(5)
    expect(terminal.shown).toContain('needs approval, and nobody can be asked: denied.')
  })
})

test.each([
  ['ctrl-c', CTRL_C],
  ['/exit', '/exit\r'],
])('%s at the prompt leaves', async (_, keys) => {
  const { terminal } = await opened([])
  terminal.type(keys)
  expect(await terminal.code).toBe(0)
})

test('a signal at the prompt leaves', async () => {
  const { terminal } = await opened([])
  terminal.signal()
  expect(await terminal.code).toBe(0)
})

test('an empty line asks again', async () => {
  const { terminal } = await opened([say('go', 'Went.')])
  terminal.type('\r')
  await terminal.until('> ')
  terminal.type('go\r')
  expect(await terminal.until(PROMPT)).toContain('Went.')
})

test('the arrow keys bring earlier prompts back', async () => {
  const { terminal } = await opened([say('first', 'One.'), say('second', 'Two.')])
  for (const prompt of ['first', 'second']) {
    terminal.type(`${prompt}\r`)
    await terminal.until(PROMPT)
  }
  terminal.type('\x1b[A\x1b[A\r')
  expect(await terminal.until(PROMPT)).toContain('One.')
})

test('ctrl-c interrupts the turn, and the next prompt runs', async () => {
  const stuck = { prompt: 'wait', replies: [[{ text: 'I wait. ' }, { hold: 'never' }]] }
  const { terminal } = await opened([stuck, say('go', 'Went.')])
  terminal.type('wait\r')
  await terminal.until('I wait.')
  terminal.type(CTRL_C)
  expect(await terminal.until(PROMPT)).toMatch(/interrupting .*\ninterrupted · /)
  terminal.type('go\r')
  expect(await terminal.until(PROMPT)).toContain('Went.')
  terminal.type(CTRL_C)
  expect(await terminal.code).toBe(0)
})

test('tasks in the background are waited for, and ctrl-c ends them', async () => {
  const agent = { description: 'Look around', prompt: 'look', subagent_type: 'Explore' }
  const { terminal } = await opened([
    { prompt: 'look', replies: [[{ hold: 'never' }]] },
    { prompt: 'go', replies: [[{ tool: 'Agent', input: agent, run: true }], [{ text: 'It looks.' }]] },
    say('again', 'Here.'),
  ])
  terminal.type('go\r')
  await terminal.until('a task is running in the background (ctrl-c stops waiting): Look around\n')
  terminal.type(CTRL_C)
  expect(await terminal.until(PROMPT)).toContain('● Agent Look around stopped\ninterrupted · ')
  terminal.type('again\r')
  expect(await terminal.until(PROMPT)).toContain('Here.')
})

test('a CLI that ends by itself ends it, with what it said', async () => {
  const { terminal } = await opened([{ prompt: 'go', replies: [[{ fault: 'exit=7' }]] }])
  terminal.type('go\r')
  expect(await terminal.code).toBe(1)
  expect(terminal.shown).toMatch(/fairlead run: the CLI \(.+\) exited with code 7/)
})

test('a failed turn is told, and leaving is still no failure', async () => {
  const { terminal } = await opened([
    { prompt: 'go', replies: [[{ error: { status: 400, message: 'no such thing' } }]] },
  ])
  terminal.type('go\r')
  expect(await terminal.until(PROMPT)).toContain('no such thing')
  terminal.type(CTRL_D)
  expect(await terminal.code).toBe(0)
})
