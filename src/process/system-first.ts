/**
 * The environment for the system's own programs: in PATH, the system's folders stand first. The usual PATH begins with
 * folders of the user, where an agent can put a program of the same name, which would then run outside of its isolation.
 */
export function systemFirst(env: NodeJS.ProcessEnv = process.env): NodeJS.ProcessEnv {
  const folders = (env.PATH ?? '').split(':')
  const isOfSystem = (folder: string) => SYSTEM.has(folder)
  return {
    ...env,
    PATH: [...folders.filter(isOfSystem), ...folders.filter((it) => !isOfSystem(it))].join(':'),
  }
}

const SYSTEM = new Set(['/usr/bin', '/bin', '/run/current-system/sw/bin'])
