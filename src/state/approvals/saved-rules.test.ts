import { expect, test } from 'vitest'
import { allowRules, offeredRules, parseRule, settingsWith } from './saved-rules.ts'

test.each<[string, object | undefined]>([
  ['Bash(npm test:*)', { toolName: 'Bash', ruleContent: 'npm test:*' }],
  [' Bash(echo "(a)") ', { toolName: 'Bash', ruleContent: 'echo "(a)"' }],
  ['mcp__desk__pay', { toolName: 'mcp__desk__pay' }],
  ['', undefined],
  ['Bash()', undefined],
  ['Bash(npm', undefined],
  ['not a rule', undefined],
])('%j is read as a rule', (text, rule) => {
  expect(parseRule(text)).toEqual(rule)
})

test('each rule that the CLI offers stands alone; where it would be saved is kept', () => {
  const update = (destination: 'localSettings' | 'userSettings') =>
    allowRules([{ toolName: 'Bash', ruleContent: 'a' }, { toolName: 'Read' }], destination as 'localSettings')
  const mode = { type: 'setMode', mode: 'acceptEdits', destination: 'session' } as const
  expect(
    offeredRules([
      { index: 0, update: mode },
      { index: 1, update: update('localSettings') },
    ]),
  ).toEqual({ rules: ['Bash(a)', 'Read'], place: 'localSettings' })
  expect(offeredRules([{ index: 0, update: update('userSettings') }]).place).toBe('session')
  expect(offeredRules([])).toEqual({ rules: [], place: 'session' })
})

test('a settings file keeps what it has, and gets each rule once', () => {
  const rules = [{ toolName: 'Bash', ruleContent: 'a' }, { toolName: 'Read' }]
  const before = JSON.stringify({ model: 'x', permissions: { deny: ['B'], allow: ['Read'] } })
  expect(JSON.parse(settingsWith(before, rules) ?? '')).toEqual({
    model: 'x',
    permissions: { deny: ['B'], allow: ['Read', 'Bash(a)'] },
  })
  expect(settingsWith('', rules)).toContain('"Bash(a)"')
  expect(settingsWith('{"permissions": 3}', rules)).toContain('"Read"')
  for (const text of ['[]', '{', 'x']) expect(settingsWith(text, rules)).toBeUndefined()
})
