/** Commands with options: the parsing, the help and the refusals are the same for all of them. */
import { parseArgs } from 'node:util'
import { nearest } from '../protocol/nearest.ts'
import type { Command, Io } from './io.ts'
import { columnsOf } from './terminal/columns.ts'
import { wrapHelp } from './terminal/wrap-help.ts'

/** What a value is, for completion: a kind of thing, or one of these words. */
export type Completes = 'session' | 'approval' | 'file' | 'text' | readonly string[]

interface OptionSpec {
  readonly type: 'string' | 'boolean'
  readonly short?: string
  readonly multiple?: boolean
  /** The value may be left out, and is then empty; a value stands behind `=`. */
  readonly optional?: true
  /** What the value is, in capitals, for the help. */
  readonly value?: string
  readonly about: string
  /** Anything else is refused, with what was probably meant. */
  readonly choices?: readonly string[]
  readonly completes?: Completes
}
export type OptionSpecs = Readonly<Record<string, OptionSpec>>

type ValueOf<S extends OptionSpec> = S['type'] extends 'boolean'
  ? boolean
  : S extends { multiple: true }
    ? string[]
    : string
export type Values<S extends OptionSpecs> = { readonly [Name in keyof S]?: ValueOf<S[Name]> }

export interface CommandSpec<S extends OptionSpecs> {
  readonly name: string
  /** What may stand beside the options, such as `[PATH]`. */
  readonly operands?: string
  /** How many operands there may be, and how many there must be. */
  readonly most: number
  readonly least?: number
  /** What the operands are, by position; the last stands for all that follow. */
  readonly completes?: readonly Completes[]
  readonly about: string
  readonly options: S
  /** What stands behind `--` belongs to another program: see `Given.rest`. */
  readonly passesOn?: true
  readonly examples?: readonly string[]
}
export interface Given<S extends OptionSpecs> {
  readonly values: Values<S>
  readonly operands: readonly string[]
  /** What stands behind `--`, of a command that passes it on. */
  readonly rest: readonly string[]
}

/** The command was called wrongly. */
export class UsageError extends Error {}

const HELP = { help: { type: 'boolean', short: 'h', about: 'show this help' } } as const

export function defineCommand<const S extends OptionSpecs>(
  spec: CommandSpec<S>,
  body: (given: Given<S>, io: Io) => Promise<number>,
): Command {
  const read = (args: string[]) => {
    const end = spec.passesOn ? args.indexOf('--') : -1
    const [own, rest] = end < 0 ? [args, []] : [args.slice(0, end), args.slice(end + 1)]
    const { values, positionals } = parse(own, { ...spec.options, ...HELP })
    if (values.help === true) return { values, positionals, rest }
    const extra = positionals[spec.most]
    if (extra !== undefined) throw new UsageError(`'${extra}' is an unexpected argument`)
    if (positionals.length < (spec.least ?? 0)) throw new UsageError(`Missing argument: ${spec.operands}`)
    for (const [name, { choices }] of Object.entries<OptionSpec>(spec.options))
      for (const given of choices ? [values[name] ?? []].flat() : [])
        oneOf(`--${name}`, given as string, choices ?? [])
    return { values, positionals, rest }
  }
  return {
    options: { ...spec.options, ...HELP },
    completesAt: (index) => {
      const kinds = spec.completes ?? []
      return index < spec.most ? kinds[Math.min(index, kinds.length - 1)] : undefined
    },
    check: (args) => void read(args),
    async run(args, io) {
      const { values, positionals, rest } = read(args)
      if (values.help === true) {
        io.out(helpOf(spec, columnsOf(io.stdout, 40)))
        return 0
      }
      return body({ values: values as Values<S>, operands: positionals, rest }, io)
    },
  }
}

/** The word, if it is one of these; otherwise a refusal that names what was probably meant. `what` takes the word. */
export function oneOf<const T extends string>(what: string, given: string, choices: readonly T[]): T {
  const found = choices.find((choice) => choice === given)
  if (found !== undefined) return found
  const meant = nearest(given, choices)
  const advice = meant === undefined ? '' : `; did you mean ${meant}?`
  throw new UsageError(`${what} takes ${listed(choices)}, not '${given}'${advice}`)
}

/** `a, b or c`. */
export function listed(words: readonly string[]): string {
  return words.length < 2 ? words.join('') : `${words.slice(0, -1).join(', ')} or ${words.at(-1)}`
}

export function wholeNumber(what: string, text: string | undefined, least = 0): number | undefined {
  if (text === undefined) return undefined
  if (/^\d{1,15}$/.test(text) && Number(text) >= least) return Number(text)
  throw new UsageError(`${what} takes a whole number${least > 0 ? ` from ${least} on` : ''}, not '${text}'`)
}

interface Parsed {
  readonly values: Readonly<Record<string, unknown>>
  readonly positionals: readonly string[]
}

/** As `parseArgs`, with refusals in one sentence that name what was probably meant. */
export function parse(args: string[], options: OptionSpecs): Parsed {
  const config = Object.entries(options).map(([name, { type, short, multiple = false }]) => [
    name,
    { type, multiple, ...(short !== undefined && { short }) },
  ])
  const optional = Object.entries(options).flatMap(([name, it]) => (it.optional ? [`--${name}`] : []))
  const end = args.includes('--') ? args.indexOf('--') : args.length
  try {
    const { values, positionals } = parseArgs({
      args: args.map((arg, at) => (at < end && optional.includes(arg) ? `${arg}=` : arg)),
      allowPositionals: true,
      options: Object.fromEntries(config),
    })
    return { values: { ...values }, positionals }
  } catch (error) {
    throw new UsageError(refusal(error as Error, Object.keys(options)))
  }
}

/** The first sentence: what follows in messages of `parseArgs` is advice on `--` that does not apply here. */
function refusal({ message }: Error, names: readonly string[]): string {
  const ambiguous = /^Option '(?:-\w, )?(--[\w-]+).*argument is ambiguous/.exec(message)?.[1]
  if (ambiguous)
    return `${ambiguous} is followed by another flag. A value that begins with a dash: ${ambiguous}=-1`
  const sentence = message.split('\n')[0]?.replace(/\.(\s.*)?$/, '') ?? message
  const unknown = /^Unknown option '(--[^']+)'/.exec(message)?.[1]
  const meant = unknown && nearest(unknown.slice(2), names)
  return meant ? `${sentence}; did you mean --${meant}?` : sentence
}

/** Examples are not broken: they are there to be copied. */
function helpOf(spec: CommandSpec<OptionSpecs>, width = Number.POSITIVE_INFINITY): string {
  const usage = ['fairlead', spec.name, '[options]', spec.operands].filter(Boolean).join(' ')
  const options = table(optionRows({ ...spec.options, ...HELP }))
  const examples = (spec.examples ?? []).map((example) => `  ${example}\n`).join('')
  return [
    wrapHelp(`Usage: ${usage}\n\n${spec.about.trim()}\n\nOptions:\n${options}`, width),
    examples && `\nExamples:\n${examples}`,
  ].join('')
}

function optionRows(options: OptionSpecs): [string, string][] {
  return Object.entries(options).map(([name, { short, value, about, optional }]) => [
    `${short === undefined ? '    ' : `-${short}, `}--${name}${value === undefined ? '' : optional ? `[=${value}]` : ` ${value}`}`,
    about,
  ])
}

/** Two columns. */
export function table(rows: readonly (readonly [string, string])[]): string {
  const width = Math.max(...rows.map(([left]) => left.length)) + 2
  return rows.map(([left, right]) => `  ${left.padEnd(width)}${right}\n`).join('')
}
