/** Completes commands, options, values, and the names that the running host knows. */
import type { ApiClient } from '../../api/client.ts'
import { approvalLine } from '../approvals/describe.ts'
import type { Completes, OptionSpecs } from '../command-line.ts'
import { findHost } from '../host/find-host.ts'
import type { Command, Io } from '../io.ts'
import { sessionsNamed } from '../sessions/resolve-session.ts'
import { shortIds } from '../show/short-id.ts'
import { shorten } from '../terminal/truncate.ts'

export type Commands = Readonly<Record<string, Command>>
type Candidate = readonly [word: string, about: string]

/** Returned instead of candidates: the shell completes paths. */
export const FILES = '__files__'

/** `words` follow `fairlead`; the last one is being typed and may be empty. */
export async function complete(words: readonly string[], commands: Commands, io: Io): Promise<string> {
  const found = await candidates(joined(words), commands, io).catch((): Candidate[] => [])
  if (found === FILES) return `${FILES}\n`
  return found.map(([word, about]) => `${word}\t${shorten(about, 80)}\n`).join('')
}

/** bash splits `--format=json` into three words. */
function joined(words: readonly string[]): string[] {
  if (words.at(-1) === '=') return [...words.slice(0, -1), '']
  return words.at(-2) === '=' ? [...words.slice(0, -2), words.at(-1) ?? ''] : [...words]
}

async function candidates(
  words: readonly string[],
  commands: Commands,
  io: Io,
): Promise<Candidate[] | typeof FILES> {
  const [name = '', ...args] = words
  const current = words.at(-1) ?? ''
  const names = Object.entries(commands).map(([it, { summary }]): Candidate => [it, summary])
  if (args.length === 0)
    return beginning(current, [...names, ['help', 'help on a command'], ['--help', ''], ['--version', '']])
  if (name === 'help') return beginning(current, [...names, ['exit-codes', 'how commands end']])
  const command = Object.hasOwn(commands, name) ? commands[name] : undefined
  if (!command) return []
  const { options } = command
  const before = args.slice(0, -1)
  const asked = valueOption(before.at(-1) ?? '', options)
  if (asked) return kind(asked.choices ?? asked.completes, current, io)
  const [, option = '', given = ''] = /^--([^=]+)=(.*)$/.exec(current) ?? []
  if (option !== '') {
    const spec = options[option]
    const found = await kind(spec?.choices ?? spec?.completes, given, io)
    return found === FILES ? FILES : found.map(([word, about]) => [`--${option}=${word}`, about])
  }
  if (current.startsWith('-')) {
    const flags = Object.entries(options).map(([it, { about }]): Candidate => [`--${it}`, about])
    return beginning(current, flags)
  }
  return kind(command.completesAt(operandCount(before, options)), current, io)
}

/** The option whose value follows this word. */
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

async function kind(
  completes: Completes | undefined,
  current: string,
  io: Io,
): Promise<Candidate[] | typeof FILES> {
  if (completes === undefined || completes === 'text') return []
  if (completes === 'file') return FILES
  if (typeof completes !== 'string')
    return completes.filter((word) => word.startsWith(current)).map((word) => [word, ''])
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
  const found = all.map(
    (view): Candidate => [short(view.id), `${approvalLine(view, 50)} (${view.sessionTitle})`],
  )
  return beginning(current, found)
}

function beginning(current: string, found: readonly Candidate[]): Candidate[] {
  return found.filter(([word]) => word.startsWith(current))
}
