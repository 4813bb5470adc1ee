import { describe, expect, test } from 'vitest'
import type { Scenario } from './scenario.ts'
import { checkScenario } from './scenario-check.ts'

const everything: Scenario = {
  scripts: [
    {
      prompt: 'list the files',
      replies: [
        [
          { thinking: 'They want a list.' },
          { text: 'I look', chunk: 3, open: true },
          { delay: 0.5 },
          { text: ' around.', repeat: 2 },
          { tool: 'Bash', input: { command: 'ls' } },
          { tool: 'Read', input: {}, id: 'toolu_1' },
          { usage: { input_tokens: 0, output_tokens: 7 } },
        ],
        [
          { error: { status: 529, type: 'overloaded_error', message: '', retryAfter: 1, times: 2 } },
          { break: true, times: 1 },
          { break: true },
          { hold: 'gate' },
          { stop: 'max_tokens' },
        ],
      ],
    },
    { prompt: { pattern: '^run (it|them)$' }, replies: [[]], failed: [{ text: 'Then not.' }] },
  ],
  otherwise: [{ text: '' }],
  side: [{ prompt: 'title', reply: [{ hold: 'title' }, { text: '{"title":"A title"}' }] }],
}

test('a scenario with every kind of step passes, as it is', () => {
  expect(checkScenario(everything)).toBe(everything)
  expect(checkScenario({ scripts: [] })).toEqual({ scripts: [] })
})

/** A scenario with this value instead of the second step of the third script's first reply. */
const withStep = (step: unknown) => {
  const script = { prompt: 'x', replies: [[]] }
  return { scripts: [script, script, { prompt: 'x', replies: [[{ text: 'first' }, step]] }] }
}
const withPrompt = (prompt: unknown) => ({ scripts: [{ prompt, replies: [[]] }] })

describe('the error says where and what', () => {
  test.each([
    [null, 'scenario: must be an object'],
    [[], 'scenario: must be an object'],
    [{}, 'scripts: must be an array'],
    [{ scripts: {} }, 'scripts: must be an array'],
    [
      { scripts: [], other: [] },
      'scenario: has no field "other"; it can have scripts, otherwise, side, faults',
    ],
    [{ scripts: [], otherwise: {} }, 'otherwise: must be an array'],
    [{ scripts: [], otherwise: ['text'] }, 'otherwise[0]: must be an object'],
    [{ scripts: [], side: [{ prompt: 'x' }] }, 'side[0].reply: must be an array'],
    [
      { scripts: [], side: [{ prompt: 'x', reply: [{ tool: 'Bash', input: {} }] }] },
      'side[0].reply[0]: must not call a tool: side calls have none',
    ],
    [{ scripts: ['x'] }, 'scripts[0]: must be an object'],
    [{ scripts: [{ prompt: 'x' }] }, 'scripts[0].replies: must be an array'],
    [{ scripts: [{ prompt: 'x', replies: [] }] }, 'scripts[0].replies: must not be empty'],
    [{ scripts: [{ prompt: 'x', replies: [{ text: 'x' }] }] }, 'scripts[0].replies[0]: must be an array'],
    [{ scripts: [{ replies: [[]] }] }, 'scripts[0].prompt: must be a string or { pattern }'],
    [{ scripts: [{ prompt: 'x', replies: [[]], failed: [[]] }] }, 'scripts[0].failed[0]: must be an object'],
    [withPrompt(7), 'scripts[0].prompt: must be a string or { pattern }'],
    [withPrompt(''), 'scripts[0].prompt: must not be empty'],
    [withPrompt({}), 'scripts[0].prompt.pattern: is missing; it must be a string'],
    [withPrompt({ pattern: '' }), 'scripts[0].prompt.pattern: must not be empty'],
    [
      withPrompt({ pattern: 'x', flags: 'i' }),
      'scripts[0].prompt: has no field "flags"; it can have pattern',
    ],
  ])('%j: %s', (value, message) => {
    expect(() => checkScenario(value)).toThrow(expect.objectContaining({ message }))
  })

  test('a pattern that is no regular expression', () => {
    expect(() => checkScenario(withPrompt({ pattern: '(' }))).toThrow(
      /^scripts\[0\]\.prompt\.pattern: must be a regular expression \(.*group/,
    )
  })

  const positive = 'must be a whole number, 1 or more'
  test.each([
    [{ tool: 7, input: {} }, '.tool: must be a string'],
    [{ tool: '', input: {} }, '.tool: must not be empty'],
    [{ tool: 'Bash' }, '.input: is missing; it must be an object'],
    [{ tool: 'Bash', input: [] }, '.input: must be an object'],
    [{ tool: 'Bash', input: {}, id: 1 }, '.id: must be a string'],
    [{ text: null }, '.text: must be a string'],
    [{ text: '', chunk: 0 }, `.chunk: ${positive}`],
    [{ text: '', chunk: 1.5 }, `.chunk: ${positive}`],
    [{ text: '', repeat: '2' }, `.repeat: ${positive}`],
    [{ text: '', open: false }, '.open: must be true'],
    [{ text: '', times: 1 }, ': has no field "times"; it can have text, chunk, repeat, open'],
    [{ thinking: 1 }, '.thinking: must be a string'],
    [{ delay: -1 }, '.delay: must be a number from 0 to 2147483647'],
    [{ delay: Number.NaN }, '.delay: must be a number from 0 to 2147483647'],
    [{ delay: 2 ** 31 }, '.delay: must be a number from 0 to 2147483647'],
    [{ hold: '' }, '.hold: must not be empty'],
    [{ break: false }, '.break: must be true'],
    [{ break: true, times: 0 }, `.times: ${positive}`],
    [{ error: 529 }, '.error: must be an object'],
    [{ error: {} }, '.error.status: is missing; it must be a whole number from 400 to 599'],
    [{ error: { status: 200 } }, '.error.status: must be a whole number from 400 to 599'],
    [{ error: { status: 400.5 } }, '.error.status: must be a whole number from 400 to 599'],
    [{ error: { status: 429, retryAfter: -1 } }, '.error.retryAfter: must be a number, 0 or more'],
    [{ error: { status: 429, times: 0 } }, `.error.times: ${positive}`],
    [{ stop: 1 }, '.stop: must be a string'],
    [{ usage: { output_tokens: 0.5 } }, '.usage.output_tokens: must be a whole number, 0 or more'],
    [{ text: 'x', tool: 'Bash', input: {} }, ': must not have both text and tool: they are two steps'],
    [
      { txet: 'x' },
      ': must have one of the fields text, thinking, tool, delay, hold, error, break, stop, rateLimit, auth, notice, dialog, message, fault, usage',
    ],
  ])('step %j%s', (step, message) => {
    expect(() => checkScenario(withStep(step))).toThrow(
      expect.objectContaining({ message: `scripts[2].replies[0][1]${message}` }),
    )
  })
})
