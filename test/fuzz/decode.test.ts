import { expect } from 'vitest'
import { decode, decodeInput } from '../../src/protocol/decode.ts'
import { isObject } from '../../src/protocol/json.ts'
import { stdinShapes } from '../../src/protocol/stdin.ts'
import { stdoutShapes } from '../../src/protocol/stdout.ts'
import fc from '../generate/fast-check.ts'
import { messagesOf } from '../generate/from-shape.ts'
import { mutatedJson, mutatedText } from '../generate/mutate.ts'
import { fuzz } from './fuzz.ts'

const messages = fc.oneof(
  ...[...messagesOf(stdoutShapes), ...messagesOf(stdinShapes)].map(([, message]) => message),
)
const lines = fc.oneof(
  mutatedJson(messages).map((value) => JSON.stringify(value) ?? ''),
  mutatedText(messages.map((message) => JSON.stringify(message))),
  fc.string({ unit: 'binary' }),
)

function parsed(line: string): unknown {
  try {
    return JSON.parse(line)
  } catch {
    return undefined
  }
}

fuzz(
  'decode: a line is a message or said to be none, and nothing of it is lost',
  lines,
  (line) => {
    const value = parsed(line)
    for (const decoded of [decode(line), decodeInput(line)]) {
      if (decoded.kind === 'message') expect(decoded.message).toEqual(value)
      else expect(['unknown', 'noise', 'broken']).toContain(decoded.kind)
      if (isObject(value)) expect(['message', 'unknown']).toContain(decoded.kind)
    }
  },
  { runs: 150 },
)
