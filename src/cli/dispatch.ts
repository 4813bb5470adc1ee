/** Runs the requested command, and turns what it throws into one line and an exit code. */
import { ApiError } from '../api/errors.ts'
import { BinaryNotFoundError, OptionsError, WorkingDirectoryError } from '../process/errors.ts'
import { systemTrouble } from '../process/system-trouble.ts'
import { nearest } from '../protocol/nearest.ts'
import { inFlags } from './agent.ts'
import { type OptionSpecs, parse, UsageError } from './command-line.ts'
import { COMMAND_NAMES, loadCommand } from './commands.ts'
import { EXIT } from './exit-codes.ts'
import type { Io } from './io.ts'
import { packageVersion } from './package-version.ts'
import { columnsOf } from './terminal/columns.ts'
import { printable } from './terminal/printable.ts'
import { wrapHelp } from './terminal/wrap-help.ts'
import { exitCodesHelp, greeting, help } from './texts.ts'

export { processIo } from './io.ts'

const OPTIONS: OptionSpecs = {
  help: { type: 'boolean', short: 'h', about: 'show this help' },
  version: { type: 'boolean', short: 'v', about: 'show the version' },
}

export async function dispatch(args: string[], io: Io): Promise<number> {
  const [name = ''] = args
  const isCommand = name !== '' && !name.startsWith('-')
  const path = isCommand && COMMAND_NAMES.includes(name) ? `fairlead ${name}` : 'fairlead'
  try {
    return await (isCommand ? runCommand(name, args.slice(1), io) : withoutCommand(args, io))
  } catch (error) {
    return failure(error, path, io)
  }
}

async function withoutCommand(args: string[], io: Io): Promise<number> {
  const { values, positionals } = parse(args, OPTIONS)
  if (positionals[0] !== undefined) throw new UsageError('The command comes first, its options after it')
  if (values.help) io.out(wrapHelp(help(), columnsOf(io.stdout, 40)))
  else if (values.version) io.out(`${packageVersion()}\n`)
  else io.out(wrapHelp(greeting(packageVersion()), columnsOf(io.stdout, 40)))
  return 0
}

async function runCommand(name: string, args: string[], io: Io): Promise<number> {
  if (name === 'help') return helpFor(args, io)
  if (name === '__complete') {
    const { complete } = await import('./completion/complete.ts')
    io.out(await complete(args, io))
    return EXIT.done
  }
  const command = await loadCommand(name)
  if (command === undefined) throw new UsageError(unknownCommand(name))
  return command.run(args, io)
}

/** `fairlead help run` is `fairlead run --help`. */
async function helpFor(args: string[], io: Io): Promise<number> {
  const [name] = args
  if (name === 'exit-codes') {
    io.out(wrapHelp(exitCodesHelp(), columnsOf(io.stdout, 40)))
    return EXIT.done
  }
  if (name !== undefined && name !== 'help') return runCommand(name, ['--help'], io)
  io.out(wrapHelp(help(), columnsOf(io.stdout, 40)))
  return 0
}

function unknownCommand(name: string): string {
  const meant = nearest(name, [...COMMAND_NAMES, 'help', 'exit-codes'])
  return `Unknown command '${name}'${meant ? `; did you mean ${meant}?` : ''}`
}

function failure(error: unknown, path: string, io: Io): number {
  const { message: said, stack } = error instanceof Error ? error : new Error(String(error))
  // The message may contain text from an agent.
  const message = printable(said)
  if (io.env.DEBUG) io.err(`${stack}\n`)
  if (error instanceof UsageError) {
    const end = /[.?!]$/.test(message) ? '' : '.'
    io.err(`${path}: ${message}${end} See \`${path} --help\`.\n`)
    return EXIT.usage
  }
  const words =
    error instanceof BinaryNotFoundError
      ? asAgent(message)
      : error instanceof OptionsError
        ? inFlags(message)
        : systemTrouble({ ...(error as object), message })
  io.err(`${path}: ${words ?? message}\n`)
  return exitCodeOf(error)
}

function exitCodeOf(error: unknown): number {
  if (error instanceof OptionsError || error instanceof WorkingDirectoryError) return EXIT.usage
  if (error instanceof ApiError) return OF_API[error.code] ?? EXIT.failed
  const { exitCode } = error as { exitCode?: unknown }
  return typeof exitCode === 'number' ? exitCode : EXIT.failed
}

const OF_API: Partial<Record<ApiError['code'], number>> = {
  'bad-request': EXIT.usage,
  'not-found': EXIT.notFound,
  unreachable: EXIT.noHost,
}

function asAgent(message: string): string {
  const text = inFlags(message)
  const named = /^--agent is "(.+)",/.exec(text)?.[1]
  return named !== undefined && nearest(named, ['sim']) ? `${text}\nDid you mean --agent sim?` : text
}
