/**
 * What a real bash runs for a line, recorded in a throw-away namespace: the file system is read-only but for one folder, there is
 * no network, the user is nobody. The only programs on the path are stand-ins that write down how they were called.
 */
import { spawnSync } from 'node:child_process'
import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

export interface Recorded {
  /** Programs that were called, with their words. */
  readonly calls: readonly (readonly string[])[]
  /** The first word of everything that the shell ran, built-in commands too. */
  readonly names: readonly string[]
  /** Files that were there afterwards. */
  readonly files: readonly string[]
}

const PROGRAMS = ['npm', 'git', 'ls', 'id', 'touch', 'cat', 'evil', 'build']
const END = '\x01'
const TRACE = '\x02'

const STAND_IN = `#!/bin/bash
printf '%s\\0' "\${0##*/}" "$@" '${END}' >> "$RECORD/calls"
`
/** Each line in a folder and a shell of its own. What is traced goes to a file, so that output cannot be taken for it. */
const RUN = `
for name in $(cd /box && echo *); do
  cd "/box/$name/cwd"
  export RECORD="/box/$name" HOME="/box/$name/cwd"
  IFS= read -r -d '' line < "$RECORD/line"
  PATH=/box-programs PS4=$'\\n${TRACE}' BASH_XTRACEFD=9 /bin/bash -x -c "$line" </dev/null >/dev/null 2>&1 9>"$RECORD/trace"
done
`

/** Undefined: there is no bubblewrap here, or it may not make namespaces. */
export function recordBash(lines: readonly string[]): Recorded[] | undefined {
  const folder = mkdtempSync(join(tmpdir(), 'fairlead-bash-'))
  try {
    const box = join(folder, 'box')
    const programs = join(folder, 'programs')
    mkdirSync(programs)
    for (const name of PROGRAMS) writeFileSync(join(programs, name), STAND_IN, { mode: 0o755 })
    const boxes = lines.map((line, at) => putLine(join(box, String(at)), line))
    if (!run(box, programs)) return undefined
    return boxes.map(readRecord)
  } finally {
    rmSync(folder, { recursive: true, force: true })
  }
}

function putLine(folder: string, line: string): string {
  mkdirSync(join(folder, 'cwd'), { recursive: true })
  writeFileSync(join(folder, 'line'), `${line}\0`)
  for (const name of ['calls', 'trace']) writeFileSync(join(folder, name), '')
  return folder
}

function run(box: string, programs: string): boolean {
  const args = [
    ...['--ro-bind', '/usr', '/usr', '--ro-bind-try', '/lib', '/lib', '--ro-bind-try', '/lib64', '/lib64'],
    ...['--ro-bind', '/bin', '/bin', '--dev', '/dev', '--proc', '/proc', '--tmpfs', '/tmp'],
    ...['--bind', box, '/box', '--ro-bind', programs, '/box-programs'],
    ...[
      '--unshare-all',
      '--uid',
      '65534',
      '--gid',
      '65534',
      '--die-with-parent',
      '--new-session',
      '--clearenv',
    ],
  ]
  const { status, error } = spawnSync('bwrap', [...args, '/bin/bash', '-c', RUN], { encoding: 'utf8' })
  return error === undefined && status === 0
}

function readRecord(folder: string): Recorded {
  const calls = readFileSync(join(folder, 'calls'), 'utf8').split(`${END}\0`).slice(0, -1)
  const traced = readFileSync(join(folder, 'trace'), 'utf8').split(TRACE).slice(1)
  return {
    calls: calls.map((call) => call.split('\0').slice(0, -1)),
    names: traced.map((it) => /^\s*(\S*)/.exec(it)?.[1] ?? ''),
    files: readdirSync(join(folder, 'cwd')),
  }
}
