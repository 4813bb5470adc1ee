// Permission modes, results and updates.
import { describe, expect, expectTypeOf, test } from 'vitest'
import {
  type AddDirectories,
  type AddRules,
  type CanUseToolRequest,
  type DecisionClassification,
  isPermissionMode,
  isPermissionResult,
  isPermissionUpdate,
  PERMISSION_DESTINATIONS,
  PERMISSION_MODES,
  type PermissionAllow,
  type PermissionBehavior,
  type PermissionDeny,
  type PermissionMode,
  type PermissionResult,
  type PermissionRule,
  type PermissionUpdate,
  type RemoveDirectories,
  type RemoveRules,
  type ReplaceRules,
  type SetMode,
} from '../../src/protocol/index.ts'
import { type Example, expectExample, type Needed } from './example.ts'
import { hostAsks, stdin, stdout } from './wire.ts'

/** A result narrows, and goes to the CLI as it is. */
function result<T extends PermissionResult>(title: string, example: Example<T>): void {
  test(title, () => {
    expectExample(isPermissionResult, example)
    const response = { subtype: 'success', request_id: 'req_17', response: example.all }
    expect(stdin({ type: 'control_response', response })).toBe(true)
  })
}
/** An update narrows, and is a suggestion as it is. */
function update<T extends PermissionUpdate>(title: string, example: Example<T>): void {
  test(title, () => {
    expectExample(isPermissionUpdate, example)
    expectSuggested([example.all])
  })
}
function expectSuggested(permission_suggestions: PermissionUpdate[]): void {
  const request: CanUseToolRequest = {
    subtype: 'can_use_tool',
    tool_name: 'Bash',
    input: { command: 'npm test' },
    permission_suggestions,
  }
  expect(stdout({ type: 'control_request', request_id: 'req_17', request })).toBe(true)
}

describe('modes', () => {
  const current = ['default', 'acceptEdits', 'bypassPermissions', 'plan', 'dontAsk', 'auto'] as const
  test.each(current)('R-PERM-1 %s is a mode', (mode) => {
    expect(isPermissionMode(mode)).toBe(true)
  })
  hostAsks('R-PERM-1 a session can be put into each mode', 'set_permission_mode', {
    all: { mode: 'default' },
    needs: ['mode'],
    values: { mode: [...current] },
  })

  test.each(['delegate', 'manual'] as const)('R-PERM-2 %s is known as well', (mode) => {
    expect(isPermissionMode(mode)).toBe(true)
    expectTypeOf(mode).toExtend<PermissionMode>()
  })
  test('R-PERM-1 R-PERM-2 there are no others', () => {
    expect([...PERMISSION_MODES].sort()).toEqual([...current, 'delegate', 'manual'].sort())
  })

  test.each(['ofTomorrow', ''])('R-PERM-3 the mode "%s", not known, stays the string that it was', (mode) => {
    expect(isPermissionMode(mode)).toBe(false)
    const init = { session_id: 's', cwd: '/home/ada', model: 'm', tools: [], permissionMode: mode }
    expect(stdout({ type: 'system', subtype: 'init', ...init })).toBe(true)
    expect(stdout({ type: 'system', subtype: 'status', status: null, permissionMode: mode })).toBe(true)
    expectSuggested([{ type: 'setMode', mode, destination: 'session' }])
  })
})

describe('results', () => {
  test('R-PERM-4 a behaviour is allow, deny or ask', () => {
    expectTypeOf<PermissionBehavior>().toEqualTypeOf<'allow' | 'deny' | 'ask'>()
    for (const behavior of ['allow', 'deny', 'ask'] as const) {
      expectSuggested([{ type: 'addRules', rules: [{ toolName: 'Bash' }], behavior, destination: 'session' }])
    }
  })

  const allow: PermissionAllow = {
    behavior: 'allow',
    updatedInput: { command: 'npm test' },
    updatedPermissions: [{ type: 'setMode', mode: 'acceptEdits', destination: 'session' }],
    toolUseID: 'toolu_01Kq',
    decisionClassification: 'user_temporary',
  }
  const deny: PermissionDeny = {
    behavior: 'deny',
    message: 'Not on a Friday',
    interrupt: true,
    toolUseID: 'toolu_01Kq',
    decisionClassification: 'user_reject',
  }
  result<PermissionAllow>('R-PERM-5 an allow has the input', {
    all: allow,
    needs: ['behavior', 'updatedInput'],
  })
  result<PermissionDeny>('R-PERM-6 a deny has a message', { all: deny, needs: ['behavior', 'message'] })
  test('R-PERM-5 R-PERM-6 there is no third result', () => {
    expect(isPermissionResult({ behavior: 'ask', message: 'Really?', updatedInput: {} })).toBe(false)
  })

  result<PermissionAllow>('R-PERM-7 an allow is temporary or permanent', {
    all: allow,
    needs: ['behavior', 'updatedInput'],
    values: { decisionClassification: ['user_temporary', 'user_permanent'] },
  })
  result<PermissionDeny>('R-PERM-7 a deny is a rejection', {
    all: deny,
    needs: ['behavior', 'message'],
    values: { decisionClassification: ['user_reject'] },
  })
  test('R-PERM-7 there is no fourth class', () => {
    type Classes = 'user_temporary' | 'user_permanent' | 'user_reject'
    expectTypeOf<DecisionClassification>().toEqualTypeOf<Classes>()
  })

  test('R-PERM-15 an allow has no applyPermissionSuggestion', () => {
    expectTypeOf<PermissionAllow>().not.toHaveProperty('applyPermissionSuggestion')
    expectTypeOf<PermissionAllow>().toHaveProperty('updatedPermissions')
  })
})

describe('updates', () => {
  const rules: PermissionRule[] = [{ toolName: 'Bash', ruleContent: 'npm test:*' }, { toolName: 'Read' }]
  const rulesNeed = ['type', 'rules', 'behavior', 'destination']
  update<AddRules>('R-PERM-8 addRules has rules, behavior and destination', {
    all: { type: 'addRules', rules, behavior: 'allow', destination: 'localSettings' },
    needs: rulesNeed,
  })
  update<ReplaceRules>('R-PERM-8 replaceRules has rules, behavior and destination', {
    all: { type: 'replaceRules', rules, behavior: 'deny', destination: 'userSettings' },
    needs: rulesNeed,
  })
  update<RemoveRules>('R-PERM-8 removeRules has rules, behavior and destination', {
    all: { type: 'removeRules', rules, behavior: 'ask', destination: 'session' },
    needs: rulesNeed,
  })

  update<AddRules>('R-PERM-9 a rule has toolName, and may have ruleContent', {
    all: { type: 'addRules', rules, behavior: 'allow', destination: 'session' },
    needs: ['type', 'rules[0].toolName', 'behavior', 'destination'],
  })
  test('R-PERM-9 it needs no more', () => {
    expectTypeOf<Needed<PermissionRule>>().toEqualTypeOf<'toolName'>()
  })

  update<SetMode>('R-PERM-10 setMode has mode and destination', {
    all: { type: 'setMode', mode: 'acceptEdits', destination: 'session' },
    needs: ['type', 'mode', 'destination'],
  })

  const directories = ['/home/ada/notes']
  update<AddDirectories>('R-PERM-11 addDirectories has directories and destination', {
    all: { type: 'addDirectories', directories, destination: 'session' },
    needs: ['type', 'directories[0]', 'destination'],
  })
  update<RemoveDirectories>('R-PERM-11 removeDirectories has directories and destination', {
    all: { type: 'removeDirectories', directories, destination: 'session' },
    needs: ['type', 'directories[0]', 'destination'],
  })

  update<SetMode>('R-PERM-12 an update goes to one of five destinations', {
    all: { type: 'setMode', mode: 'plan', destination: 'session' },
    needs: ['type', 'mode', 'destination'],
    values: { destination: [...PERMISSION_DESTINATIONS] },
  })
  test('R-PERM-12 these five', () => {
    expect(PERMISSION_DESTINATIONS).toEqual([
      'userSettings',
      'projectSettings',
      'localSettings',
      'session',
      'cliArg',
    ])
  })

  const several: PermissionUpdate[] = [
    { type: 'addRules', rules, behavior: 'allow', destination: 'localSettings' },
    { type: 'addDirectories', directories, destination: 'session' },
    { type: 'setMode', mode: 'acceptEdits', destination: 'session' },
  ]
  test('R-PERM-13 one request may suggest updates of several kinds', () => {
    expect(several.every(isPermissionUpdate)).toBe(true)
    expectSuggested(several)
  })

  test('R-PERM-14 an update of a kind that is not known stays in its place', () => {
    const unknown: unknown = { type: 'lendKeys', keys: ['blue'], deep: { list: [1] } }
    if (!isPermissionUpdate(unknown)) throw new Error('it is no update')
    expectSuggested([...several.slice(0, 1), unknown, ...several.slice(1)])
  })
})
