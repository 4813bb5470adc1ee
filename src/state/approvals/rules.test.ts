import { expect, test } from 'vitest'
import type { PermissionUpdate } from '../../protocol/permissions.ts'
import { defaultSuggestions, describeRule, suggestionsOf } from './rules.ts'

const rule: PermissionUpdate = {
  type: 'addRules',
  rules: [{ toolName: 'Bash', ruleContent: 'npm test:*' }, { toolName: 'Read' }],
  behavior: 'allow',
  destination: 'localSettings',
}
const mode: PermissionUpdate = { type: 'setMode', mode: 'acceptEdits', destination: 'session' }
const folders: PermissionUpdate = { type: 'addDirectories', directories: ['/srv'], destination: 'session' }

test.each<[PermissionUpdate, string, string]>([
  [rule, 'Always allow Bash(npm test:*), Read', '.claude/settings.local.json'],
  [
    { ...rule, behavior: 'deny', destination: 'userSettings' },
    'Always deny Bash(',
    '~/.claude/settings.json',
  ],
  [
    { ...rule, type: 'replaceRules', destination: 'projectSettings' },
    'Always allow only Bash(',
    '.claude/settings.json',
  ],
  [{ ...rule, type: 'removeRules', destination: 'cliArg' }, 'Remove the rule Bash(', 'command line'],
  [mode, 'Switch the session to “Accept edits”', 'nothing is saved'],
  [{ ...mode, mode: 'constructor' }, 'Switch the session to “constructor”', 'nothing is saved'],
  [folders, 'Let it work in /srv too', 'nothing is saved'],
  [{ ...folders, type: 'removeDirectories' }, 'No longer let it work in /srv', 'nothing is saved'],
  [{ type: 'later' } as unknown as PermissionUpdate, '{"type":"later"}', 'the CLI decides'],
  [
    { type: 'later', destination: 'toString' } as unknown as PermissionUpdate,
    '{"type":"later"',
    'saved in toString',
  ],
])('%j', (update, effect, place) => {
  const described = describeRule(update)
  expect(described.effect).toContain(effect)
  expect(described.place).toContain(place)
})

test('a suggestion keeps its position; what is none is left out; a change of mode is not chosen beside rules', () => {
  const suggestions = suggestionsOf({
    permission_suggestions: [mode, 'nonsense', { type: 'addRules' }, rule],
  })
  expect(suggestions.map(({ index }) => index)).toEqual([0, 3])
  expect(defaultSuggestions(suggestions)).toEqual([{ index: 3, update: rule }])
  expect(defaultSuggestions(suggestions.slice(0, 1))).toEqual([{ index: 0, update: mode }])
})

test.each([
  [{}],
  [{ permission_suggestions: 'Bash' }],
  [{ permission_suggestions: null }],
  [{ permission_suggestions: [rule], suppress_always_allow_rule: true }],
])('%j offers nothing', (request) => {
  expect(suggestionsOf(request)).toEqual([])
})

test('R-SEC-3 what is not seen in a rule is written out', () => {
  const hidden = {
    ...rule,
    rules: [{ toolName: 'Bash', ruleContent: 'ls \u202e\u00ad*' }],
  } as PermissionUpdate
  expect(describeRule(hidden).effect).toBe('Always allow Bash(ls \\u{202e}\\u{ad}*)')
  expect(describeRule({ ...folders, directories: ['/a\u3164'] } as PermissionUpdate).effect).toBe(
    'Let it work in /a\\u{3164} too',
  )
})
