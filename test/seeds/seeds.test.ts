// Every message that one of the four seed documents shows decodes to its own type.
// Where a seed shows a part, the fixture completes it; where it describes a variant in words, that is here too.
import { describe, expect, test } from 'vitest'
import { decode, decodeInput, encode, isHookInput, LineFramer } from '../../src/protocol/index.ts'
import { type SeedExample, subtypeOf } from './example.ts'
import { seed001 } from './seed-001.ts'
import { seed002 } from './seed-002.ts'
import { seed003Control } from './seed-003-control.ts'
import { seed003Messages } from './seed-003-messages.ts'
import { seed004Stdin } from './seed-004-stdin.ts'
import { seed004Stdout } from './seed-004-stdout.ts'

const seeds: { [seed: string]: SeedExample[] } = {
  'seed 001': seed001,
  'seed 002': seed002,
  'seed 003': [...seed003Messages, ...seed003Control],
  'seed 004': [...seed004Stdin, ...seed004Stdout],
}
const examples = Object.entries(seeds).flatMap(([seed, list]) =>
  list.map((example) => ({ name: `${seed}, "${example.section}": ${example.what}`, example })),
)

function decoded(example: SeedExample) {
  const lines = new LineFramer().push(new TextEncoder().encode(encode(example.message)))
  expect(lines).toHaveLength(1)
  return lines.map((line) => (example.from === 'cli' ? decode(line) : decodeInput(line)))[0]
}

describe('decodes to its own type', () => {
  // No `test.each`: it cuts long names.
  for (const { name, example } of examples) {
    test(name, () => {
      const result = decoded(example)
      if (result?.kind !== 'message') throw new Error(JSON.stringify(result))
      expect(result.message.type).toBe(example.type)
      expect(subtypeOf(result.message)).toBe(example.subtype)
      expect(result.message).toStrictEqual(example.message)
    })
  }
})

test('no two examples have the same name', () => {
  expect(new Set(examples.map((it) => it.name)).size).toBe(examples.length)
})

test('seed 003, "hook_callback": its input narrows to the event', () => {
  const requests = examples
    .map((it) => it.example.message)
    .filter((it) => it.type === 'control_request')
    .map((it) => it.request)
    .filter((it) => it.subtype === 'hook_callback')
  expect(requests.map((it) => isHookInput('PreToolUse', it.input))).toEqual([true])
})
