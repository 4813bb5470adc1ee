/**
 * The environment for the system's own programs. In front of PATH stand the system's folders: the usual PATH begins with
 * folders of the user, where an agent can put a program of the same name, which would then run outside of its isolation.
 */
export function systemFirst(env: NodeJS.ProcessEnv = process.env): NodeJS.ProcessEnv {
  return { ...env, PATH: ['/usr/bin', '/bin', ...(env.PATH ? [env.PATH] : [])].join(':') }
}
