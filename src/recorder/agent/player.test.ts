import { describe, expect, test } from 'vitest'
import { playAgain, Stage } from '../../../test/recorder/play.ts'
import { neutral } from '../../../test/recorder/shape.ts'
import { goldens } from '../../../test/state/golden-sessions.ts'
import { recordingOf } from '../events.ts'
import { type Entry, FORMAT, type Recording } from '../format.ts'
import { redactRecording } from '../redact/redact.ts'

const exit = { kind: 'process-exited', generation: 1, cause: 'exit', exitCode: 0, signal: null }
type Said = readonly ['in' | 'out' | 'err', object | string] | 'in-end' | 'exit' | { signal: string }

function recorded(...said: Said[]): Recording {
  const entries = said.map((it, at): Entry => {
    if (it === 'in-end') return { at, kind: 'in-end' }
    if (it === 'exit') return { at, kind: 'fact', fact: exit }
    if ('signal' in it) return { at, kind: 'signal', signal: it.signal }
    return { at, kind: it[0], line: typeof it[1] === 'string' ? it[1] : JSON.stringify(it[1]) }
  })
  const header = { format: FORMAT, version: 1, startedAt: '2026-01-01T00:00:00.000Z' } as const
  return { header, entries, problems: [] }
}
const ask = (id: string, subtype: string, more: object = {}) => ({
  type: 'control_request',
  request_id: id,
  request: { subtype, ...more },
})
const yes = (id: string, response: object = {}) => ({
  type: 'control_response',
  response: { subtype: 'success', request_id: id, response },
})
const prompt = (uuid: string, content = 'hello') => ({
  type: 'user',
  message: { role: 'user', content },
  uuid,
})
const echo = (uuid: string) => ({ ...prompt(uuid), isReplay: true, session_id: 'session-one' })
const init = { type: 'system', subtype: 'init', session_id: 'session-one' }
const said = (text: string) => ({ type: 'assistant', message: { content: [{ type: 'text', text }] } })
const done = { type: 'result', subtype: 'success', result: 'done', session_id: 'session-one' }
const idle = { type: 'system', subtype: 'session_state_changed', state: 'idle' }

/** The output of the first process, and how it ended. */
function firstOf({ entries }: Recording) {
  const end = entries.findIndex((entry) => entry.kind === 'fact' && entry.fact.kind === 'process-exited')
  const own = end < 0 ? entries : entries.slice(0, end + 1)
  const last = own.at(-1)
  return {
    out: own.flatMap((entry) => (entry.kind === 'out' ? [entry.line] : [])),
    exit: last?.kind === 'fact' && last.fact.kind === 'process-exited' ? last.fact : undefined,
  }
}

describe('a recorded session, played to a host that does the same under other ids', () => {
  const cases = goldens
    .filter(({ events }) => events.some(({ kind }) => kind === 'sent'))
    .map((golden) => [`${golden.agent} ${golden.name}`, golden] as const)
  test.each(cases)('%s: writes the same and ends the same', (_, { events }) => {
    const recording = recordingOf(events)
    const { out, exit: end } = firstOf(recording)
    const stage = playAgain(recording)
    expect(stage.notes).toEqual([])
    expect(neutral(stage.out)).toEqual(neutral(out))
    if (end) expect(stage.ending).toEqual(end.signal ? { signal: end.signal } : { code: end.exitCode ?? 0 })
  })

  test.each(cases.filter(([, { agent }]) => agent === '2.1.325'))(
    '%s: redacted it does so too',
    (_, { events }) => {
      const { recording } = redactRecording(recordingOf(events))
      expect(neutral(playAgain(recording).out)).toEqual(neutral(firstOf(recording).out))
    },
  )
})

describe('what the host sends lets the play go on', () => {
  const plain = recorded(
    ['in', ask('r1', 'initialize')],
    ['out', yes('r1', { commands: [] })],
    ['in', prompt('u1')],
    ['out', init],
    ['out', echo('u1')],
    ['out', ask('c1', 'can_use_tool', { tool_name: 'Bash', input: {} })],
    ['in', yes('c1', { behavior: 'allow' })],
    ['out', said('Done.')],
    ['out', done],
    'in-end',
    'exit',
  )

  test('each message lets come what came after it, with the ids of this run', () => {
    const stage = new Stage(plain, 'session-two')
    expect(stage.news()).toEqual([])
    stage.say(ask('mine-1', 'initialize'))
    expect(stage.news()).toEqual([yes('mine-1', { commands: [] })])
    stage.say(prompt('my-uuid'))
    const [first, second, third] = stage.news()
    expect(first).toMatchObject({ subtype: 'init', session_id: 'session-two' })
    expect(second).toMatchObject({ uuid: 'my-uuid', isReplay: true })
    expect(third).toMatchObject({ request_id: 'c1' })
    stage.say(yes('c1', { behavior: 'allow' }))
    expect(stage.news().map(({ type }) => type)).toEqual(['assistant', 'result'])
    expect(stage.ending).toBeUndefined()
    stage.player.inputEnd()
    expect(stage.ending).toEqual({ code: 0 })
    expect(stage.notes).toEqual([])
  })

  test('a prompt that is sent twice counts once', () => {
    const twice = recorded(
      ['in', prompt('u1')],
      ['out', echo('u1')],
      ['out', done],
      ['in', prompt('u2')],
      ['out', echo('u2')],
    )
    const stage = new Stage(twice)
    stage.say(prompt('a'))
    stage.say(prompt('a'))
    expect(stage.out).toHaveLength(2)
    stage.say(prompt('b'))
    expect(stage.out).toHaveLength(3)
  })

  test('a prompt that was sent before the end of a turn is not needed for that end', () => {
    const early = recorded(
      ['in', prompt('u1')],
      ['out', echo('u1')],
      ['in', prompt('u2')],
      ['out', said('One.')],
      ['out', done],
      ['out', idle],
      ['out', echo('u2')],
      ['out', done],
    )
    const stage = new Stage(early)
    stage.say(prompt('a'))
    expect(stage.news().map(({ type }) => type)).toEqual(['user', 'assistant', 'result', 'system'])
    stage.say(prompt('b'))
    expect(stage.news()).toMatchObject([{ uuid: 'b' }, { type: 'result' }])
  })

  test('hooks are called by the ids that this host gave them', () => {
    const hooks = (id: string) => ({ hooks: { PreToolUse: [{ matcher: 'Bash', hookCallbackIds: [id] }] } })
    const stage = new Stage(
      recorded(
        ['in', ask('r1', 'initialize', hooks('hook_0'))],
        ['out', yes('r1')],
        ['out', ask('c1', 'hook_callback', { callback_id: 'hook_0', input: {} })],
      ),
    )
    stage.say(ask('x', 'initialize', hooks('mine')))
    expect(stage.news().at(-1)).toMatchObject({ request: { subtype: 'hook_callback', callback_id: 'mine' } })
  })

  test('stderr and a line that was cut off are played too, and the death by a signal', () => {
    const death = { ...exit, exitCode: null, signal: 'SIGKILL' }
    const recording = recorded(['in', prompt('u1')], ['err', 'oh no'], ['out', '{"type":"assis'])
    const last = recording.entries.map((entry, index) =>
      index === 2 ? { ...entry, cut: true as const } : entry,
    )
    const stage = new Stage({ ...recording, entries: [...last, { at: 9, kind: 'fact', fact: death }] })
    stage.say(prompt('a'))
    expect(stage.entries.slice(1)).toMatchObject([{ kind: 'err', line: 'oh no' }, { line: '{"type":"assis' }])
    expect(stage.ending).toEqual({ signal: 'SIGKILL' })
  })
})

describe('a host that does not do as the recorded one did', () => {
  test('questions are answered whenever they are asked, and as often', () => {
    const stage = new Stage(
      recorded(
        ['in', prompt('u1')],
        ['out', done],
        ['in', ask('r1', 'get_context_usage', { detail: 'full' })],
        ['out', yes('r1', { n: 1 })],
        ['in', ask('r2', 'get_context_usage', { detail: 'summary' })],
        ['out', yes('r2', { n: 2 })],
      ),
    )
    stage.say(ask('a', 'get_context_usage', { detail: 'summary' }))
    stage.say(ask('b', 'get_context_usage', { detail: 'full' }))
    stage.say(ask('c', 'get_context_usage', { detail: 'full' }))
    expect(stage.news()).toEqual([yes('a', { n: 2 }), yes('b', { n: 1 }), yes('c', { n: 1 })])
    stage.say(prompt('p'))
    expect(stage.news()).toEqual([done])
  })

  test('what the recording has not is refused, and told', () => {
    const stage = new Stage(recorded(['in', prompt('u1')], ['out', done]))
    stage.say(ask('a', 'interrupt'))
    stage.say(ask('b', 'get_settings'))
    expect(stage.news()).toMatchObject([
      { response: { subtype: 'error', request_id: 'a', error: expect.stringContaining('interrupt') } },
      { response: { subtype: 'error', request_id: 'b' } },
    ])
    stage.say(prompt('p'))
    stage.say(prompt('q'))
    expect(stage.notes).toHaveLength(3)
    expect(stage.notes.at(-1)).toContain('no further prompt')
  })

  test('a request that comes before its place is answered at once', () => {
    const stage = new Stage(
      recorded(
        ['in', prompt('u1')],
        ['out', done],
        ['in', ask('r1', 'set_model', { model: 'm' })],
        ['out', yes('r1')],
        ['in', prompt('u2')],
        ['out', echo('u2')],
      ),
    )
    stage.say(ask('x', 'set_model', { model: 'm' }))
    expect(stage.news()).toEqual([yes('x')])
    stage.say(prompt('a'))
    stage.say(prompt('b'))
    expect(stage.news()).toMatchObject([{ type: 'result' }, { uuid: 'b' }])
    expect(stage.notes).toEqual([])
  })

  test('a request that is left out is passed over at the next prompt, and answered if it comes late', () => {
    const stage = new Stage(
      recorded(
        ['in', ask('r1', 'initialize')],
        ['out', yes('r1')],
        ['in', prompt('u1')],
        ['out', echo('u1')],
      ),
    )
    stage.say(prompt('a'))
    expect(stage.news()).toMatchObject([{ uuid: 'a' }])
    expect(stage.notes).toMatchObject([expect.stringContaining('initialize')])
    stage.say(ask('late', 'initialize'))
    expect(stage.news()).toEqual([yes('late')])
  })

  test('another decision, prompt or setting is told, and what follows is as recorded', () => {
    const stage = new Stage(
      recorded(
        ['in', ask('r1', 'set_permission_mode', { mode: 'plan' })],
        ['out', yes('r1', { mode: 'plan' })],
        ['in', prompt('u1', 'one')],
        ['out', ask('c1', 'can_use_tool', { tool_name: 'Bash', input: {} })],
        ['in', yes('c1', { behavior: 'allow' })],
        ['out', done],
      ),
    )
    stage.say(ask('x', 'set_permission_mode', { mode: 'default' }))
    stage.say(prompt('a', 'two'))
    stage.say(yes('c1', { behavior: 'deny', message: 'no' }))
    expect(stage.news().at(-1)).toEqual(done)
    expect(stage.notes).toHaveLength(3)
    expect(stage.notes[2]).toContain('deny')
  })

  test('an input that ends early, a broken line and a signal end it', () => {
    const recording = recorded(['in', prompt('u1')], ['out', done], 'in-end', 'exit')
    const [ended, broken, killed] = [1, 2, 3].map(() => new Stage(recording))
    ended?.player.inputEnd()
    expect(ended).toMatchObject({
      ending: { code: 0 },
      notes: [expect.stringContaining('waits for a prompt')],
    })
    broken?.player.line('{"type":')
    expect(broken?.ending).toEqual({ code: 1 })
    killed?.player.signal('SIGTERM')
    expect(killed?.ending).toEqual({ code: 143 })
  })

  test('a recorded signal is waited for', () => {
    const stage = new Stage(recorded(['out', init], { signal: 'SIGTERM' }, ['err', 'bye'], 'exit'))
    expect(stage.entries).toHaveLength(1)
    stage.player.signal('SIGTERM')
    expect(stage.entries).toHaveLength(2)
    expect(stage.ending).toEqual({ code: 0 })
  })
})
