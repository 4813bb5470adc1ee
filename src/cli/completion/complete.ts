/** What could stand where somebody types: commands, options, values, and names that the running host knows. */
import type { ApiClient } from '../../api/client.ts'
import { approvalLine } from '../approvals/describe.ts'
import type { Completes, OptionSpecs } from '../command-line.ts'
import { GROUPS, loadCommand } from '../commands.ts'
import { findHost } from '../host/find-host.ts'
import type { Io } from '../io.ts'
import { sessionsNamed } from '../sessions/resolve-session.ts'
import { shortIds } from '../show/short-id.ts'
import { shorten } from '../terminal/truncate.ts'

/** A word, and what it is. */
type Candidate = readonly [word: string, about: string]

/** In place of candidates: the shell shall complete paths. */
export const FILES = '__files__'

/** `words` stand after `fairlead`; the last is the one being typed, and may be empty. */
export async function complete(words: readonly string[], io: Io): Promise<string> {
  const found = await candidates(joined(words), io).catch((): Candidate[] => [])
  if (found === FILES) return `${FILES}\n`
  return found.map(([word, about]) => `${word}\t${shorten(about, 80)}\n`).join('')
}

/** bash makes three words of `--format=json`. */
function joined(words: readonly string[]): string[] {
  const isSplit = words.at(-1) === '=' || words.at(-2) === '='
  if (!isSplit) return [...words]
  return words.at(-1) === '=' ? [...words.slice(0, -1), ''] : [...words.slice(0, -2), words.at(-1) ?? '']
}

async function candidates(words: readonly string[], io: Io): Promise<Candidate[] | typeof FILES> {
  const [name = '', ...args] = words
  const current = words.at(-1) ?? ''
  const names = GROUPS.flatMap(([, commands]) =>
    Object.entries(commands).map(([it, { summary }]): Candidate => [it, summary]),
  )
  if (args.length === 0)
    return beginning(current, [...names, ['help', 'help on a command'], ['--help', ''], ['--version', '']])
  if (name === 'help') return beginning(current, [...names, ['exit-codes', 'exit codes of commands']])
  const command = await loadCommand(name)
  if (!command) return []
  const { options } = command
  const before = args.slice(0, -1)
  const asked = valueOption(before.at(-1) ?? '', options)
  if (asked) return values(asked, current, io)
  const [, option = '', given = ''] = /^--([^=]+)=(.*)$/.exec(current) ?? []
  if (option !== '') {
    const found = await values(options[option], given, io)
    return found === FILES ? FILES : found.map(([word, about]) => [`--${option}=${word}`, about])
  }
  if (current.startsWith('-'))
    return beginning(
      current,
      Object.entries(options).map(([it, { about }]) => [`--${it}`, about]),
    )
  return kind(command.completesAt(operandCount(before, options)), current, io)
}

/** The option whose value is typed next. */
function valueOption(word: string, options: OptionSpecs): OptionSpecs[string] | undefined {
  const [, long, short] = /^(?:--([^=]+)|-(\w))$/.exec(word) ?? []
  const found = Object.entries(options).find(
    ([name, spec]) => name === long || (short && spec.short === short),
  )
  return found?.[1].type === 'string' ? found[1] : undefined
}

function operandCount(words: readonly string[], options: OptionSpecs): number {
  let count = 0
  for (let index = 0; index < words.length; index += 1) {
    const word = words[index] ?? ''
    if (valueOption(word, options)) index += 1
    else if (!word.startsWith('-') || word === '-') count += 1
  }
  return count
}

function values(
  option: OptionSpecs[string] | undefined,
  current: string,
  io: Io,
): Promise<Candidate[] | typeof FILES> {
  return kind(option?.choices ?? option?.completes, current, io)
}

async function kind(
  completes: Completes | undefined,
  current: string,
  io: Io,
): Promise<Candidate[] | typeof FILES> {
  if (completes === undefined || completes === 'text') return []
  if (completes === 'file') return FILES
  if (typeof completes !== 'string')
    return beginning(
      current,
      completes.map((it) => [it, '']),
    )
  const api = findHost(io)?.api
  if (!api) return []
  return completes === 'session' ? sessions(api, current) : approvals(api, current)
}

async function sessions(api: ApiClient, current: string): Promise<Candidate[]> {
  const { sessions: all } = await api.call('listSessions', {})
  const short = shortIds(all.map(({ id }) => id))
  const fitting = current === '' ? all : sessionsNamed(all, current)
  return fitting.map(({ id, title, liveness }) => [short(id), `${title} (${liveness.words})`])
}

async function approvals(api: ApiClient, current: string): Promise<Candidate[]> {
  const { approvals: all } = await api.call('listApprovals', {})
  const short = shortIds(all.map(({ id }) => id))
  return beginning(
    current,
    all.map((view) => [short(view.id), `${approvalLine(view, 50)} (${view.sessionTitle})`]),
  )
}

function beginning(current: string, found: readonly Candidate[]): Candidate[] {
  return found.filter(([word]) => word.startsWith(current))
}
