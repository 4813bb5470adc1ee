import { describe, expect, it } from 'vitest'
import * as say from '../../../test/client/messages.ts'
import * as talk from '../../../test/state/talk.ts'
import { Timeline } from '../../../test/state/timeline.ts'
import { toArray } from '../list.ts'
import { items } from '../select.ts'
import { emptyState, type SessionState } from '../session-state.ts'
import { waiting } from './prompts.ts'

const turnsOf = (line: Timeline) =>
  toArray(line.state.turns.past).map(({ prompts, selfStarted, result }) =>
    [selfStarted ? 'own' : prompts.join('+') || '-', result?.text].join(': '),
  )
const openOf = (line: Timeline) => waiting(line.state.prompts).map(({ uuid, status }) => `${uuid} ${status}`)
/** The model has written this much, and the block is not over. */
const drafted = (text: string) => [talk.begin('m1'), talk.block(0), talk.more(0, text)]
const told = (uuid: string, ...states: string[]) => states.map((state) => say.lifecycle(uuid, state))

/** After a turn of prompt `a`, which left a task running. 2.1.220 to 2.1.300 tell lifecycles and name nobody in init. */
const withTask = () =>
  new Timeline()
    .ready()
    .prompt('a')
    .hear(say.running, ...told('a', 'queued', 'started'), say.init(), say.echo('a', 'a'), say.result('begun'))
    .hear(...told('a', 'completed'), say.idle)

describe('a turn that the CLI starts itself, where lifecycles are told and nobody is named', () => {
  it('R-QUEUE-7 does not cover the prompt that was only queued meanwhile', () => {
    const line = withTask().hear(say.taskNotification(), say.running, say.init(), say.requesting)
    expect(line.state.turns.current?.selfStarted).toBe(true)
    line.prompt('b').hear(...told('b', 'queued'), say.messageStart, say.assistant('own'), say.result('own'))
    expect(openOf(line)).toEqual(['b accepted'])
    line.hear(
      ...told('b', 'started'),
      say.init(),
      say.echo('b', 'b'),
      say.assistant('mine'),
      say.result('mine'),
    )
    line.hear(...told('b', 'completed'), say.idle)
    expect(turnsOf(line)).toEqual(['a: begun', 'own: own', 'b: mine'])
    expect(line.live().status).toBe('idle')
  })

  it('R-QUEUE-7 is told by the prompts that were started, with or without a sign of a task', () => {
    const line = withTask()
      .prompt('b')
      .hear(...told('b', 'queued'), say.init(), say.result('own'))
    expect(openOf(line)).toEqual(['b accepted'])
    line.hear(...told('b', 'started'), say.result('cannot begin', { is_error: true }))
    expect(turnsOf(line)).toEqual(['a: begun', 'own: own', 'b: cannot begin'])
  })

  it('covers the prompt that is folded into it', () => {
    const line = withTask().hear(say.taskNotification(), say.running, say.init(), say.toolUse('t1'))
    line.prompt('b').hear(...told('b', 'queued'), say.toolResult('t1', ''), ...told('b', 'started'))
    line.hear(say.result('both', say.OF_TASK))
    expect(openOf(line)).toEqual([])
  })
})

describe('a turn that the CLI starts itself, where only echoes tell of prompts', () => {
  const echoing = () =>
    new Timeline().ready().prompt('a').hear(say.running, say.init(), say.echo('a', 'a'), say.result('begun'))

  it.each([
    ['before it is running', [say.taskNotification(), say.running]],
    ['after it is running', [say.running, say.taskNotification()]],
  ])('R-QUEUE-7 does not cover a command, which is not echoed: the task was told of %s', (_, messages) => {
    const line = echoing().hear(say.idle, ...messages)
    line.prompt('b', '/context').hear(say.init(), say.result('own'), say.init(), say.result('## Context'))
    expect(turnsOf(line)).toEqual(['a: begun', 'own: own', 'b: ## Context'])
  })

  it('R-QUEUE-7 is told by its result, whatever came before', () => {
    const line = echoing().prompt('b', '/context').hear(say.init(), say.result('own', say.OF_TASK))
    line.hear(say.init(), say.result('## Context', { origin: { kind: 'human' } }))
    expect(turnsOf(line)).toEqual(['a: begun', 'own: own', 'b: ## Context'])
  })

  it('R-TASK-8 is not what follows a task that was stopped', () => {
    const line = echoing().hear(say.taskNotification('stopped'))
    line.prompt('b', '/context').hear(say.init(), say.result('## Context'), say.idle)
    expect(turnsOf(line)).toEqual(['a: begun', 'b: ## Context'])
    expect(line.live().status).toBe('idle')
  })

  it('is not what follows when the CLI was idle since the end of the task', () => {
    const line = echoing().hear(say.taskNotification(), say.idle)
    line.prompt('b', '/context').hear(say.running, say.init(), say.result('## Context'))
    expect(turnsOf(line)).toEqual(['a: begun', 'b: ## Context'])
  })
})

describe('prompts of others', () => {
  it('what is told of their lifecycle says nothing of a prompt of ours', () => {
    const line = new Timeline()
      .ready()
      .prompt('a')
      .hear(say.init(), ...told('other', 'queued', 'started'))
    line.hear(say.result('mine'))
    expect(turnsOf(line)).toEqual(['a: mine'])
    expect(line.live().status).toBe('idle')
  })

  it('that they are named once does not make later turns the CLI’s own', () => {
    const line = new Timeline()
      .ready()
      .prompt('a')
      .hear(say.init(['other']), say.result('one'))
    line.prompt('b').hear(say.init(), say.result('two'))
    expect(turnsOf(line)).toEqual(['a: one', 'b: two'])
  })
})

it('R-QUEUE-8 a turn that is ended by a prompt that goes first is interrupted, and keeps its text (90, 100)', () => {
  const line = new Timeline()
    .ready()
    .prompt('a')
    .hear(say.init(), ...drafted('Half of'))
  line.prompt('b', 'b', { priority: 'now' })
  line.hear(say.result('', { result: undefined, subtype: 'error_during_execution', is_error: true }))
  expect(toArray(line.state.turns.past)).toMatchObject([{ prompts: ['a'], interrupted: true }])
  expect(items(line.state).at(-1)).toMatchObject({ kind: 'text', text: 'Half of', cut: true })
  line.hear(say.init(), say.echo('b', 'b'), say.result('done'))
  expect(turnsOf(line).at(-1)).toBe('b: done')
})

it('a state stored by an earlier version is followed on', () => {
  const line = new Timeline().ready()
  const stored: SessionState = JSON.parse(
    JSON.stringify(line.state, (key, value) => (NEW.has(key) ? undefined : value)),
  )
  expect(stored.turns.tracking).not.toHaveProperty('atRest')
  line.state = {
    ...emptyState,
    ...line.state,
    turns: { ...line.state.turns, tracking: stored.turns.tracking },
  }
  line.prompt('a').hear(say.running, say.init(), say.echo('a', 'a'), say.undatedEcho('a', 'a'))
  line.hear(say.result('mine'), say.idle)
  expect(turnsOf(line)).toEqual(['a: mine'])
})
const NEW = new Set(['atRest', 'repeated', 'datesEchoes'])
