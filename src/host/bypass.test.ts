import { expect, test } from 'vitest'
import { asksForBypass, startsForBypass } from './bypass.ts'

test.each<[unknown, boolean]>([
  [{ permissionMode: 'bypassPermissions' }, true],
  [{ permissionMode: 'default' }, false],
  [{ dangerouslySkipPermissions: true }, true],
  [{ dangerouslySkipPermissions: false }, false],
  [{ allowDangerouslySkipPermissions: true }, true],
  [{ extraArgs: { 'dangerously-skip-permissions': null } }, true],
  [{ extraArgs: { 'permission-mode': 'bypassPermissions' } }, true],
  [{ settings: '{"permissions":{"defaultMode":"bypassPermissions"}}' }, true],
  [{ settings: '{"permissions":{"defaultMode":"bypassPermission\\u0073"}}' }, true],
  [{ settings: { permissions: { defaultMode: 'bypassPermissions' } } }, true],
  [{ settings: { permissions: { disableBypassPermissionsMode: 'disable' } } }, false],
  [{ agents: { a: { description: '', prompt: '', permissionMode: 'bypassPermissions' } } }, true],
  [{ systemPrompt: 'never use bypassPermissions' }, false],
  [[0, { type: 'setMode', mode: 'bypassPermissions' }], true],
  [undefined, false],
])('%j: %s', (options, expected) => {
  expect(asksForBypass(options)).toBe(expected)
})

test.each<[Record<string, unknown>, boolean]>([
  [{}, false],
  [{ permissionMode: 'default' }, false],
  [{ permissionMode: 'bypassPermissions' }, true],
  [{ allowDangerouslySkipPermissions: true }, true],
  [{ dangerouslySkipPermissions: true }, true],
  [{ agents: { a: { description: '', prompt: '', permissionMode: 'bypassPermissions' } } }, false],
])('a process with %j can be switched to it: %s', (options, expected) => {
  expect(startsForBypass(options)).toBe(expected)
})
