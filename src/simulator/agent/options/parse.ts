/** Parses the command line as the CLI's own parser does. */
import { isBefore, isSimVersion, type Profile, SIM_VERSIONS } from '../version.ts'
import { ALIASES, FLAGS, type FlagSpec } from './flags.ts'

/** Thrown to end the process with this exit code, 1 by default, and this text on stderr. */
export class Refusal extends Error {
  readonly code: number

  constructor(message: string, code = 1) {
    super(message)
    this.code = code
  }
}

export class Flags {
  readonly #values = new Map<string, string[]>()
  readonly prompt: string | undefined

  constructor(values: ReadonlyMap<string, string[]>, prompt: string | undefined) {
    this.#values = new Map(values)
    this.prompt = prompt
  }

  has(flag: string): boolean {
    return this.#values.has(flag)
  }

  /** The last value given. */
  text(flag: string): string | undefined {
    return this.#values.get(flag)?.at(-1)
  }

  number(flag: string): number | undefined {
    const text = this.text(flag)
    return text === undefined || text === '' ? undefined : Number(text)
  }

  all(flag: string): readonly string[] {
    return this.#values.get(flag) ?? []
  }
}

export function parseFlags(argv: readonly string[], profile: Profile): Flags {
  const values = new Map<string, string[]>()
  const words: string[] = []
  const queue = [...argv]
  let open: string | undefined
  for (let word = queue.shift(); word !== undefined; word = queue.shift()) {
    if (word === '--') {
      words.push(...queue.splice(0))
      break
    }
    if (!word.startsWith('-') || word === '-') {
      if (open === undefined) words.push(word)
      else values.get(open)?.push(word)
      continue
    }
    open = undefined
    const equals = word.startsWith('--') ? word.indexOf('=') : -1
    const given = equals === -1 ? word : word.slice(0, equals)
    const name = ALIASES[given] ?? given
    const spec = FLAGS[name]
    if (spec === undefined || isTooNew(spec, profile)) throw new Refusal(`error: unknown option '${word}'`)
    const list = values.get(name) ?? []
    values.set(name, list)
    if (spec.kind === 'switch') continue
    let value = equals === -1 ? undefined : word.slice(equals + 1)
    if (value === undefined) {
      const next = queue[0]
      if (next !== undefined && (spec.kind !== 'optional' ? next !== '--' : !next.startsWith('-'))) {
        value = queue.shift()
        if (spec.kind === 'many') open = name
      } else if (spec.kind !== 'optional') {
        throw new Refusal(`error: option '${given} ${spec.value}' argument missing`)
      }
    }
    if (value === undefined) continue
    checkChoice(given, spec, value, profile)
    list.push(value)
  }
  return new Flags(values, words[0])
}

function isTooNew({ since }: FlagSpec, { version }: Profile): boolean {
  return since !== undefined && isBefore(version, since)
}

function checkChoice(given: string, spec: FlagSpec, value: string, { isOld, isFirst }: Profile): void {
  if (given === '--sim-version' && !isSimVersion(value)) {
    throw new Refusal(
      `error: option '--sim-version <version>' argument '${value}' is invalid. ` +
        `Allowed choices are ${SIM_VERSIONS.join(', ')}.`,
    )
  }
  if (spec.choices === undefined) return
  const first = isFirst ? spec.firstChoices : undefined
  const choices = first ?? [...spec.choices, ...(isOld ? [] : (spec.newChoices ?? []))]
  if (choices.includes(value)) return
  throw new Refusal(
    `error: option '${given} ${spec.value}' argument '${value}' is invalid. ` +
      `Allowed choices are ${choices.join(', ')}.`,
  )
}
