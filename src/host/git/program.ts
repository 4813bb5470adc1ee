import { constants } from 'node:fs'
import { access } from 'node:fs/promises'
import { delimiter, isAbsolute, join } from 'node:path'
import { systemFirst } from '../../process/system-first.ts'
import { GitError } from './error.ts'

/** The first with `GIT_CONFIG_GLOBAL`, without which the user's own filters would be defined. */
const MIN_VERSION = [2, 32] as const
const NAMES = process.platform === 'win32' ? ['git.exe'] : ['git']

/** A relative folder would be searched in the repository, which could contain a `git` of its own. */
function absoluteFolders({ PATH = '' }: NodeJS.ProcessEnv): string[] {
  return PATH.split(delimiter).filter(isAbsolute)
}

export async function findGit(env: NodeJS.ProcessEnv = process.env): Promise<string> {
  const found = await findProgram(NAMES, env)
  if (found !== undefined) return found
  throw new GitError('missing', "git is not installed, or not in the host's PATH: install it to see changes")
}

/** The first of these names that is installed. */
export async function findProgram(
  names: readonly string[],
  env: NodeJS.ProcessEnv = process.env,
): Promise<string | undefined> {
  // Folders of the system first: an agent could put a `git` of its own into one of the user's.
  for (const folder of absoluteFolders(systemFirst(env))) {
    for (const name of names) {
      const path = join(folder, name)
      const isThere = await access(path, constants.X_OK).then(
        () => true,
        () => false,
      )
      if (isThere) return path
    }
  }
  return undefined
}

/** Throws if the program is older than the host can use safely. */
export function checkVersion(said: string): void {
  const [, major, minor] = /(\d+)\.(\d+)/.exec(said) ?? []
  if (major === undefined)
    throw new GitError('failed', `git did not tell its version, but "${said.slice(0, 100).trim()}"`)
  const [leastMajor, leastMinor] = MIN_VERSION
  if (Number(major) > leastMajor || (Number(major) === leastMajor && Number(minor) >= leastMinor)) return
  throw new GitError(
    'too-old',
    `git ${major}.${minor} is too old: the host needs ${MIN_VERSION.join('.')} or newer, which can be told not to read settings`,
  )
}

/** For what a person has confirmed: the user's own settings and programs, and nobody is asked for anything on a terminal. */
export function personEnvironment(env: NodeJS.ProcessEnv = process.env): NodeJS.ProcessEnv {
  const kept = Object.entries(env).filter(([name]) => !/^(?:GIT|FAIRLEAD)_/i.test(name))
  return {
    ...Object.fromEntries(kept),
    PATH: absoluteFolders(env).join(delimiter),
    // Never a remote helper that a repository names.
    GIT_ALLOW_PROTOCOL: 'file:git:http:https:ssh',
    GIT_EDITOR: 'true',
    GIT_LITERAL_PATHSPECS: '1',
    GIT_PAGER: 'cat',
    GIT_TERMINAL_PROMPT: '0',
    SSH_ASKPASS_REQUIRE: 'never',
  }
}

const withoutScheme = (address: string | undefined) =>
  address?.replace(/^https?:\/\//, '').replace(/\/.*$/, '')

/**
 * For `gh` and `glab`. A repository names the server, and an agent can write that name: tokens in variables are kept only for the server
 * that they are meant for. Those that the tools keep themselves belong to a server each.
 */
export function serverEnvironment(server: string, env: NodeJS.ProcessEnv = process.env): NodeJS.ProcessEnv {
  const { GH_HOST, GITLAB_HOST, GITLAB_URI, GL_HOST } = env
  const github = withoutScheme(GH_HOST)
  const gitlab = withoutScheme(GITLAB_HOST ?? GITLAB_URI ?? GL_HOST) ?? 'gitlab.com'
  const foreign = [
    ...(server === github ? [] : ['GH_ENTERPRISE_TOKEN', 'GITHUB_ENTERPRISE_TOKEN']),
    ...(server === 'github.com' || server === github ? [] : ['GH_TOKEN', 'GITHUB_TOKEN']),
    ...(server === gitlab ? [] : ['GITLAB_TOKEN', 'GITLAB_ACCESS_TOKEN', 'OAUTH_TOKEN']),
  ]
  const kept = Object.entries(personEnvironment(env)).filter(([name]) => !foreign.includes(name))
  return Object.fromEntries(kept)
}

/**
 * Inherited variables of git can name repositories, settings and programs, so none is passed on. Git fetches nothing, asks
 * nobody and takes no lock.
 */
export function gitEnvironment(env: NodeJS.ProcessEnv = process.env): NodeJS.ProcessEnv {
  const kept = Object.entries(env).filter(([name]) => !/^GIT_/i.test(name))
  return {
    ...Object.fromEntries(kept),
    PATH: absoluteFolders(env).join(delimiter),
    LC_ALL: 'C',
    GIT_ALLOW_PROTOCOL: 'none',
    // These override settings of the user that name files for git's traces.
    GIT_TRACE2: '0',
    GIT_TRACE2_EVENT: '0',
    GIT_TRACE2_PERF: '0',
    GIT_NO_LAZY_FETCH: '1',
    GIT_OPTIONAL_LOCKS: '0',
    GIT_PAGER: 'cat',
    GIT_TERMINAL_PROMPT: '0',
  }
}
