/** Programs that run the command in their arguments, and where that command starts. */
import type { CallWord } from './call.ts'

interface Wrapper {
  /** Options whose value is the next argument. */
  readonly valued?: readonly string[]
  /** How many arguments come before the command. */
  readonly skips?: number
  /** Runs the command for each name in a list. */
  readonly repeats?: true
  /** Runs the command on another machine, or in a container. */
  readonly isElsewhere?: true
}

const WRAPPERS: ReadonlyMap<string, Wrapper> = new Map<string, Wrapper>([
  [
    'sudo',
    { valued: '-u --user -g --group -p --prompt -C -h --host -r --role -t --type -D -U -R'.split(' ') },
  ],
  ['doas', { valued: ['-u', '-C'] }],
  ['pkexec', { valued: ['--user'] }],
  ['env', { valued: ['-u', '--unset', '-C', '--chdir'] }],
  ['command', {}],
  ['builtin', {}],
  ['exec', { valued: ['-a'] }],
  ['nohup', {}],
  ['setsid', {}],
  ['time', { valued: ['-f', '-o'] }],
  ['nice', { valued: ['-n', '--adjustment'] }],
  ['ionice', { valued: ['-c', '-n', '-p'] }],
  ['chrt', { skips: 1 }],
  ['taskset', { skips: 1 }],
  ['timeout', { valued: ['-k', '-s', '--kill-after', '--signal'], skips: 1 }],
  ['stdbuf', { valued: ['-i', '-o', '-e'] }],
  ['strace', { valued: ['-o', '-e', '-p', '-s'] }],
  ['flock', { valued: ['-w', '--timeout', '-E'], skips: 1 }],
  ['chroot', { skips: 1, isElsewhere: true }],
  ['watch', { valued: ['-n', '--interval'] }],
  ['caffeinate', { valued: ['-t', '-w'] }],
  ['busybox', {}],
  ['npx', { valued: ['-p', '--package', '-c', '--call'] }],
  ['bunx', {}],
  [
    'xargs',
    { valued: ['-n', '-P', '-I', '-d', '-L', '-a', '-E', '-s', '--max-args', '--max-procs'], repeats: true },
  ],
  ['parallel', { valued: ['-j', '--jobs', '-n', '-N', '-a'], repeats: true }],
  [
    'ssh',
    { valued: '-p -i -l -o -F -J -L -R -D -W -b -c -e -m -E -S'.split(' '), skips: 1, isElsewhere: true },
  ],
])

export interface Wrapped {
  readonly words: readonly CallWord[]
  readonly repeats: boolean
  readonly isElsewhere: boolean
}

const ASSIGNMENT = /^[A-Za-z_]\w*=/

export function unwrapped(program: string, args: readonly CallWord[]): Wrapped | undefined {
  const wrapper = WRAPPERS.get(program)
  if (!wrapper) return undefined
  const { valued = [], skips = 0, repeats = false, isElsewhere = false } = wrapper
  let left = skips
  for (let at = 0; at < args.length; at += 1) {
    const value = args[at]?.value ?? ''
    if (value === '--') continue
    if (valued.includes(value)) at += 1
    else if (value.startsWith('-') || ASSIGNMENT.test(value)) continue
    else if (left > 0) left -= 1
    else return { words: args.slice(at), repeats, isElsewhere }
  }
  return undefined
}

const EXEC = new Set(['-exec', '-execdir', '-ok', '-okdir'])

/** The commands that `find` runs for what it finds. */
export function findCommands(args: readonly CallWord[]): readonly (readonly CallWord[])[] {
  const commands: CallWord[][] = []
  let open: CallWord[] | undefined
  for (const word of args) {
    if (EXEC.has(word.value)) {
      open = []
      commands.push(open)
    } else if (word.value === ';' || word.value === '+' || word.value === '\\;') open = undefined
    else open?.push(word)
  }
  return commands.filter((it) => it.length > 0)
}

const SHELLS = new Set(['sh', 'bash', 'zsh', 'dash', 'ksh', 'ash', 'fish'])

export function isShell(program: string): boolean {
  return SHELLS.has(program)
}

/** The argument that a program reads as a shell line: `sh -c TEXT`, `su -c TEXT`, `eval TEXT`. */
export function shellText(program: string, args: readonly CallWord[]): readonly CallWord[] {
  if (program === 'eval') return args
  if (!isShell(program) && program !== 'su' && program !== 'script' && program !== 'runuser') return []
  const at = args.findIndex(({ value }) => /^-[A-Za-z]*c$/.test(value) || value === '--command')
  const text = at < 0 ? undefined : args[at + 1]
  return text ? [text] : []
}
