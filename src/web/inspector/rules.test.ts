import { expect, test } from 'vitest'
import type { ClosedApproval } from '../../state/approvals/approvals.ts'
import { remembered, rulesIn } from './rules.ts'

test('listed rules come as texts or in parts', () => {
  const rules = [
    { behavior: 'allow', source: 'localSettings', rule: 'Bash(npm test)' },
    { behavior: 'deny', toolName: 'Read', ruleContent: '.env' },
    { behavior: 'ask', toolName: 'WebFetch' },
  ]
  expect(rulesIn({ rules }, { permissions: { allow: ['Edit'] } })).toEqual([
    { behavior: 'allow', source: 'localSettings', rule: 'Bash(npm test)' },
    { behavior: 'deny', source: '', rule: 'Read(.env)' },
    { behavior: 'ask', source: '', rule: 'WebFetch' },
  ])
})

test('a CLI that lists none tells them with its settings, denials first', () => {
  expect(rulesIn(undefined, { permissions: { allow: ['Edit', 7], deny: ['Bash'] } })).toEqual([
    { behavior: 'deny', rule: 'Bash', source: 'settings' },
    { behavior: 'allow', rule: 'Edit', source: 'settings' },
  ])
  expect(rulesIn(undefined, undefined)).toEqual([])
})

test('what was to be remembered, the latest first', () => {
  const update = (toolName: string) => ({
    type: 'addRules' as const,
    rules: [{ toolName }],
    behavior: 'allow' as const,
    destination: 'session' as const,
  })
  const answered = (at: number, names: string[]) =>
    ({
      status: 'answered',
      answer: { decision: 'allowed', at, by: 'Ada', remember: names.map(update) },
    }) as unknown as ClosedApproval
  const withdrawn = { status: 'withdrawn' } as ClosedApproval
  const found = remembered([answered(1, ['Edit']), withdrawn, answered(2, ['Bash', 'Read'])])
  expect(
    found.map(({ at, by, update: it }) => [at, by, JSON.stringify(it).match(/Edit|Bash|Read/)?.[0]]),
  ).toEqual([
    [2, 'Ada', 'Read'],
    [2, 'Ada', 'Bash'],
    [1, 'Ada', 'Edit'],
  ])
})
