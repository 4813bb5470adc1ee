import { describe, expect, test } from 'vitest'
import type { Scenario } from '../scenario.ts'
import { choose } from './choose.ts'

const scenario: Scenario = {
  scripts: [
    { prompt: 'Run the tests', replies: [[{ tool: 'Bash', input: {} }], [{ text: 'They pass.' }]] },
    { prompt: { pattern: '^stop( it)?$' }, replies: [[{ text: 'I stop.' }]] },
    { prompt: 'tests', replies: [[{ text: 'Which tests?' }]] },
  ],
}
const withDefault: Scenario = { ...scenario, otherwise: [{ tool: 'Read', input: {} }] }

const user = (...texts: string[]) => ({
  role: 'user',
  content: texts.map((text) => ({ type: 'text', text })),
})
const assistant = (text: string) => ({ role: 'assistant', content: [{ type: 'text', text }] })
const calls = { role: 'assistant', content: [{ type: 'tool_use', id: 't', name: 'Bash', input: {} }] }
const results = { role: 'user', content: [{ type: 'tool_result', tool_use_id: 't', content: 'stop' }] }
const folded = (text: string) => ({
  role: 'system',
  content: `The user sent a new message while you were working:\n${text}\n\nIMPORTANT: After completing ...`,
})

const chosen = (messages: unknown[], from = scenario) => {
  const { side, steps, ...place } = choose({ messages, tools: [{ name: 'Bash' }] }, from)
  expect(side).toBe(false)
  return place
}
const said = (messages: unknown[], from = scenario) =>
  choose({ messages, tools: [{ name: 'Bash' }] }, from).steps

describe('the script', () => {
  test.each([
    ['by a part of the text, in any case', [user('please RUN THE TESTS now')], 0],
    ['by a pattern', [user('stop it')], 1],
    ['the first of those that match', [user('run the tests')], 0],
    ['by a later one', [user('my tests')], 2],
    ['by any text of the message', [user('<system-reminder>x</system-reminder>', 'stop', 'and thanks')], 1],
    ['by the last text, where several match', [user('stop', 'tests')], 2],
    ['by a string', [{ role: 'user', content: 'stop' }], 1],
    ['by the last prompt', [user('run the tests'), assistant('They pass.'), user('stop')], 1],
    ['also if the CLI adds more after it', [user('stop'), { role: 'system', content: 'tests' }], 1],
  ])('%s', (_, messages, script) => {
    expect(chosen(messages)).toEqual({ script, reply: 0 })
  })

  test('is not taken from reminders, tool results and what the assistant said', () => {
    const messages = [user('run the tests'), calls, results, { role: 'system', content: 'stop' }]
    expect(chosen(messages)).toEqual({ script: 0, reply: 1 })
    expect(chosen([user('<system-reminder>stop')])).toEqual({})
    expect(chosen([user('x'), assistant('stop'), results])).toEqual({})
  })

  test('is not taken from what the CLI says by itself', () => {
    const scripts = [{ prompt: 'user', replies: [[{ text: 'x' }]] }]
    expect(chosen([user('x'), assistant('y'), user('[Request interrupted by user]')], { scripts })).toEqual(
      {},
    )
    expect(
      chosen([user('[Your previous response had no visible output for the user]')], { scripts }),
    ).toEqual({})
  })

  test('a pattern keeps to the case', () => {
    expect(chosen([user('STOP')])).toEqual({})
  })
})

describe('the reply', () => {
  test('is the next one after each answer', () => {
    expect(said([user('run the tests')])).toEqual([{ tool: 'Bash', input: {} }])
    expect(said([user('run the tests'), calls, results])).toEqual([{ text: 'They pass.' }])
  })

  test('is a short text past the end', () => {
    const messages = [user('run the tests'), calls, results, calls, results]
    expect(chosen(messages, withDefault)).toEqual({ script: 0, reply: 2 })
    expect(said(messages, withDefault)).toEqual([{ text: 'Done.' }])
  })

  test('goes on after texts that the CLI puts in by itself', () => {
    const messages = [user('run the tests'), calls, user('Output token limit hit. Resume directly.')]
    expect(chosen(messages, withDefault)).toEqual({ script: 0, reply: 1 })
  })
})

test('an answer without text and tools counts, although the CLI keeps no message of it', () => {
  const silent = '[Your previous response had no visible output. Please continue.]'
  expect(chosen([user('run the tests', silent)])).toEqual({ script: 0, reply: 1 })
  expect(said([user('hello', silent)], withDefault)).toEqual([{ text: 'Done.' }])
})

describe('a text folded into the turn', () => {
  test('starts its own script', () => {
    expect(chosen([user('run the tests'), calls, results, folded('stop it')])).toEqual({
      script: 1,
      reply: 0,
    })
  })

  test('lets the script go on if it has none', () => {
    expect(chosen([user('run the tests'), calls, results, folded('thanks')])).toEqual({ script: 0, reply: 1 })
  })
})

describe('a prompt that nothing matches', () => {
  const later = [user('stop'), assistant('I stop.'), user('what else?')]

  test.each([
    ['alone', [user('hello')]],
    ['after a script that is through', later],
    ['after an interrupt', [user('run the tests'), calls, user('[Request interrupted by user]', 'hello')]],
    [
      'after an interrupt that left a tool result',
      [
        user('run the tests'),
        calls,
        {
          role: 'user',
          content: [...results.content, ...user('[Request interrupted by user for tool use]').content],
        },
        user('hello'),
      ],
    ],
  ])('%s', (_, messages) => {
    expect(chosen(messages, withDefault)).toEqual({ script: 'otherwise', reply: 0 })
    expect(chosen(messages)).toEqual({})
    expect(said(messages)).toEqual([{ text: 'Nothing is scripted for this prompt.' }])
  })

  test('does not get its reply again after the tool results', () => {
    expect(said([user('hello'), calls, results], withDefault)).toEqual([{ text: 'Done.' }])
  })
})

describe('a side call', () => {
  const summary = user('CRITICAL: Respond with TEXT ONLY. Do NOT run the tests.')
  const short = [{ text: 'Scripted answer' }]

  test('gets a short text, whatever its prompt', () => {
    const call = choose({ messages: [user('run the tests')], tools: [] }, withDefault)
    expect(call).toEqual({ side: true, steps: short })
  })

  test('for a summary does not go on with the script', () => {
    const body = { messages: [user('run the tests'), calls, summary], tools: [{ name: 'Bash' }] }
    expect(choose(body, withDefault)).toEqual({ side: true, steps: short })
  })

  test('gets the reply that is scripted for it, by its latest texts', () => {
    const side = [
      { prompt: 'hello', reply: [{ text: 'Hello!' }] },
      { prompt: { pattern: '^CRITICAL' }, reply: [{ hold: 'compacting' }] },
    ]
    const body = { messages: [user('hello'), assistant('x'), summary], tools: [{ name: 'Bash' }] }
    expect(choose(body, { ...withDefault, side })).toEqual({
      side: true,
      script: 1,
      reply: 0,
      steps: side[1]?.reply,
    })
  })
})

describe('where a tool call came back as an error', () => {
  const bash = { tool: 'Bash', input: {} }
  const script = (steps: object[]) => ({
    scripts: [
      { prompt: 'go', replies: [steps, [{ text: 'It went.' }]], failed: [{ text: 'Then not.' }] },
    ] as Scenario['scripts'],
  })
  const asked = (...ids: string[]) => ({
    role: 'assistant',
    content: ids.map((id) => ({ type: 'tool_use', id, name: 'Bash', input: {} })),
  })
  const answered = (...ids: string[]) => ({
    role: 'user',
    content: ids.map((id) => ({
      type: 'tool_result',
      tool_use_id: id.slice(0, 1),
      content: [{ type: 'text', text: id.endsWith('?') ? 'No.' : 'x' }],
      ...(/[!?]$/.test(id) && { is_error: true }),
    })),
  })
  const GONE = [{ text: 'It went.' }]
  const NOT = [{ text: 'Then not.' }]

  test.each([
    ['it went well', [bash], ['a'], GONE],
    ['it was denied', [bash], ['a!'], NOT],
    ['the script wants it', [{ ...bash, fails: 'No.' }], ['a?'], GONE],
    ['the script wants another error', [{ ...bash, fails: 'No.' }], ['a!'], NOT],
    ['one of two was denied', [bash, bash], ['b', 'a!'], NOT],
    ['the one of two that the script wants failed', [bash, { ...bash, fails: 'No.' }], ['a', 'b?'], GONE],
    ['the other one failed', [bash, { ...bash, fails: 'No.' }], ['b?', 'a!'], NOT],
  ])('%s', (_, steps, results, reply) => {
    const ids = results.map((id) => id.slice(0, 1)).sort()
    const messages = [user('go'), asked(...ids), answered(...results)]
    expect(said(messages, script(steps))).toEqual(reply)
  })

  test('it is the error of the last call that counts, and a new prompt begins anew', () => {
    const denied = [user('go'), asked('a'), answered('a!')]
    expect(said([...denied, assistant('Then not.'), user('go')], script([bash]))).toEqual([bash])
    expect(
      said(denied, { scripts: [{ prompt: 'go', replies: [[{ ...bash }], [{ text: 'Gone.' }]] }] }),
    ).toEqual([{ text: 'Gone.' }])
  })
})
