import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { describe, expect, onTestFinished, test } from 'vitest'
import { startModel } from './index.ts'
import type { Scenario } from './scenario.ts'
import { parseScenario, readScenarioFile, ScenarioFileError } from './scenario-file.ts'

const SCENARIO: Scenario = {
  scripts: [
    { prompt: { pattern: '^go' }, replies: [[{ tool: 'Bash', input: { command: 'ls' }, run: true }], []] },
  ],
  otherwise: [{ text: 'No.' }],
}
const YAML = `scripts:
  - prompt: { pattern: ^go }
    replies:
      - - { tool: Bash, input: { command: ls }, run: true }
      - []
otherwise:
  - text: "No."
`

function fileWith(name: string, text: string): string {
  const folder = mkdtempSync(join(tmpdir(), 'fairlead-scenario-'))
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }))
  writeFileSync(join(folder, name), text)
  return join(folder, name)
}

test.each([
  ['s.json', JSON.stringify(SCENARIO)],
  ['s.json', `\uFEFF${JSON.stringify(SCENARIO)}\n`],
  ['s.yaml', YAML],
  ['S.YML', YAML],
  ['s.yaml', JSON.stringify(SCENARIO)],
])('%s holds the scenario', (name, text) => {
  expect(readScenarioFile(fileWith(name, text))).toEqual(SCENARIO)
})

describe('what is wrong is told with the file, the line, the column and the path', () => {
  test.each([
    ['s.json', '{\n "scripts": [{ "prompt": 7 }]\n}', 's.json:2:26: scripts[0].prompt: must be a string or'],
    ['s.yaml', 'scripts:\n  - prompt: 7\n', 's.yaml:2:13: scripts[0].prompt: must be a string or'],
    ['s.yaml', 'scripts:\n  - prompt: x\n', 's.yaml:2:5: scripts[0].replies: must be an array'],
    [
      's.yml',
      'scripts: []\nfaults:\n  - stall\n  - gremlins\n',
      's.yml:4:5: faults[1]: there is no fault "gremlins"',
    ],
    ['s.yaml', '# nothing\n', 's.yaml:1:1: scenario: must be an object'],
    ['s.json', '{"scripts": [', 's.json:1:14: is no JSON: unexpected the end'],
    [
      's.yaml',
      'scripts: []\nscripts: []\n',
      's.yaml:2:1: is no YAML for a scenario: Map keys must be unique',
    ],
  ])('%s %j', (name, text, message) => {
    expect(() => parseScenario(text, name)).toThrow(ScenarioFileError)
    expect(() => parseScenario(text, name)).toThrow(message)
  })

  test('a file that is not there', () => {
    expect(() => readScenarioFile('/nowhere/s.yaml')).toThrow(
      new ScenarioFileError('/nowhere/s.yaml', 'cannot be read (ENOENT)'),
    )
  })
})

test.each(['s.json', 's.yaml'])('startModel() plays %s', async (name) => {
  const file = fileWith(name, name.endsWith('yaml') ? YAML : JSON.stringify(SCENARIO))
  const model = await startModel({ scenario: file })
  onTestFinished(() => model.close())
  const body = { model: 'm', messages: [{ role: 'user', content: 'hello' }], tools: [{ name: 'Bash' }] }
  const ask = () => fetch(`${model.url}/v1/messages`, { method: 'POST', body: JSON.stringify(body) })
  expect(await (await ask()).json()).toMatchObject({ content: [{ type: 'text', text: 'No.' }] })
  expect(() => model.use('/nowhere/s.yaml')).toThrow(ScenarioFileError)
})
