import { describe, expect, test } from 'vitest'
import { isHookInput } from './hook-shapes.ts'
import { isMcpServerConfig } from './mcp.ts'
import { isPermissionResult, isPermissionUpdate } from './permissions.ts'
import { AnyOf, type Check, mismatch, OneOf, Variants } from './shape.ts'
import { tester } from './tester.ts'
import { isToolInput } from './tools/tools.ts'

describe('mismatch', () => {
  const animals = new Variants('kind', 'closed', { cat: { lives: 'number' }, fish: {} })

  test.each<[unknown, Check]>([
    ['a', 'string'],
    [null, 'string|null'],
    [0, 'number'],
    [false, 'boolean'],
    [null, 'value'],
    [['a', 'b'], ['string']],
    [[], [{ deep: 'number' }]],
    [{ deep: { list: [{ n: 1 }] }, more: true }, { deep: { list: [{ n: 'number' }] } }],
    ['text', new AnyOf(['string', ['number']])],
    [[1], new AnyOf(['string', ['number']])],
    [{ kind: 'cat', lives: 9 }, animals],
    [{ kind: 'dragon' }, new Variants('kind', 'open', {})],
    ['b', new OneOf('a', 'b')],
  ])('%j passes', (value, check) => {
    expect(mismatch(value, check)).toBeUndefined()
    expect(tester(check)(value)).toBe(true)
  })

  test.each<[unknown, Check, string]>([
    [1, 'string', 'the value is a number, not a string'],
    [null, 'number', 'the value is null, not a number'],
    ['a', 'number|null', 'the value is a string, not a number or null'],
    [undefined, 'value', 'the value is missing'],
    [{}, { here: 'value' }, 'here is missing'],
    [['a', 2], ['string'], '[1] is a number, not a string'],
    [{ deep: { list: [{ n: 1 }, {}] } }, { deep: { list: [{ n: 'number' }] } }, 'deep.list[1].n is missing'],
    [{ list: {} }, { list: ['value'] }, 'list is an object, not an array'],
    [[], {}, 'the value is an array, not an object'],
    [
      [true],
      new AnyOf(['string', ['number']]),
      'the value is an array, not a string, and [0] is a boolean, not a number',
    ],
    [{ kind: 'cat' }, animals, 'lives is missing'],
    [{ kind: 'dragon' }, animals, 'kind "dragon" is not listed'],
    [{ kind: 'toString' }, animals, 'kind "toString" is not listed'],
    [{}, animals, 'kind is missing'],
    [{ at: 'c' }, { at: new OneOf('a', 'b') }, 'at is "c", not a or b'],
    [{ at: 1 }, { at: new OneOf('a', 'b') }, 'at is a number, not a string'],
  ])('%j does not pass, and the reason says where', (value, check, reason) => {
    expect(mismatch(value, check)).toBe(reason)
    expect(tester(check)(value)).toBe(false)
  })
})

describe('R-DECODE-21 narrowing functions look at every field that they promise', () => {
  const hook = { session_id: 's', transcript_path: '/t', cwd: '/c', hook_event_name: 'PreToolUse' }
  const cases: [string, (value: unknown) => boolean, object][] = [
    [
      'isToolInput',
      (value) => isToolInput('Edit', value),
      { file_path: '/a', old_string: 'b', new_string: 'c' },
    ],
    [
      'isHookInput',
      (value) => isHookInput('PreToolUse', value),
      { ...hook, tool_name: 'Bash', tool_input: { command: 'ls' } },
    ],
    ['isPermissionResult', isPermissionResult, { behavior: 'allow', updatedInput: {} }],
    [
      'isPermissionUpdate',
      isPermissionUpdate,
      { type: 'addRules', rules: [{ toolName: 'Bash' }], behavior: 'allow', destination: 'session' },
    ],
    ['isMcpServerConfig', isMcpServerConfig, { type: 'http', url: 'http://localhost' }],
  ]
  test.each(cases)('%s', (_, narrows, value) => {
    expect(narrows(value)).toBe(true)
    for (const field of Object.keys(value)) {
      expect(narrows({ ...value, [field]: 7 })).toBe(false)
      expect(narrows({ ...value, [field]: undefined })).toBe(false)
    }
    for (const other of [null, undefined, 'text', 7, [value]]) expect(narrows(other)).toBe(false)
  })
})
