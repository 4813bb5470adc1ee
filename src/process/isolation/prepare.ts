/**
 * Finds out what must be hidden so that a data folder is out of reach, and tries whether it works here: a session that
 * shall be isolated is refused rather than started with less.
 */
import { execFile } from 'node:child_process'
import { accessSync, constants, readFileSync, realpathSync, statSync } from 'node:fs'
import { delimiter, dirname, join } from 'node:path'
import { systemFirst } from '../system-first.ts'
import { type Isolation, IsolationError, isolatedCommand } from './isolation.ts'
import { otherPaths } from './mounts.ts'
import { remedyFor } from './remedies.ts'

const PROGRAM = 'bwrap'
const PROBE_MS = 10_000

/** Throws an `IsolationError` where it cannot be done. */
export async function prepareIsolation(
  folder: string,
  env: NodeJS.ProcessEnv = process.env,
): Promise<Isolation> {
  if (process.platform !== 'linux')
    throw new IsolationError(
      'Isolation needs namespaces of Linux, which this system does not have.',
      'Run the host in a virtual machine or a container with Linux.',
    )
  const program = findProgram(env)
  const isolation = { program, ...placesToHide(folder, env), isRoot: isRoot() }
  await tryOut(isolation)
  return isolation
}

/**
 * The first in PATH that its user cannot change: an agent could put a program there that only pretends. Of root nothing
 * can be kept.
 */
function findProgram(env: NodeJS.ProcessEnv): string {
  const { PATH = '' } = systemFirst(env)
  const folders = PATH.split(delimiter).filter((it) => it.startsWith('/'))
  const found = folders.map((it) => join(it, PROGRAM)).filter((path) => may(path, constants.X_OK))
  const program = found.find((path) => isRoot() || !(isOwn(path) || isOwn(realpathSync(path))))
  if (program !== undefined) return realpathSync(program)
  if (found[0] !== undefined)
    throw new IsolationError(
      `Isolation needs bubblewrap, and ${found[0]} can be changed by this user, so an agent could change it too.`,
      'Install it for the whole system (Debian and Ubuntu: apt-get install bubblewrap).',
    )
  throw new IsolationError(
    'Isolation needs bubblewrap, and there is no bwrap in PATH.',
    'Install it (Debian and Ubuntu: apt-get install bubblewrap).',
  )
}

const isRoot = () => process.getuid?.() === 0
/** It, or a folder above it. */
const isOwn = (path: string): boolean => may(path, constants.W_OK) || (path !== '/' && isOwn(dirname(path)))

function may(path: string, what: number): boolean {
  try {
    accessSync(path, what)
    return true
  } catch {
    return false
  }
}

export function placesToHide(
  folder: string,
  env: NodeJS.ProcessEnv = process.env,
): Pick<Isolation, 'folders' | 'files' | 'pinned'> {
  const real = realpathSync(folder)
  const starters = startersOf(env)
  const others = seenElsewhere(real)
  return {
    folders: [real, ...others.filter(isFolder), ...starters.filter(isFolder)],
    files: [...others, ...starters].filter((path) => !isFolder(path)),
    pinned: pinned(real),
  }
}

const isFolder = (path: string) => statSync(path).isDirectory()

function seenElsewhere(folder: string): string[] {
  const { whole, parts } = otherPaths(folder, readFileSync('/proc/self/mountinfo', 'utf8'))
  const own = statSync(folder)
  const found = (path: string) => {
    const it = may(path, constants.F_OK) ? statSync(path) : undefined
    return it?.dev === own.dev ? it.ino : undefined
  }
  return [
    ...whole.filter((path) => found(path) === own.ino),
    ...parts.filter((path) => found(path) !== undefined),
  ]
}

/**
 * What starts programs outside for any program of this user: systemd by its own socket or the session bus, and tmux, whose
 * windows may also show a token.
 */
function startersOf(env: NodeJS.ProcessEnv): string[] {
  const user = process.getuid?.() ?? ''
  const runtime = [env.XDG_RUNTIME_DIR, `/run/user/${user}`]
  const bus = /(?:^|;)unix:path=([^,;]+)/.exec(env.DBUS_SESSION_BUS_ADDRESS ?? '')?.[1]
  const places = [
    ...runtime.flatMap((it) => (it ? [join(it, 'systemd'), join(it, 'bus')] : [])),
    ...[env.TMUX_TMPDIR, '/tmp'].flatMap((it) => (it ? join(it, `tmux-${user}`) : [])),
    ...[bus, env.TMUX?.split(',')[0]].flatMap((it) => it || []),
  ]
  return [...new Set(places.filter((path) => may(path, constants.F_OK)).map((path) => realpathSync(path)))]
}

function pinned(folder: string): string[] {
  const parent = dirname(folder)
  if (parent === '/') return []
  return [...pinned(parent), ...(may(dirname(parent), constants.W_OK) ? [parent] : [])]
}

/** Says 7 if the first folder is not empty. */
const LOOK = 'for it in "$0"/* "$0"/.[!.]*; do if [ -e "$it" ]; then exit 7; fi; done'

async function tryOut(isolation: Isolation): Promise<void> {
  const args = ['-c', LOOK, isolation.folders[0] ?? '/']
  const probe = isolatedCommand({ command: '/bin/sh', args, cwd: '/' }, isolation)
  await new Promise<void>((resolve, reject) => {
    execFile(probe.command, probe.args, { cwd: '/', timeout: PROBE_MS }, (error, _, stderr) => {
      if (!error) return resolve()
      const said = stderr.trim().split('\n').at(-1) || error.message
      const reason =
        error.code === 7
          ? 'bubblewrap does not hide the data folder here.'
          : `bubblewrap does not work here: ${said}.`
      reject(new IsolationError(reason, remedyFor(said), { cause: error }))
    })
  })
}
