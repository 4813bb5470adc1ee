/**
 * What an isolated process does not see, and the command line that hides it. The process runs under bubblewrap, in
 * namespaces of its own:
 * - mounts: all of the file system as it is, but an empty, read-only folder in place of each hidden one;
 * - pids, with a /proc of its own: /proc/PID/root of a process outside would show what is hidden;
 * - users, also for root: without one, root could unmount what hides, and whoever runs as the same user could look into
 *   the memory and the open files of processes outside, if a /proc of theirs is mounted anywhere.
 *
 * Files that are open before (stdin, stdout, stderr) stay open. All of it ends with the process, or when bubblewrap is
 * killed: nothing keeps running inside unnoticed.
 */
import { FairleadError } from '../errors.ts'

/** What a process may not see. `prepareIsolation` creates it. */
export interface Isolation {
  /** The path of bubblewrap. */
  readonly program: string
  /** Folders, by their real paths, outer ones first. */
  readonly folders: readonly string[]
  /** Files and sockets. */
  readonly files: readonly string[]
  /**
   * Folders on the way to a hidden one that this user could rename, outer ones first. As mount points they cannot be:
   * otherwise a folder of the agent's making could take the place of the hidden one.
   */
  readonly pinned: readonly string[]
  readonly isRoot: boolean
}

/** A process cannot be isolated here, or not as asked. `remedy` says what to do about it. */
export class IsolationError extends FairleadError {
  readonly reason: string
  readonly remedy: string | undefined

  constructor(reason: string, remedy?: string, options?: ErrorOptions) {
    super('isolation', remedy === undefined ? reason : `${reason} ${remedy}`, options)
    this.reason = reason
    this.remedy = remedy
  }
}

export interface Command {
  readonly command: string
  readonly args: readonly string[]
  readonly cwd: string
}

/** The same command under bubblewrap. Throws if it would not see its own folder or program. */
export function isolatedCommand({ command, args, cwd }: Command, isolation: Isolation): Command {
  const { program, folders, files, pinned, isRoot } = isolation
  for (const [what, path] of [
    ['working directory', cwd],
    ['program', command],
  ] as const) {
    const hidden = folders.find((folder) => isWithin(path, folder))
    if (hidden !== undefined)
      throw new IsolationError(
        `The ${what} ${path} lies in ${hidden}, which is hidden from an isolated session.`,
        'Choose one elsewhere.',
      )
  }
  const mounts = [
    ...['/', ...pinned].flatMap((it) => ['--dev-bind', it, it]),
    // After the folders that are bound anew: those would show it again.
    ...folders.flatMap((it) => ['--tmpfs', it, '--remount-ro', it]),
    ...files.flatMap((it) => ['--ro-bind', '/dev/null', it]),
  ]
  const ownProc = isRoot ? [] : ['--cap-drop', 'ALL', '--proc', '/proc']
  return {
    command: program,
    args: [
      ...[...NAMESPACES, ...mounts, ...ownProc, '--chdir', cwd, '--'],
      ...(isRoot ? AS_ROOT : []),
      ...[command, ...args],
    ],
    cwd,
  }
}

const NAMESPACES = [
  '--unshare-user',
  '--unshare-pid',
  '--die-with-parent',
  // A session of its own: nothing can be typed into the terminal of another.
  '--new-session',
]

/**
 * For root, bubblewrap would cover parts of its /proc, and the kernel then lets nobody mount another one inside, which
 * the sandbox of the CLI does; and that sandbox needs rights of root that it may use. So a shell mounts the /proc, and
 * then becomes the program in a user namespace below: root of that one can mount, but not unmount what was mounted above.
 */
const AS_ROOT = [
  '/bin/sh',
  '-c',
  'command -p mount -t proc -o nosuid,nodev,noexec proc /proc && ' +
    'exec /usr/bin/unshare --user --map-root-user --mount -- "$@"',
  'sh',
]

export function isWithin(path: string, folder: string): boolean {
  return path === folder || path.startsWith(folder === '/' ? folder : `${folder}/`)
}
