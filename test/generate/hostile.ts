/** Makes events that are not as they should be: some part of a sound one is missing, or is something else. */

import type { SessionEvent } from '../../src/state/events.ts'
import fc from './fast-check.ts'

interface Damage {
  /** Which event, and how to get from it to the part: at each level, which of the fields. */
  readonly event: number
  readonly path: readonly number[]
  /** In place of the part; undefined: it is taken out. */
  readonly value: unknown
}

const odd: fc.Arbitrary<unknown> = fc.oneof(
  fc.constantFrom<unknown>(
    undefined,
    null,
    true,
    0,
    -1,
    1.5,
    1e308,
    '',
    'x',
    '__proto__',
    'constructor',
    'toString',
  ),
  fc.constantFrom<unknown>([], {}, [null], [[]], [{}], { type: 5 }, { length: 3 }, [0, 'a', null]),
  fc.constantFrom<unknown>(
    'user',
    'assistant',
    'success',
    'error',
    'running',
    'tool_use',
    'tool_result',
    't1',
    'r1',
  ),
  fc.jsonValue({ maxDepth: 3 }).map((value) => JSON.parse(JSON.stringify(value)) as unknown),
)

const damages: fc.Arbitrary<readonly Damage[]> = fc.array(
  fc.record({ event: fc.nat(), path: fc.array(fc.nat(50), { minLength: 1, maxLength: 7 }), value: odd }),
  { minLength: 1, maxLength: 12 },
)

/** Some of the events damaged; their numbers and times may be too. */
export function hostile(events: fc.Arbitrary<readonly SessionEvent[]>): fc.Arbitrary<SessionEvent[]> {
  return fc.tuple(events, damages).map(([sound, all]) => {
    const damaged: unknown[] = [...sound]
    for (const { event, path, value } of all) {
      const place = event % damaged.length
      damaged[place] = withPart(damaged[place], path, value)
    }
    // It is what the reader of a journal would take for events.
    return damaged as SessionEvent[]
  })
}

/** The path ends early where there is nothing below. */
function withPart(whole: unknown, [step, ...rest]: readonly number[], value: unknown): unknown {
  if (step === undefined || typeof whole !== 'object' || whole === null) return value
  const copy: Record<string, unknown> | unknown[] = Array.isArray(whole) ? [...whole] : { ...whole }
  const keys = Object.keys(copy)
  const key = keys[step % Math.max(1, keys.length)]
  if (key === undefined) return value
  const part = withPart((copy as Record<string, unknown>)[key], rest, value)
  if (part !== undefined) (copy as Record<string, unknown>)[key] = part
  else if (Array.isArray(copy)) copy.splice(Number(key), 1)
  else delete copy[key]
  return copy
}
