// docs/protocol.md is what the sources make of it, and nothing of the protocol is missing there.
import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { describe, expect, test } from 'vitest'
import {
  decode,
  decodeInput,
  encode,
  isHookEvent,
  isHookInput,
  isPermissionUpdate,
  isToolInput,
  isToolName,
} from '../../src/protocol/index.ts'
import { mismatch } from '../../src/protocol/shape.ts'
import { streamEventCheck } from '../../src/protocol/stream.ts'
import { subtypeOf } from '../seeds/example.ts'
import { seed001 } from '../seeds/seed-001.ts'
import { seed002 } from '../seeds/seed-002.ts'
import { seed003Control } from '../seeds/seed-003-control.ts'
import { seed003Messages } from '../seeds/seed-003-messages.ts'
import { seed004Stdin } from '../seeds/seed-004-stdin.ts'
import { seed004Stdout } from '../seeds/seed-004-stdout.ts'
import { blocksIn } from './blocks.ts'
import { heading } from './protocol/entry.ts'
import { ownExamples } from './protocol/own-examples.ts'
import { type Kind, NAMES, protocolReference, titleOf } from './protocol-reference.ts'

const root = fileURLToPath(new URL('../..', import.meta.url))
const read = (path: string) => readFileSync(join(root, path), 'utf8')
const filesIn = (folder: string) =>
  readdirSync(join(root, folder), { recursive: true, encoding: 'utf8' })
    .filter((name) => name.endsWith('.ts'))
    .sort()
    .map((name) => join(folder, name))

const generated = protocolReference({
  types: filesIn('src/protocol')
    .filter((file) => !file.endsWith('.test.ts'))
    .map(read),
  spec: read('SPEC.md'),
  seeds: [seed001, seed002, seed003Messages, seed003Control, seed004Stdin, seed004Stdout].flat(),
  wire: filesIn('test/wire')
    .filter((file) => file.endsWith('.test.ts'))
    .map(read),
  wireShared: read('test/wire/wire.ts'),
})

test('docs/protocol.md is up to date', async () => {
  await expect(generated, 'docs/protocol.md is not up to date: run `npm run docs`').toMatchFileSnapshot(
    join(root, 'docs/protocol.md'),
  )
})

/** The entry under its heading, up to the next one. */
function entryOf(kind: Kind, name: string): string {
  const [, entry, again] = generated.split(`\n### ${heading(titleOf(kind, name))}\n`)
  expect(again, `${titleOf(kind, name)} is there twice`).toBeUndefined()
  return entry?.split(/\n##+ /)[0] ?? ''
}

function exampleOf(kind: Kind, name: string): Record<string, unknown> {
  const [example] = blocksIn(entryOf(kind, name))
  return JSON.parse(example?.text ?? 'null')
}

/** Types and subtypes of what the example is, once it has gone over the wire. */
function decoded(from: 'host' | 'cli', message: object): (string | undefined)[] {
  const result = from === 'host' ? decodeInput(encode(message)) : decode(encode(message))
  if (result.kind !== 'message') throw new Error(JSON.stringify(result))
  return [result.message.type, subtypeOf(result.message)]
}

const shows: Readonly<
  Record<Exclude<Kind, 'mode'>, (name: string, example: Record<string, unknown>) => unknown>
> = {
  stdin: (name, example) => decoded('host', example)[0] === name,
  stdout: (name, example) => decoded('cli', example)[0] === name,
  system: (name, example) => decoded('cli', example).join() === `system,${name}`,
  host: (name, example) => decoded('host', example).join() === `control_request,${name}`,
  cli: (name, example) => decoded('cli', example).join() === `control_request,${name}`,
  event: (name, event) => decoded('cli', { type: 'stream_event', event }).join() === `stream_event,${name}`,
  delta: (name, delta) =>
    delta.type === name &&
    mismatch({ type: 'content_block_delta', index: 0, delta }, streamEventCheck) === undefined,
  block: (name, block) =>
    block.type === name && decoded('cli', { type: 'assistant', message: { content: [block] } }).length > 0,
  hook: (name, fields) => {
    const base = { session_id: 's', transcript_path: 't', cwd: 'c', hook_event_name: name }
    return isHookEvent(name) && isHookInput(name, { ...base, ...fields })
  },
  tool: (name, input) => isToolName(name) && isToolInput(name, input),
  update: (name, update) => update.type === name && isPermissionUpdate(update),
}

describe('docs/protocol.md has an entry, with what it is for and an example of it, for each', () => {
  test.each(Object.keys(shows) as (keyof typeof shows)[])('%s', (kind) => {
    expect(NAMES[kind].length).toBeGreaterThan(4)
    for (const name of NAMES[kind]) {
      const [, purpose = ''] = entryOf(kind, name).split('\n')
      expect(purpose, name).toMatch(/^[A-Z].*[.?]/)
      expect(shows[kind](name, exampleOf(kind, name)), `${kind} ${name}`).toBe(true)
    }
  })
  test('mode', () => {
    for (const mode of NAMES.mode) expect(generated).toContain(`\n| \`${mode}\` | `)
  })
})

test('an entry has its fields, the comments beside them, the versions and the traps', () => {
  const canUseTool = entryOf('cli', 'can_use_tool')
  expect(canUseTool).toContain('| `tool_name` | text | yes |')
  expect(canUseTool).toContain('| `agent_id` | text |  | The sub-agent that asks. |')
  expect(entryOf('system', 'status')).toMatch(/\*\*Traps\.\*\*\n\n- .* Contradicts S3: .*R-TYPE-7\b/)
  expect(entryOf('host', 'get_plan')).toContain('are answered by 325 and unsupported in 197.')
  expect(entryOf('host', 'get_plan')).toContain('Seen in 325. 37 does not know this request')
  expect(entryOf('hook', 'PreToolUse')).toContain('`permissionDecision`')
})

test('every example written for this page is of something that has an entry', () => {
  for (const [kind, name] of Object.keys(ownExamples).map((key) => key.split(':'))) {
    expect(NAMES[kind as Kind]).toContain(name)
  }
})

test('no entry has more than six sentences of SPEC.md', () => {
  for (const entry of generated.split('\n### ')) expect(entry.split('](../SPEC.md#').length).toBeLessThan(8)
})
