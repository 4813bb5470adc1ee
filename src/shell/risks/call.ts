/** A program that a line runs, with its arguments: what the rules look at. */

export interface CallWord {
  /** The argument that the program gets, as far as that is known without running the line. */
  readonly value: string
  /** As it stands in the line. */
  readonly text: string
  readonly start: number
  readonly end: number
}

export interface Call {
  /** The name of the program, without its folder and in lower case. */
  readonly program: string
  readonly programWord: CallWord
  readonly args: readonly CallWord[]
  readonly start: number
  readonly end: number
  /** Files that its redirections write to and read from. */
  readonly writes: readonly CallWord[]
  readonly reads: readonly CallWord[]
  /** The calls whose output it reads through a pipe. */
  readonly upstream: readonly Call[]
  /** The calls in its substitutions: their output is a part of its arguments. */
  readonly substituted: readonly Call[]
  /** The program that runs this one for each name in a list: `xargs`, `find`. */
  readonly repeatedBy?: string
  /** Where it runs. Undefined if that is unknown, or on another machine. */
  readonly folder: string | undefined
}

/** How a word is named in a sentence. */
export function nameOf({ value, text }: CallWord): string {
  return /[$`]/.test(text) ? text : value
}

/** Whether an option is given: a letter, also among others (`-rf`), or a long name, also with a value. */
export function option(call: Pick<Call, 'args'>, ...names: readonly string[]): CallWord | undefined {
  for (const word of call.args) {
    const { value } = word
    if (value === '--') return undefined
    if (names.some((name) => isOption(value, name))) return word
  }
  return undefined
}

function isOption(value: string, name: string): boolean {
  if (name.length > 1) return value === `--${name}` || value.startsWith(`--${name}=`)
  return /^-[A-Za-z0-9]+$/.test(value) && value.includes(name)
}

/** The arguments that are no options. `valued` lists the options that take the next argument as their value. */
export function operands(args: readonly CallWord[], valued: readonly string[] = []): readonly CallWord[] {
  const found: CallWord[] = []
  for (let at = 0; at < args.length; at += 1) {
    const word = args[at]
    if (word === undefined) break
    if (word.value === '--') return [...found, ...args.slice(at + 1)]
    if (!word.value.startsWith('-') || word.value === '-') found.push(word)
    else if (valued.includes(word.value)) at += 1
  }
  return found
}

/** The value of an option: `-o x`, `-ox` for a letter, `--output x`, `--output=x`. */
export function optionValue({ args }: Pick<Call, 'args'>, ...names: readonly string[]): CallWord | undefined {
  for (const [at, word] of args.entries()) {
    const { value } = word
    if (value === '--') return undefined
    for (const name of names) {
      const flag = name.length > 1 ? `--${name}` : `-${name}`
      if (value === flag) return args[at + 1]
      const joined = name.length > 1 ? `${flag}=` : flag
      const isJoined = value.startsWith(joined) && (name.length > 1 || !value.startsWith('--'))
      if (isJoined) return { ...word, value: value.slice(joined.length), text: value.slice(joined.length) }
    }
  }
  return undefined
}
