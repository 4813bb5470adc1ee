import { describe, expect, it } from 'vitest'
import * as say from '../../../test/client/messages.ts'
import { Timeline } from '../../../test/state/timeline.ts'
import { lastValue, toArray } from '../list.ts'
import { heldPrompts, waiting } from './prompts.ts'

const named = (...uuids: string[]) => ({ user_message_uuids: uuids })
const started = (uuid: string) => [say.lifecycle(uuid, 'queued'), say.lifecycle(uuid, 'started')]

const pastOf = (line: Timeline) =>
  toArray(line.state.turns.past).map(({ number, prompts, result, lost }) =>
    [number, prompts.join('+') || '-', lost ?? `${result?.status} ${result?.text}`].join(' '),
  )
const openOf = (line: Timeline) =>
  line.state.prompts.open.map(({ uuid, status, turn }) => [uuid, status, turn].filter(Boolean).join(' '))

describe('turns of a CLI that echoes (2.1.197)', () => {
  it('R-RESULT-1 a turn lasts from its init to its result, with prompts, times, cost and result', () => {
    const line = new Timeline().ready()
    line.at(5).prompt('a')
    expect(openOf(line)).toEqual(['a sent'])
    line.at(6).hear(say.running, say.init())
    expect(line.state.turns.current).toEqual({
      number: 1,
      generation: 1,
      startedAt: 6000,
      prompts: [],
      selfStarted: false,
      interrupted: false,
    })
    line.hear(say.requesting, say.messageStart, say.echo('a', 'a'), say.assistant('hi'))
    expect(openOf(line)).toEqual(['a running 1'])
    expect(line.state.turns.current?.prompts).toEqual(['a'])
    line.at(9).hear(say.result('hi', { total_cost_usd: 0.5, usage: { input_tokens: 3 } }), say.idle)
    expect(openOf(line)).toEqual([])
    expect(line.state.turns.current).toBeNull()
    expect(lastValue(line.state.turns.past)).toEqual({
      number: 1,
      generation: 1,
      startedAt: 6000,
      endedAt: 9000,
      prompts: ['a'],
      selfStarted: false,
      interrupted: false,
      result: {
        status: 'success',
        subtype: 'success',
        text: 'hi',
        errors: [],
        costUsd: 0.5,
        denials: [],
        terminalReason: 'completed',
        durationMs: 100,
        numTurns: 1,
        usage: { input_tokens: 3 },
      },
    })
  })

  it('R-COST-1 the cost of a turn is its share of the cumulative figure, also in a new process', () => {
    const line = new Timeline().ready()
    const run = (uuid: string, cost: number) =>
      line.prompt(uuid).hear(say.init(), say.result(uuid, { total_cost_usd: cost }))
    run('a', 0.5)
    run('b', 0.75)
    line.exit().start(2)
    run('c', 0.25)
    const costs = toArray(line.state.turns.past).map(({ result }) => result?.costUsd)
    expect(costs).toEqual([0.5, 0.25, 0.25])
  })

  it('R-QUEUE-2 a prompt is folded into the running turn', () => {
    const line = new Timeline().ready().prompt('a').hear(say.init(), say.echo('a', 'a'), say.toolUse('t1'))
    line.prompt('b')
    expect(openOf(line)).toEqual(['a running 1', 'b sent'])
    line.hear(say.toolResult('t1', 'hi'), say.echo('b', 'b'))
    expect(openOf(line)).toEqual(['a running 1', 'b running 1'])
    line.hear(say.result('both'))
    expect(pastOf(line)).toEqual(['1 a+b success both'])
  })

  it('R-QUEUE-4 R-QUEUE-5 waiting prompts are merged into one turn', () => {
    const line = new Timeline().ready().prompt('a').hear(say.init(), say.echo('a', 'a'))
    line.prompt('b').prompt('c').hear(say.result('one'))
    line.hear(say.echo('b', 'b'), say.init(), say.messageStart, say.echo('c', 'b', 'c'), say.result('two'))
    expect(pastOf(line)).toEqual(['1 a success one', '2 b+c success two'])
    expect(openOf(line)).toEqual([])
  })

  it('R-REPLAY-14 R-RESULT-10 a slash command that is not echoed is the oldest that waits', () => {
    const line = new Timeline().ready().prompt('a', '/context').prompt('b')
    line.hear(say.init(), say.assistant('## Context'), say.result('## Context', { num_turns: 0 }))
    expect(pastOf(line)).toEqual(['1 a success ## Context'])
    expect(lastValue(line.state.turns.past)?.result?.numTurns).toBe(0)
    expect(openOf(line)).toEqual(['b sent'])
  })

  it('R-QUEUE-7 a turn that the CLI starts itself takes no prompt, and the next one does', () => {
    const line = new Timeline().ready().prompt('a').hear(say.init(), say.echo('a', 'a'), say.result('bg'))
    line.hear(say.taskNotification())
    line.prompt('b', '/context')
    line.hear(say.init())
    expect(line.state.turns.current?.selfStarted).toBe(true)
    line.hear(say.assistant('the task is done'), say.result('the task is done'))
    line.hear(say.init(), say.result('## Context'))
    expect(pastOf(line)).toEqual(['1 a success bg', '2 - success the task is done', '3 b success ## Context'])
  })

  it.each([
    ['running', say.running],
    ['idle', say.idle],
  ])('a task that was stopped starts no turn: after %s the next one is of the prompt', (_, state) => {
    const line = new Timeline().ready().hear(say.taskNotification('stopped'), state)
    line.prompt('a', '/context').hear(say.init(), say.result('ok'))
    expect(pastOf(line)).toEqual(['1 a success ok'])
  })

  it('R-REPLAY-10 a prompt that an earlier process has run is echoed and runs no turn', () => {
    const line = new Timeline().ready().prompt('a')
    line.hear(say.echo('a', 'a'))
    expect(openOf(line)).toEqual(['a sent'])
    line.hear(say.idle)
    expect(openOf(line)).toEqual([])
    expect(line.state.prompts.cancelled).toMatchObject([{ uuid: 'a', why: 'already-run' }])
  })

  it('R-REPLAY-10 a uuid that was run is not open again when it is sent again', () => {
    const line = new Timeline().ready().prompt('a').hear(say.init(), say.echo('a', 'a'), say.result('x'))
    line.prompt('a', 'other text').hear(say.echo('a', 'other text'))
    expect(openOf(line)).toEqual([])
    expect(line.live().status).toBe('idle')
  })
})

describe('turns of a CLI that names its prompts (2.1.325)', () => {
  it('R-REPLAY-8 R-REPLAY-9 the lifecycle of a prompt', () => {
    const line = new Timeline().ready().prompt('a').hear(say.lifecycle('a', 'queued'))
    expect(openOf(line)).toEqual(['a accepted'])
    line.hear(say.lifecycle('a', 'started'), say.init(['a']))
    expect(openOf(line)).toEqual(['a running 1'])
    line.hear(say.result('hi', named('a')), say.lifecycle('a', 'completed'))
    expect(pastOf(line)).toEqual(['1 a success hi'])
    expect(line.state.prompts.cancelled).toEqual([])
  })

  it('R-QUEUE-2 a prompt folded in is completed before the result, which covers it all the same', () => {
    const line = new Timeline()
      .ready()
      .prompt('a')
      .hear(...started('a'), say.init(['a']), say.toolUse('t1'))
    line
      .prompt('b')
      .hear(say.lifecycle('b', 'queued'), say.toolResult('t1', ''), say.lifecycle('b', 'started'))
    line.hear(say.lifecycle('b', 'completed'))
    expect(openOf(line)).toEqual(['a running 1', 'b running 1'])
    line.hear(say.result('both', named('a', 'b')))
    expect(pastOf(line)).toEqual(['1 a+b success both'])
  })

  it('R-QUEUE-7 an init that names nobody is of the CLI itself', () => {
    const line = new Timeline()
      .ready()
      .prompt('a')
      .hear(...started('a'), say.init(['a']), say.result('1', named('a')))
    line.prompt('b').hear(say.lifecycle('b', 'queued'), say.init())
    expect(line.state.turns.current?.selfStarted).toBe(true)
    line.hear(say.result('done'), say.lifecycle('b', 'started'), say.init(['b']), say.result('2', named('b')))
    expect(pastOf(line)).toEqual(['1 a success 1', '2 - success done', '3 b success 2'])
  })

  it.each([
    ['cancelled', 'cancelled'],
    ['discarded', 'cancelled'],
    ['refused', 'refused'],
    ['completed', 'already-run'],
  ])('a waiting prompt whose lifecycle ends in %s', (state, why) => {
    const line = new Timeline()
      .ready()
      .prompt('a')
      .hear(say.lifecycle('a', 'queued'), say.lifecycle('a', state))
    expect(openOf(line)).toEqual([])
    expect(line.state.prompts.cancelled).toMatchObject([{ uuid: 'a', why }])
  })

  it('R-REPLAY-11 an echo in the middle of a turn is no sign that the prompt is in it', () => {
    const line = new Timeline()
      .ready()
      .prompt('a')
      .hear(...started('a'), say.init(['a']))
    line.prompt('b').hear(say.echo('b', 'b'))
    expect(openOf(line)).toEqual(['a running 1', 'b sent'])
  })

  it('prompts of another host are not ours', () => {
    const line = new Timeline()
      .ready()
      .hear(...started('x'), say.init(['x']), say.result('theirs', named('x')))
    line.prompt('a').hear(...started('a'), say.init(['a']), say.result('mine', named('a')))
    expect(pastOf(line)).toEqual(['1 - success theirs', '2 a success mine'])
  })
})

describe('how a turn ends', () => {
  it('R-RESULT-2 is_error is authoritative, whatever the subtype', () => {
    const line = new Timeline()
      .ready()
      .prompt('a')
      .hear(say.init(), say.result('Bad', { is_error: true }))
    line.prompt('b').hear(say.init(), say.result('Fine', { subtype: 'error_max_turns' }))
    expect(pastOf(line)).toEqual(['1 a error Bad', '2 b success Fine'])
  })

  it('R-INTR-12 interrupted: by its reason, by its marker, or because it was asked to stop', () => {
    const error = {
      type: 'result',
      subtype: 'error_during_execution',
      is_error: true,
      errors: [say.EDE, 'why'],
    }
    const line = new Timeline().ready()
    line.prompt('a').hear(say.init(), say.aborted('aborted_tools'))
    line.prompt('b').hear(say.init(), say.interruptMarker(), error)
    line.prompt('c').hear(say.init()).ask('i', 'interrupt').answered('i').hear(error)
    line.prompt('d').hear(say.init(), error)
    line.prompt('e').hear(say.init(), say.result('now', { terminal_reason: 'aborted_streaming' }))
    expect(pastOf(line)).toEqual([
      '1 a interrupted ',
      '2 b interrupted why',
      '3 c interrupted why',
      '4 d error why',
      '5 e interrupted now',
    ])
    expect(toArray(line.state.turns.past).map(({ interrupted }) => interrupted)).toEqual([
      true,
      true,
      true,
      false,
      true,
    ])
  })

  it('R-INTR-3 an interrupt without a turn does not make the next one interrupted', () => {
    const line = new Timeline().ready().ask('i', 'interrupt').answered('i')
    const error = { type: 'result', subtype: 'error_during_execution', is_error: true, errors: ['why'] }
    line.prompt('a').hear(say.init(), error)
    expect(pastOf(line)).toEqual(['1 a error why'])
  })

  it('R-REPLAY-15 a prompt that quotes the marker, echoed, interrupts nothing', () => {
    const line = new Timeline().ready().prompt('a', '[Request interrupted by user]').hear(say.init())
    line.hear(say.echo('a', '[Request interrupted by user]'), say.result('Bad', { is_error: true }))
    expect(pastOf(line)).toEqual(['1 a error Bad'])
  })

  it('a result without a turn: the CLI could not even begin', () => {
    const line = new Timeline().start().ask('hello', 'initialize').prompt('a')
    const errors = ['No conversation found with session ID: x']
    line
      .at(3)
      .hear({ type: 'result', subtype: 'error_during_execution', is_error: true, num_turns: 0, errors })
    expect(lastValue(line.state.turns.past)).toMatchObject({
      number: 1,
      prompts: ['a'],
      startedAt: 3000,
      endedAt: 3000,
      result: { status: 'error', text: errors[0], errors, numTurns: 0, costUsd: 0 },
    })
  })

  it('R-LIVE-21 with its process: the turn is lost, and its prompts may be sent again', () => {
    const line = new Timeline().ready().prompt('a').hear(say.init(), say.echo('a', 'a'))
    line.prompt('b').event({ kind: 'prompt-queued', uuid: 'c', content: 'later' })
    line.at(4).exit({ exitCode: 1 })
    expect(pastOf(line)).toEqual(['1 a process-ended'])
    expect(line.state.turns.current).toBeNull()
    expect(line.state.prompts.lost).toMatchObject([
      { uuid: 'a', turn: 1, at: 4000 },
      { uuid: 'b', at: 4000 },
    ])
    expect(openOf(line)).toEqual(['c held'])
    line.start(2).prompt('b')
    expect(line.state.prompts.lost).toMatchObject([{ uuid: 'a' }])
    expect(openOf(line)).toEqual(['b sent', 'c held'])
  })

  it('R-LIVE-13 without a result, when the CLI says that it is idle and begins another', () => {
    const line = new Timeline().ready().prompt('a').hear(say.init(), say.echo('a', 'a'), say.idle)
    expect(line.state.turns.current).not.toBeNull()
    line.prompt('b').hear(say.running, say.init(), say.echo('b', 'b'), say.result('b'))
    expect(pastOf(line)).toEqual(['1 a no-result', '2 b success b'])
    expect(openOf(line)).toEqual([])
  })

  it('R-LIVE-23 without a result, when the CLI said that it is idle, and answers a probe', () => {
    const line = new Timeline().ready().prompt('a').hear(say.init(), say.echo('a', 'a'), say.idle).at(120)
    line.ask('probe-1', 'get_binary_version')
    expect(line.state.turns.current).not.toBeNull()
    line.answered('probe-1', {})
    expect(pastOf(line)).toEqual(['1 a no-result'])
    expect(openOf(line)).toEqual([])
    expect(line.live().status).toBe('idle')
  })

  it('R-LIVE-23 not while it works, nor for another answer', () => {
    const line = new Timeline().ready().prompt('a').hear(say.running, say.init(), say.echo('a', 'a')).at(120)
    line.ask('probe-1', 'get_binary_version').answered('probe-1', {})
    expect(line.state.turns.current).not.toBeNull()
    line.hear(say.idle).ask('c', 'mcp_status').answered('c', {})
    expect(line.state.turns.current).not.toBeNull()
  })

  it('R-RESULT-13 what follows a result opens no turn', () => {
    const line = new Timeline()
      .ready()
      .prompt('a')
      .hear(say.init(['a']), say.result('x', named('a')))
    line.hear({ type: 'prompt_suggestion', suggestion: 'more?' }, say.lifecycle('a', 'completed'))
    line.hear({ type: 'stream_event', event: { type: 'message_stop' } }, say.task('task_progress'))
    line.hear({ ...say.assistant('of a sub-agent'), parent_tool_use_id: 't1' })
    expect(line.state.turns.current).toBeNull()
    expect(line.live().status).toBe('idle')
  })

  it.each([
    ['an assistant message', say.assistant('hi')],
    ['the beginning of a stream', say.messageStart],
    ['a question', { type: 'control_request', request_id: 'r', request: say.canUseTool() }],
  ])('old CLIs open only their first turn: %s opens the others', (_, message) => {
    const line = new Timeline()
      .ready()
      .prompt('a')
      .hear(say.init(), say.result('x'))
      .prompt('b')
      .hear(message)
    expect(line.state.turns.current).toMatchObject({ number: 2, selfStarted: false })
    line.hear(say.result('y'))
    expect(pastOf(line)).toEqual(['1 a success x', '2 b success y'])
  })
})

describe('echoes of old CLIs', () => {
  const plain = (text: string, more: object = {}) => ({
    type: 'user',
    message: { role: 'user', content: [{ type: 'text', text }] },
    ...more,
  })

  it('R-REPLAY-6 without uuid or mark: by order, if the text is the same', () => {
    const line = new Timeline().ready().prompt('a', 'go on').prompt('b', 'go on').hear(say.init())
    line.hear(plain('another'))
    expect(openOf(line)).toEqual(['a sent', 'b sent'])
    line.hear(plain('go on'))
    expect(openOf(line)).toEqual(['a running 1', 'b sent'])
    line.hear(plain('go on'))
    expect(openOf(line)).toEqual(['a running 1', 'b running 1'])
  })

  it('R-REPLAY-3 a prompt without uuid is echoed under one that the CLI made', () => {
    const line = new Timeline().ready()
    line.say({ type: 'user', message: { role: 'user', content: 'hello' } })
    const [prompt] = waiting(line.state.prompts)
    expect(prompt).toMatchObject({ content: 'hello', unnamed: true })
    line.hear(say.init(), say.echo('made-by-cli', 'hello'))
    expect(waiting(line.state.prompts)).toMatchObject([{ uuid: prompt?.uuid, status: 'running' }])
  })

  it('R-REPLAY-16 neither a synthetic message nor a sub-agent says what was prompted', () => {
    const line = new Timeline().ready().prompt('a').hear(say.init())
    line.hear(plain('a', { isSynthetic: true }), plain('a', { parent_tool_use_id: 't1' }))
    line.hear(say.echo('foreign', 'a'))
    expect(openOf(line)).toEqual(['a sent'])
    expect(heldPrompts(line.state.prompts)).toEqual([])
  })
})
