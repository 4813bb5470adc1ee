import { describe, expect, test } from 'vitest'
import * as say from '../../../test/state/talk.ts'
import { Timeline } from '../../../test/state/timeline.ts'
import type { SessionState } from '../session-state.ts'

const turn = () => new Timeline().ready().prompt('p').hear(say.init())
/** Everything but which event was the last, and when. */
const effect = ({ seq: _, at: __, ...state }: SessionState) => JSON.stringify(state)

const task = { task_id: 'k', tool_use_id: 't1' }
const messages: [string, object][] = [
  ['init', say.init({ uuid: 'init' })],
  ['an echo', say.echo('p')],
  ['an echo from elsewhere', say.echo('x', 'hello')],
  ['the begin of a message', say.begin('m9')],
  ['the begin of a block', say.block(0)],
  ['a part of a text', say.more(0, 'again ')],
  ['the end of a block', say.stop(0)],
  ['a reply', say.text('m1', 'hi')],
  ['a call', say.call('m1', 't1')],
  ['a result', say.result('t1', 'ok')],
  ['the marker of an interrupt', say.interruptMarker()],
  ['a synthetic message', say.user('go on', { isSynthetic: true })],
  ['the output of a command', say.user('<local-command-stdout>x</local-command-stdout>', { isReplay: true })],
  ['a notice', say.system('informational', { content: 'x' })],
  ['a compaction', say.system('compact_boundary', { compact_metadata: {} })],
  ['the begin of a task', say.system('task_started', task)],
  ['the end of a task', say.system('task_notification', { ...task, status: 'completed' })],
  ['an error of the API', say.synthetic('API Error', { error: 'unknown' })],
  ['a refusal', say.system('model_refusal_fallback', { retracted_message_uuids: [] })],
  ['the end of a turn', say.end({ permission_denials: [{ tool_name: 'X', tool_use_id: 'tx' }] })],
]

describe('a message that is delivered again under another number', () => {
  test.each(messages)('R-REPLAY-5 changes nothing: %s', (_name, message) => {
    const line = turn().hear(say.begin('m0'), say.block(0), say.more(0, 'so '), message)
    const once = effect(line.state)
    line.hear(message)
    expect(effect(line.state)).toBe(once)
    for (let i = 0; i < 60; i++) line.hear(say.more(0, 'x'))
    const later = effect(line.state)
    line.hear(message)
    expect(effect(line.state)).toBe(later)
  })

  test.each(messages.filter(([name]) => /reply|call|a result|end of a turn|init|marker|message$/.test(name)))(
    'R-REPLAY-5 changes nothing, however long ago it was: %s',
    (_name, message) => {
      const line = turn().hear(say.call('m0', 't1'), message)
      for (let i = 0; i < 600; i++) line.hear(say.system('thinking_tokens', { estimated_tokens: i }))
      const later = effect(line.state)
      line.hear(message)
      expect(effect(line.state)).toBe(later)
    },
  )

  test('R-REPLAY-5 nor does an unknown one', () => {
    const line = turn().event({ kind: 'unknown', value: { type: 'x', uuid: 'u' } })
    line.event({ kind: 'unknown', value: { type: 'x', uuid: 'u' } })
    expect(say.shown(line.state)).toHaveLength(2)
  })

  test('R-REPLAY-5 a whole stretch of a stream, from the begin of its message', () => {
    const stretch = [
      say.begin('m1'),
      say.block(0),
      say.more(0, 'one '),
      say.more(0, 'two '),
      say.more(0, 'three'),
    ]
    const line = turn().hear(...stretch, ...stretch)
    expect(say.shown(line.state).at(-1)).toBe('~ one two three')
    line.hear(say.text('m1', 'one two three'), ...stretch)
    expect(say.shown(line.state).slice(1)).toEqual(['one two three'])
  })

  test('messages without a uuid have only themselves to tell', () => {
    const noise = { type: 'streamlined_text', text: 'x' }
    expect(say.shown(turn().hear(noise, noise).state)).toHaveLength(3)
    const begin = { ...say.begin('m1'), uuid: undefined }
    const line = turn().hear(begin, say.block(0), say.more(0, 'a'), begin)
    expect(say.shown(line.state).at(-1)).toBe('~ a')
  })

  test('a prompt that is sent once more may be echoed once more', () => {
    const line = turn().hear(say.echo('p'))
    const { recent } = line.state.transcript
    line.prompt('p')
    expect(line.state.transcript.recent).not.toEqual(recent)
    expect(say.shown(line.hear(say.echo('p')).state)).toEqual(['> p'])
  })
})
