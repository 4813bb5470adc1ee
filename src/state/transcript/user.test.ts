import { describe, expect, test } from 'vitest'
import * as say from '../../../test/state/talk.ts'
import { Timeline } from '../../../test/state/timeline.ts'
import { items } from '../select.ts'

const turn = () => new Timeline().ready().prompt('p').hear(say.init())
const shown = (line: Timeline) => say.shown(line.state).slice(1)

describe('what the CLI says in the place of the user', () => {
  test.each([
    ['[Request interrupted by user]', 'Request interrupted by user'],
    ['[Request interrupted by user for tool use]', 'Request interrupted by user for tool use'],
  ])('R-REPLAY-15 the marker %s is shown as an interruption', (marker, words) => {
    expect(shown(turn().hear(say.user(marker)))).toEqual([`* interrupt info: ${words}`])
    expect(shown(turn().hear(say.user([{ type: 'text', text: marker }])))).toEqual([
      `* interrupt info: ${words}`,
    ])
  })

  test('R-REPLAY-16 a synthetic message was not written by a person', () => {
    const line = turn().hear(say.user('Stop hook feedback: go on', { isSynthetic: true }))
    expect(shown(line)).toEqual(['| Stop hook feedback: go on'])
    expect(items(line.state).at(-1)).toMatchObject({ kind: 'user', synthetic: true })
  })

  test.each([
    [
      '<local-command-stdout>Set model to sonnet</local-command-stdout>',
      '* local-command info: Set model to sonnet',
    ],
    ['<local-command-stdout>Compacted </local-command-stdout>', '* local-command info: Compacted'],
    ['<local-command-stderr>no such thing</local-command-stderr>', '* local-command warning: no such thing'],
    ['<bash-stdout>a\nb</bash-stdout>', '* local-command info: a\nb'],
    ['<local-command-stdout>cut off', '* local-command info: cut off'],
  ])('R-REPLAY-13 %s is the output of a local command and no echo', (text, line) => {
    expect(shown(turn().hear(say.user(text, { isReplay: true })))).toEqual([line])
    expect(shown(turn().hear(say.user(text)))).toEqual([line])
  })

  test('a text that only speaks of such marks is a text', () => {
    const words = 'what is <local-command-stdout>?'
    expect(shown(turn().hear(say.echo('x', words)))).toEqual([`> ${words}`])
    expect(shown(turn().hear(say.echo('x', 'see [Request interrupted by user]')))).toEqual([
      '> see [Request interrupted by user]',
    ])
  })

  test('R-TASK-1 what a sub-agent is told is nothing that a person said', () => {
    const line = turn().hear(say.call('m1', 't1', 'Agent'), say.user('do it', { parent_tool_use_id: 't1' }))
    expect(shown(line)).toEqual(['Agent running', '  | do it'])
  })

  test('a turn that a task started is not told by a person', () => {
    const line = turn().hear(say.echo('x', 'the task is over', { origin: { kind: 'task-notification' } }))
    line.hear(say.echo('y', 'hello', { origin: { kind: 'human' } }))
    expect(shown(line)).toEqual(['| the task is over', '> hello'])
  })

  test('an empty message is none', () => {
    expect(shown(turn().hear(say.user([])))).toEqual([])
  })
})

describe('compaction', () => {
  const boundary = (fields: object = {}) =>
    say.system('compact_boundary', { compact_metadata: { trigger: 'manual', pre_tokens: 20, ...fields } })

  test('R-TYPE-8 R-REPLAY-16 its summary belongs to it', () => {
    const line = turn().hear(boundary({ post_tokens: 5 }))
    line.hear(say.user('This session is being continued…', { isSynthetic: true, isReplay: false }))
    line.hear(say.user('<local-command-stdout>Compacted </local-command-stdout>', { isReplay: true }))
    expect(shown(line)).toEqual(['= This session is being continued…', '* local-command info: Compacted'])
    expect(items(line.state)[1]).toMatchObject({
      kind: 'compaction',
      metadata: { trigger: 'manual', pre_tokens: 20, post_tokens: 5 },
    })
  })

  test('only the first synthetic message after it is its summary, though a notice may stand between', () => {
    const line = turn().hear(boundary(), say.system('informational', { content: 'psst' }))
    for (const words of ['summary', 'go on']) line.hear(say.user(words, { isSynthetic: true }))
    expect(shown(line)).toEqual(['= summary', '* information info: psst', '| go on'])
  })

  test('one that failed is told, unless it went well', () => {
    const line = turn().hear(say.system('status', { status: 'compacting' }))
    line.hear(say.system('status', { status: null, compact_result: 'failed', compact_error: 'too short' }))
    line.hear(say.system('status', { status: null, compact_result: 'success' }))
    expect(shown(line)).toEqual(['* information warning: Compaction failed: too short'])
  })
})
