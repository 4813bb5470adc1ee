/** What to do where bubblewrap does not work: mostly, the system does not let this user have user namespaces. */
import { readFileSync } from 'node:fs'

type ReadSetting = (path: string) => string | undefined

export function remedyFor(said: string, setting: ReadSetting = readSetting): string {
  const is = (name: string, value: string) => setting(`/proc/sys/${name}`) === value
  if (is('kernel/unprivileged_userns_clone', '0'))
    return 'User namespaces are turned off for users: `sysctl -w kernel.unprivileged_userns_clone=1` as root turns them on.'
  if (is('user/max_user_namespaces', '0'))
    return 'User namespaces are turned off: `sysctl -w user.max_user_namespaces=15000` as root turns them on.'
  if (is('kernel/apparmor_restrict_unprivileged_userns', '1') && !/proc/.test(said))
    return (
      'AppArmor does not let bubblewrap have user namespaces (Ubuntu): install a profile that allows it ' +
      '(`apt-get install apparmor-profiles`, then `ln -s /usr/share/apparmor/extra-profiles/bwrap-userns-restrict /etc/apparmor.d/` and reload), ' +
      'or `sysctl -w kernel.apparmor_restrict_unprivileged_userns=0` as root.'
    )
  return 'In a container, it must be allowed to make user namespaces and to mount a /proc of its own.'
}

function readSetting(path: string): string | undefined {
  try {
    return readFileSync(path, 'utf8').trim()
  } catch {
    return undefined
  }
}
