import { describe, expect, test } from 'vitest'
import { isSideCall, userTexts } from './conversation.ts'

const text = (it: string) => ({ type: 'text', text: it })
const says = 'The user sent a new message while you were working:\n'
const older = '\n\nIMPORTANT: After completing your current task, you MUST address the message above.'
const newer = '\n\nThis is how Claude Code surfaces messages the user sends mid-turn.'

describe('what the user said', () => {
  test.each([
    ['a plain text', 'hello', ['hello']],
    ['blocks', [text('one'), text('two')], ['one', 'two']],
    ['reminders around it', [text('<system-reminder>\nx\n</system-reminder>'), text('hello')], ['hello']],
    ['a reminder as plain text', '<system-reminder>hello</system-reminder>\n', []],
    ['a reminder without an end', '<system-reminder>hello', []],
    ['a reminder before the text of one block', '<system-reminder>x</system-reminder>\n\nhello', ['hello']],
    [
      'what the CLI quotes and remarks',
      [
        text('This session is being continued from a previous conversation. They said hello.'),
        text('<local-command-stdout>hello</local-command-stdout>'),
        text('<task-notification>hello</task-notification>'),
        text('Stop hook feedback:\nhello'),
        text('Output token limit hit. Resume directly.'),
      ],
      [],
    ],
    ['a tool result', [{ type: 'tool_result', tool_use_id: 't', content: 'hello' }], []],
    [
      'a tool result and a text',
      [{ type: 'tool_result', content: [text('hello')] }, text('go on')],
      ['go on'],
    ],
    ['an image', [{ type: 'image', source: {} }, text('what is it?')], ['what is it?']],
    ['nothing', [], []],
    ['no content', undefined, []],
    ['odd blocks', [null, 7, 'x', { type: 'text' }, { text: 'untyped' }], []],
  ])('%s', (_, content, texts) => {
    expect(userTexts({ role: 'user', content })).toEqual(texts)
  })

  test('nothing of it is in what others said', () => {
    expect(userTexts({ role: 'assistant', content: 'hello' })).toEqual([])
    expect(userTexts({ role: 'system', content: 'Available agent types: ...' })).toEqual([])
    expect(userTexts(undefined)).toEqual([])
  })
})

describe('a text folded into a running turn', () => {
  test.each([
    ['a system message', { role: 'system', content: `${says}stop it${older}` }, ['stop it']],
    ['the same in blocks', { role: 'system', content: [text(`${says}stop it${newer}`)] }, ['stop it']],
    [
      'with more behind it',
      { role: 'system', content: `${says}stop it${newer}\n\nTokens left: 1` },
      ['stop it'],
    ],
    ['in paragraphs', { role: 'system', content: `${says}stop\n\nit${older}` }, ['stop\n\nit']],
    ['two', { role: 'system', content: `${says}one${older}\n\n${says}two${older}` }, ['one', 'two']],
    ['with an ending of a version to come', { role: 'system', content: `${says}stop it` }, ['stop it']],
    [
      'a reminder',
      { role: 'user', content: `<system-reminder>\n${says}stop it\n</system-reminder>` },
      ['stop it'],
    ],
    [
      'a reminder in a tool result',
      {
        role: 'user',
        content: [
          {
            type: 'tool_result',
            content: `output\n\n<system-reminder>\n${says}stop it${newer}\n</system-reminder>`,
          },
        ],
      },
      ['stop it'],
    ],
  ])('%s', (_, message, texts) => {
    expect(userTexts(message)).toEqual(texts)
  })

  test('is not in the output of a tool that only looks like it', () => {
    expect(
      userTexts({ role: 'user', content: [{ type: 'tool_result', content: `${says}stop it` }] }),
    ).toEqual([])
  })
})

test.each([
  [undefined, true],
  [[], true],
  [[{ type: 'web_search_20250305', name: 'web_search' }], true],
  [[{ name: 'Bash', input_schema: {} }], false],
  [[{ type: 'custom', name: 'Bash' }], false],
  [[{ type: 'web_search_20250305' }, { name: 'Bash' }], false],
])('a request with the tools %j is a side call: %s', (tools, side) => {
  expect(isSideCall({ tools })).toBe(side)
})

test('a request for a summary is a side call, although it offers tools', () => {
  const tools = [{ name: 'Bash' }]
  const summary = text('CRITICAL: Respond with TEXT ONLY. Do NOT use Bash.')
  const prompt = { role: 'user', content: [text('hello'), summary] }
  expect(isSideCall({ tools, messages: [prompt] })).toBe(true)
  expect(isSideCall({ tools, messages: [prompt, { role: 'system', content: 'x' }] })).toBe(true)
  expect(isSideCall({ tools, messages: [prompt, { role: 'assistant', content: 'x' }] })).toBe(false)
})
