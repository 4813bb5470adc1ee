/**
 * The ways in which a command can be written: `/bin/rm x`, `sudo rm x` and `sh -c 'rm x'` all have the form `rm x`. Meant for
 * rules that forbid something: a guard rail, not a wall (a program that removes files can have any name).
 */

import { readShellLine, type ShellCommand, type ShellLine } from './line.ts'

/**
 * Programs that run the command in their arguments. Which arguments are options of the program itself is unknown: the command may
 * start at any of them.
 */
const RUNNERS = new Set(
  `sudo doas env command builtin exec nohup setsid time nice ionice chrt taskset timeout stdbuf xargs parallel chroot flock
  watch strace ltrace unshare nsenter bwrap firejail script busybox find fd noglob nocorrect repeat - npx bunx caffeinate`.split(
    /\s+/,
  ),
)
/** Programs that read an argument as a shell line. */
const SHELLS = new Set(
  'sh bash zsh dash ksh ash fish eval su ssh env script watch xargs parallel runuser'.split(' '),
)

/** Programs that append what they read to the command that they run. */
const APPENDERS = new Set(['xargs', 'parallel'])

const MAX_STARTS = 200
const MAX_LINES = 50
const MAX_DEPTH = 4
const MAX_CHARACTERS = 4_000_000

/**
 * Returns every form of every command of a line, or undefined if there are too many to check, so that anything may be among them.
 */
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
    if (line.commands.some(isShell))
      for (const input of line.inputs) this.collectLine(readShellLine(input), depth + 1)
  }

  #collectWords(words: readonly string[], depth: number): void {
    const [first, ...args] = words
    const key = words.join('\0')
    if (first === undefined || this.#seen.has(key)) return
    this.#seen.add(key)
    if (depth > MAX_DEPTH) this.isComplete = false
    if (!this.isComplete) return
    const name = programName(first)
    for (const called of new Set([first, first.slice(first.lastIndexOf('/') + 1), name])) {
      this.#add([called, ...args].join(' '))
      for (const rest of this.#withoutOptions(args)) this.#add([called, ...rest].join(' '))
    }
    // To zsh, `1=2 rm` is an assignment and a command.
    if (/^\w+=/.test(first)) this.#collectWords(args, depth + 1)
    if (SHELLS.has(name)) this.#collectShellLines(args, depth + 1)
    if (RUNNERS.has(name)) this.#collectStarts(APPENDERS.has(name) ? [...args, '{}'] : args, depth + 1)
  }

  #collectStarts(args: readonly string[], depth: number): void {
    if (args.length > MAX_STARTS) this.isComplete = false
    for (let start = 0; start < args.length && this.isComplete; start += 1)
      this.#collectWords(args.slice(start), depth)
  }

  #collectShellLines(args: readonly string[], depth: number): void {
    // `-S"rm x"` has the shell line in the same word as the option.
    const texts = args.flatMap((it) => [it, it.replace(/^--?\w+?=?(?=\w+\s)/, '')])
    const lines = new Set([...texts.filter((it) => /[\s;|&()<>$`]/.test(it)), args.join(' ')])
    for (const line of lines) this.collectLine(readShellLine(line), depth)
  }

  #add(form: string): void {
    this.#characters += form.length
    if (this.#characters > MAX_CHARACTERS) this.isComplete = false
    else this.all.add(form)
  }

  /**
   * `git -C . push` is also `git push`: yields the arguments without the leading options, each taken with and without a value.
   */
  *#withoutOptions(args: readonly string[]): Generator<readonly string[]> {
    for (const [at, word] of args.entries()) {
      if (!word.startsWith('-') && !args[at - 1]?.startsWith('-')) return
      if (at >= MAX_STARTS) this.isComplete = false
      if (!this.isComplete) return
      yield args.slice(at + 1)
    }
  }
}

/** Whether the command runs a shell, which reads its input as a shell line. */
export function isShell({ words }: ShellCommand): boolean {
  return SHELLS.has(programName(words[0]?.value ?? ''))
}

function programName(word: string): string {
  return word.slice(word.lastIndexOf('/') + 1).toLowerCase()
}
