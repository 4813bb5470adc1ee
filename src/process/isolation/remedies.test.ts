import { expect, test } from 'vitest'
import { remedyFor } from './remedies.ts'

const NO = 'bwrap: setting up uid map: Permission denied'
const on = (name: string, value: string) => (path: string) =>
  path === `/proc/sys/${name}` ? value : undefined

test.each([
  ['kernel/unprivileged_userns_clone', '0', 'kernel.unprivileged_userns_clone=1'],
  ['user/max_user_namespaces', '0', 'user.max_user_namespaces=15000'],
  ['kernel/apparmor_restrict_unprivileged_userns', '1', 'AppArmor'],
])('%s = %s', (name, value, expected) => expect(remedyFor(NO, on(name, value))).toContain(expected))

test('nothing is turned off: then it is most likely a container', () => {
  const said = "bwrap: Can't mount proc on /newroot/proc: Operation not permitted"
  expect(remedyFor(said, () => undefined)).toContain('In a container')
  expect(remedyFor(said, on('kernel/apparmor_restrict_unprivileged_userns', '1'))).toContain('In a container')
})
