import type { SafeGit } from './run.ts'

/** Who makes commits: the person whom the repository or the user's settings name. */
export async function identityOf(refs: SafeGit): Promise<NodeJS.ProcessEnv> {
  const [name, email] = await Promise.all(
    ['user.name', 'user.email'].map(async (setting) => {
      const { code, stdout } = await refs(['config', '--get', setting])
      return code === 0 ? stdout.trim() : ''
    }),
  )
  return identity(name || 'Fairlead', email || 'fairlead@localhost')
}

/** Of commits that keep a state and are no work of a person. */
export const HOST_IDENTITY = identity('Fairlead', 'fairlead@localhost')

function identity(name: string, email: string): NodeJS.ProcessEnv {
  return {
    ...{ GIT_AUTHOR_NAME: name, GIT_AUTHOR_EMAIL: email },
    ...{ GIT_COMMITTER_NAME: name, GIT_COMMITTER_EMAIL: email },
  }
}
