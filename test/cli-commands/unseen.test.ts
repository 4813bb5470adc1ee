// What an agent says, printed by the built command: nothing that is not seen, or turns other text around, gets through.
import { mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { simulatorEnv } from '../host/stage.ts'
import { start } from './fairlead.ts'
import { HostStage } from './host-stage.ts'

/** Direction, no width, soft hyphen, fillers, tags, a selector, C1: CSI, and an escape that erases the line. */
const TRICKS = '\u202e\u2066\u061c\u200b\u00ad\u3164\u2800\u{e0041}\ufe0f\u009b2K\u0085\u001b[2K'
const COMMAND = `touch a${TRICKS}b`
// biome-ignore lint/suspicious/noControlCharactersInRegex: these are what is looked for
const HIDDEN = /[\x1b\x7f-\x9f\u00ad\u061c\u200b\u202e\u2066\u2800\u3164\u{e0041}]|\ufe0f/u

let stage: HostStage
beforeAll(async () => {
  stage = await HostStage.open()
  const { cwd, api } = stage.daemon
  const scenario = join(cwd, 'scenario.json')
  const scripts = [
    {
      prompt: 'go',
      replies: [
        [{ text: `look ${TRICKS}` }, { tool: 'Bash', input: { command: COMMAND } }],
        [{ text: `done ${TRICKS}` }],
      ],
    },
  ]
  writeFileSync(scenario, JSON.stringify({ scripts }))
  const home = join(cwd, 'home')
  mkdirSync(home)
  const { agents } = await api.call('getAgents', {})
  const [first] = agents
  const agent = {
    name: 'hostile',
    command: first?.command ?? '',
    args: [],
    env: { ...simulatorEnv(home), FAIRLEAD_SIM_SCENARIO: scenario },
  }
  await api.call('putAgents', { body: { agents: [agent], default: 'hostile' } })
})
afterAll(() => stage.close())

const fairlead = async (...args: string[]) => {
  const outcome = await start(args, { env: { FAIRLEAD_HOME: stage.daemon.folder } }).outcome
  expect(outcome.code).toBe(0)
  expect(outcome.out + outcome.err).not.toMatch(HIDDEN)
  return outcome
}
const asked = async (title: string) => {
  const session = await stage.session('go', '--title', title)
  return { session, approval: (await stage.asked(session)).id }
}

test.each(['approve', 'deny'])('fairlead %s shows all of a command', async (command) => {
  const { approval } = await asked(`a ${command} \u202etitle`)
  const list = await fairlead(command)
  expect(list.out).toContain(String.raw`\u{202e}`)
  const { err, out } = await fairlead(command, approval)
  expect(err).toContain(
    String.raw`command: touch a\u{202e}\u{2066}\u{61c}\u{200b}\u{ad}\u{3164}\u{2800}\u{e0041}\u{fe0f}\u{9b}2K\u{85}\u{1b}[2Kb`,
  )
  expect(out).toContain(String.raw`touch a\u{202e}`)
})

test('events, ls, search and export hide nothing either', async () => {
  const { session } = await asked('another \u202etitle')
  expect((await fairlead('events', session)).out).toContain(String.raw`\u{202e}`)
  await fairlead('ls')
  await fairlead('search', 'look')
  for (const format of ['markdown', 'text']) await fairlead('export', session, '--format', format)
})

test('with --json such characters are escaped, and mean the same', async () => {
  const { session, approval } = await asked('the last \u009btitle')
  const parsed = async (...args: string[]) =>
    (await fairlead(...args, '--json')).out
      .split('\n')
      .filter(Boolean)
      .map((line) => JSON.parse(line))
  const [found] = (await parsed('approve')).filter(({ id }) => id === approval)
  expect(found).toMatchObject({
    request: { input: { command: COMMAND } },
    sessionTitle: 'the last \u009btitle',
  })
  const events = await parsed('events', session)
  expect(JSON.stringify(events)).toContain(JSON.stringify(COMMAND).slice(1, -1))
  expect((await fairlead('events', session, '--json')).out).toContain(String.raw`\u009b2K\u0085\u001b[2K`)
  expect((await parsed('ls')).length).toBeGreaterThan(0)
})
