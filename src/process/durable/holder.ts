/**
 * The holder: a small shell script around one run of the CLI, in a session of its own, so that neither the host's death
 * nor that of its terminal reaches it. It has two processes. One keeps the FIFO open; SIGTERM or SIGUSR1 make it let go,
 * and once no host has it open either, the CLI gets the end of its input. The other one waits for the CLI and leaves the
 * exit status in a file, so that a host which is not the parent still learns it.
 *
 * `spawnHolder` starts it; both end right after the CLI. When the first is killed, the CLI is no longer held: it gets the
 * end of its input when no host is there. When the second is killed too, nobody sees the exit status.
 */
import { spawn } from 'node:child_process'
import { setTimeout as sleep } from 'node:timers/promises'
import { exitStatus } from '../exit-status.ts'
import { spawnWithoutStrays } from '../isolation/stray-handles.ts'

const SHELL = '/bin/sh'
/** Raised when the files below change their meaning, so that a later Fairlead can tell. */
export const RECORD_VERSION = 1

/**
 * $0 is the path that the names of all files begin with, "$@" the command. The rules that it keeps:
 * - No variable is set before the CLI runs: one that the environment has too would be changed for the CLI.
 * - A trapped signal has its default effect in the CLI, an ignored one would be ignored there too. So the one who waits
 *   ignores signals, but only once the CLI runs. Trapped ones would end its `wait`, after which not every shell still
 *   knows the exit status; that is why a separate shell traps the signals.
 * - 8 holds the FIFO. 9 is the CLI's end of it, opened here: were it opened by the CLI's side after 8 was let go, that
 *   would wait for ever. 3 is a pipe to the host, closed when the record is written; the host may be dead by then.
 * - Stderr is the CLI's: a shell would write there which of its processes were killed.
 * - On Linux only commands of the shell itself: PATH is the CLI's.
 * - A file counts when its line is complete, so each is written at once and needs no renaming.
 */
export const HOLDER_SCRIPT = `
trap 'exec 8>&-' TERM USR1
trap : HUP INT QUIT
exec 8<>"$0.stdin" 9<"$0.stdin" || exit 1
{
  "$@" <&9 3>&- 8>&- 9<&- &
  trap '' HUP INT QUIT TERM USR1
  child=$!
  exec >/dev/null 2>&1 8>&- 9<&-
  umask 077
  boot=
  if [ -r /proc/self/stat ]; then
    start_of() {
      { read -r stat <"/proc/$1/stat"; } 2>/dev/null || stat=
      pid=\${stat%% *}
      set -- \${stat##*) }
      start=\${20}
    }
    start_of self
    waiter=$pid
    if [ -r /proc/sys/kernel/random/boot_id ]; then read -r boot </proc/sys/kernel/random/boot_id; fi
  else
    start_of() { start=$(TZ=UTC0 LC_ALL=C /bin/ps -o lstart= -p "$1"); }
    waiter=$(/bin/ps -o ppid= -p $child)
    start_of $waiter
  fi
  waiter_start=$start
  start_of $$
  holder_start=$start
  start_of $child
  printf '{"version":${RECORD_VERSION},"boot":"%s","cli":["%s","%s"],"holder":["%s","%s"],"waiter":["%s","%s"]}\\n' \\
    "$boot" "$child" "$start" "$$" "$holder_start" "$waiter" "$waiter_start" >"$0.process.json"
  exec 3>&-
  wait $child
  printf '%s\\n' $? >"$0.exit"
} &
exec >/dev/null 2>&1 3>&- 9<&-
while kill -0 $! 2>/dev/null; do wait $!; done
`

export interface HolderOptions {
  /** What the paths of this run's files begin with. The FIFO is there already. */
  readonly base: string
  readonly command: string
  readonly args: readonly string[]
  readonly cwd: string
  /** Only here: neither a file nor a command line gets it. */
  readonly env: NodeJS.ProcessEnv
  /** Open files that the CLI writes to. */
  readonly stdout: number
  readonly stderr: number
  /** Nothing else that this program has open is passed on. */
  readonly isIsolated?: boolean
}

export interface Holder {
  /** Also of its process group, in which the CLI is too. */
  readonly pid: number
  /** In words, when it has not written a record. */
  whyNoRecord(): Promise<string>
}

/** A process that closed the pipe because it ended is reported as gone within this time. */
const TOLD_WITHIN_MS = 1000

/** Starts it, and resolves when its record is written or when it has failed. */
export async function spawnHolder(options: HolderOptions, script = HOLDER_SCRIPT): Promise<Holder> {
  const { base, command, args, cwd, env, stdout, stderr, isIsolated = false } = options
  const start = isIsolated ? spawnWithoutStrays : spawn
  const child = start(SHELL, ['-c', script, base, command, ...args], {
    cwd,
    env,
    detached: true,
    stdio: ['ignore', stdout, stderr, 'pipe'],
  })
  child.unref()
  const ended = new Promise<string>((resolve) => {
    // When the one who waits was killed, the shell ends with the status of that.
    child.once('exit', (code, signal) => resolve(endWords(signal ?? exitStatus(code ?? 0).signal, code)))
  })
  return new Promise((resolve, reject) => {
    child.once('error', reject)
    const { pid } = child
    if (pid === undefined) return
    child.stdio[3]?.once('close', () =>
      resolve({
        pid,
        whyNoRecord: () => Promise.race([ended, sleep(TOLD_WITHIN_MS, NOT_WRITTEN, { ref: false })]),
      }),
    )
    // Nothing is written to it: it is read for its end.
    child.stdio[3]?.on('data', () => {})
  })
}

const NOT_WRITTEN = 'no record of it could be written'

/** It ends by itself, in order, only after the one who waits: without a record that one was killed. */
function endWords(signal: string | null, code: number | null): string {
  if (signal === null && code !== 0)
    return `its holder ended with code ${code} before it had started the process`
  return `its holder was killed${signal === null ? '' : ` (${signal})`} while it started the process`
}
