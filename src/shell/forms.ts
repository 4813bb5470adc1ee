/**
 * The ways in which a command can be said: `/bin/rm x`, `sudo rm x` and `sh -c 'rm x'` all have the form `rm x`.
 * For rules that forbid something: a guard rail, not a wall (a program that removes files can have any name).
 */

import { readShellLine, type ShellLine } from './line.ts'

/** Programs that run what stands after them. Which of their arguments are options of their own is not known: each may be the start. */
const RUNNERS = new Set(
  `sudo doas env command builtin exec nohup setsid time nice ionice chrt taskset timeout stdbuf xargs parallel chroot flock
  watch strace ltrace unshare nsenter bwrap firejail script busybox find fd noglob nocorrect npx bunx caffeinate`.split(
    /\s+/,
  ),
)
/** Programs that read an argument as a shell line. */
const SHELLS = new Set(
  'sh bash zsh dash ksh ash fish eval su ssh env script watch xargs parallel runuser'.split(' '),
)

const MAX_STARTS = 40
const MAX_LINES = 50
const MAX_DEPTH = 4
const MAX_CHARACTERS = 4_000_000

/** Every form of every command of a line; undefined when there are too many to be looked at, so that anything may be among them. */
export function formsOf(line: ShellLine): ReadonlySet<string> | undefined {
  const forms = new FormCollector()
  forms.collectLine(line, 0)
  return forms.isComplete ? forms.all : undefined
}

class FormCollector {
  readonly all = new Set<string>()
  isComplete = true
  readonly #seen = new Set<string>()
  #lines = 0
  #characters = 0

  collectLine(line: ShellLine, depth: number): void {
    this.#lines += 1
    if (!line.isRead || this.#lines > MAX_LINES || depth > MAX_DEPTH) this.isComplete = false
    if (!this.isComplete) return
    for (const { text, words } of line.commands) {
      this.#add(text)
      this.#collectWords(
        words.map(({ value }) => value),
        depth,
      )
    }
  }

  #collectWords(words: readonly string[], depth: number): void {
    const [first, ...args] = words
    const key = words.join('\0')
    if (first === undefined || this.#seen.has(key)) return
    this.#seen.add(key)
    if (depth > MAX_DEPTH) this.isComplete = false
    if (!this.isComplete) return
    const program = first.slice(first.lastIndexOf('/') + 1)
    const name = program.toLowerCase()
    for (const called of new Set([first, program, name])) {
      this.#add([called, ...args].join(' '))
      for (const rest of withoutOptions(args)) this.#add([called, ...rest].join(' '))
    }
    if (SHELLS.has(name)) this.#collectShellLines(args, depth + 1)
    if (RUNNERS.has(name)) this.#collectStarts(args, depth + 1)
  }

  #collectStarts(args: readonly string[], depth: number): void {
    for (let start = 0; start < Math.min(args.length, MAX_STARTS); start += 1)
      this.#collectWords(args.slice(start), depth)
  }

  #collectShellLines(args: readonly string[], depth: number): void {
    const lines = new Set([...args.filter((it) => /[\s;|&()<>$`]/.test(it)), args.join(' ')])
    for (const line of lines) this.collectLine(readShellLine(line), depth)
  }

  #add(form: string): void {
    this.#characters += form.length
    if (this.#characters > MAX_CHARACTERS) this.isComplete = false
    else this.all.add(form)
  }
}

/** `git -C . push` is also `git push`: the arguments without the options at their start, each with or without a value. */
function* withoutOptions(args: readonly string[]): Generator<readonly string[]> {
  for (let at = 0; at < Math.min(args.length, MAX_STARTS); at += 1) {
    if (!args[at]?.startsWith('-') && !args[at - 1]?.startsWith('-')) return
    yield args.slice(at + 1)
  }
}
