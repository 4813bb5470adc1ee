/** Commands with options: the parsing, the help and the refusals are the same for all of them. */
import { parseArgs } from 'node:util'
import type { Command, Io } from './io.ts'
import { nearest } from './suggest.ts'

export interface OptionSpec {
  readonly type: 'string' | 'boolean'
  readonly short?: string
  readonly multiple?: boolean
  /** What the value is, in capitals, for the help. */
  readonly value?: string
  readonly about: string
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
  readonly summary: string
  /** What may stand beside the options, such as `[PATH]`. */
  readonly operands?: string
  /** How many operands there may be. */
  readonly most: number
  readonly about: string
  readonly options: S
  readonly examples?: readonly string[]
}
export interface Given<S extends OptionSpecs> {
  readonly values: Values<S>
  readonly operands: readonly string[]
}

/** The command was called wrongly. */
export class UsageError extends Error {}

const HELP = { help: { type: 'boolean', short: 'h', about: 'show this help' } } as const

export function defineCommand<const S extends OptionSpecs>(
  spec: CommandSpec<S>,
  body: (given: Given<S>, io: Io) => Promise<number>,
): Command {
  const read = (args: string[]) => {
    const { values, positionals } = parse(args, { ...spec.options, ...HELP })
    const extra = positionals[spec.most]
    if (extra !== undefined && values.help !== true)
      throw new UsageError(`'${extra}' is one argument too many`)
    return { values, positionals }
  }
  return {
    summary: spec.summary,
    check: (args) => void read(args),
    async run(args, io) {
      const { values, positionals } = read(args)
      if (values.help === true) {
        io.out(helpOf(spec))
        return 0
      }
      return body({ values: values as Values<S>, operands: positionals }, io)
    },
  }
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
  try {
    const { values, positionals } = parseArgs({
      args,
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
  const sentence = message.split('\n')[0]?.replace(/\.(\s.*)?$/, '') ?? message
  const unknown = /^Unknown option '(--[^']+)'/.exec(message)?.[1]
  const meant = unknown && nearest(unknown.slice(2), names)
  return meant ? `${sentence}; did you mean --${meant}?` : sentence
}

export function helpOf(spec: CommandSpec<OptionSpecs>): string {
  const usage = ['fairlead', spec.name, '[options]', spec.operands].filter(Boolean).join(' ')
  const examples = (spec.examples ?? []).map((example) => `  ${example}\n`).join('')
  return [
    `Usage: ${usage}\n\n${spec.about.trim()}\n\nOptions:\n${table(optionRows({ ...spec.options, ...HELP }))}`,
    examples && `\nExamples:\n${examples}`,
  ].join('')
}

function optionRows(options: OptionSpecs): [string, string][] {
  return Object.entries(options).map(([name, { short, value, about }]) => [
    `${short === undefined ? '    ' : `-${short}, `}--${name}${value === undefined ? '' : ` ${value}`}`,
    about,
  ])
}

/** Two columns. */
export function table(rows: readonly (readonly [string, string])[]): string {
  const width = Math.max(...rows.map(([left]) => left.length)) + 2
  return rows.map(([left, right]) => `  ${left.padEnd(width)}${right}\n`).join('')
}
