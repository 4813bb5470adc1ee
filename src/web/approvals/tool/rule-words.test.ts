import { expect, test } from 'vitest'
import type { PermissionUpdate } from '../../../protocol/permissions.ts'
import { titleOf } from '../request.ts'
import { firstChoice, placeWords, suggestionsIn, updateWords } from './rule-words.ts'

const rule: PermissionUpdate = {
  type: 'addRules',
  rules: [{ toolName: 'Bash', ruleContent: 'npm test:*' }, { toolName: 'Read' }],
  behavior: 'allow',
  destination: 'localSettings',
}
const mode: PermissionUpdate = { type: 'setMode', mode: 'acceptEdits', destination: 'session' }
const folders: PermissionUpdate = { type: 'addDirectories', directories: ['/srv'], destination: 'session' }

test('what is remembered, and where', () => {
  expect(updateWords(rule)).toBe('Always allow Bash(npm test:*), Read')
  expect(placeWords(rule)).toContain('.claude/settings.local.json')
  expect(updateWords(mode)).toBe('Switch the session to “Accept edits”')
  expect(placeWords(mode)).toContain('nothing is saved')
  expect(updateWords(folders)).toBe('Let it work in /srv too')
  expect(updateWords({ type: 'later' } as unknown as PermissionUpdate)).toBe('{"type":"later"}')
})

test('a suggestion keeps its position; what is none is left out; a change of mode is not chosen beside rules', () => {
  const suggestions = suggestionsIn({ permission_suggestions: [mode, 'nonsense', rule] })
  expect(suggestions.map(({ index }) => index)).toEqual([0, 2])
  expect(firstChoice(suggestions)).toEqual([2])
  expect(firstChoice(suggestions.slice(0, 1))).toEqual([0])
  expect(suggestionsIn({ permission_suggestions: [rule], suppress_always_allow_rule: true })).toEqual([])
  expect(suggestionsIn({})).toEqual([])
})

test('R-SEC-3 what is not seen in a rule, or in the title of a request, is written out', () => {
  const rule = {
    type: 'addRules',
    behavior: 'allow',
    rules: [{ toolName: 'Bash', ruleContent: 'ls \u202e\u00ad*' }],
    destination: 'session',
  } as const
  expect(updateWords(rule as never)).toBe('Always allow Bash(ls \\u{202e}\\u{ad}*)')
  const folders = { type: 'addDirectories', directories: ['/a\u3164'], destination: 'session' }
  expect(updateWords(folders as never)).toBe('Let it work in /a\\u{3164} too')
  expect(titleOf({ kind: 'tool', request: { title: 'Run \u061cls' } } as never)).toBe('Run \\u{61c}ls')
})
