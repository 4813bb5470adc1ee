/** An example for everything that the reference has an entry for, by keys such as `host:set_model`. */
import type { SeedExample } from '../../seeds/example.ts'
import { type OwnExample, ownExamples } from './own-examples.ts'
import type { WireExample } from './wire-examples.ts'

export interface Example {
  readonly value: Readonly<Record<string, unknown>>
  /** Of a request: what the answer holds. Of a hook: its `hookSpecificOutput`, without the event's name. */
  readonly answer?: unknown
}

/** Up to here a longer example says more; over it, a shorter one is easier to read. */
const READABLE = 420

export class Examples {
  readonly #byKey = new Map<string, Example[]>()

  constructor(seeds: readonly SeedExample[], wire: readonly WireExample[]) {
    for (const example of seeds)
      this.#add(keyOf(example.from, example.message), { value: { ...example.message } })
    for (const example of wire) this.#addWire(example)
  }

  /** One written for this page, or else the most telling one that is short. */
  get(key: string): Example | undefined {
    const own = ownExamples[key]
    const all = (this.#byKey.get(key) ?? []).toSorted((a, b) => lengthOf(a) - lengthOf(b))
    const chosen = all.findLast((it) => lengthOf(it) <= READABLE) ?? all[0]
    const answer = all.find((it) => it.answer !== undefined)?.answer
    if (own !== undefined) return { answer, ...fromOwn(key, own) }
    return chosen && { value: chosen.value, answer: chosen.answer ?? answer }
  }

  #add(key: string, example: Example): void {
    this.#byKey.set(key, [...(this.#byKey.get(key) ?? []), example])
  }

  #addWire({ helper, name, all, answer }: WireExample): void {
    if (helper === 'fromCli') this.#add(keyOf('cli', all), { value: all })
    else if (helper === 'fromHost') this.#add(keyOf('host', all), { value: all })
    else if (helper === 'hostAsks' && name !== '')
      this.#add(`host:${name}`, { value: asked(name, all), answer })
    else if (helper === 'cliAsks' && name !== '')
      this.#add(`cli:${name}`, { value: asked(name, all), answer })
    else if (name !== '')
      this.#add(`${helper === 'hookTells' ? 'hook' : helper}:${name}`, { value: all, answer })
    else this.#add(`${helper}:${all.type ?? all.behavior}`, { value: all })
  }
}

function fromOwn(key: string, { fields, answer }: OwnExample): Example {
  const [side = '', name = ''] = key.split(':')
  const value = side === 'host' || side === 'cli' ? asked(name, fields) : fields
  return answer === undefined ? { value } : { value, answer }
}

function asked(subtype: string, fields: object): Readonly<Record<string, unknown>> {
  return { type: 'control_request', request_id: 'req_17', request: { subtype, ...fields } }
}

function keyOf(from: 'cli' | 'host', message: object): string {
  const { type, subtype, request } = message as {
    type: string
    subtype?: string
    request?: { subtype: string }
  }
  if (type === 'system') return `system:${subtype}`
  if (type === 'control_request' && request !== undefined) return `${from}:${request.subtype}`
  return `${from === 'cli' ? 'stdout' : 'stdin'}:${type}`
}

function lengthOf({ value }: Example): number {
  return JSON.stringify(value).length
}
