/**
 * The environment for programs of the system, with the system's folders first in PATH. The usual PATH begins with folders
 * of the user, in which an agent could put a program of the same name that would then run outside its isolation.
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
