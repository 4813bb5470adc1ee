import { describe, expect, it } from 'vitest'
import * as say from '../../../test/client/messages.ts'
import { Timeline } from '../../../test/state/timeline.ts'
import { toArray } from '../list.ts'
import { waiting } from './prompts.ts'

const openOf = (line: Timeline) => waiting(line.state.prompts).map(({ uuid }) => uuid)
const cancelledOf = (line: Timeline) => line.state.prompts.cancelled.map(({ uuid, why }) => `${uuid} ${why}`)
const turnsOf = (line: Timeline) =>
  toArray(line.state.turns.past).map(({ prompts, result }) => `${prompts.join('+') || '-'}: ${result?.text}`)
const turn = (uuid: string) => [say.running, say.init(), say.echo(uuid, uuid), say.result(uuid)]

describe('a prompt that an earlier process has run', () => {
  it('R-REPLAY-17 is over with its undated echo, where the CLI is at rest: no word follows', () => {
    const line = new Timeline().ready().prompt('a').hear(say.undatedEcho('a', 'a'))
    expect(cancelledOf(line)).toEqual(['a already-run'])
    expect(line.live().status).toBe('ready')
    line.prompt('b').hear(...turn('b'), say.idle)
    line.prompt('c').hear(say.undatedEcho('c', 'c'))
    expect(turnsOf(line)).toEqual(['b: b'])
    expect(cancelledOf(line)).toEqual(['a already-run', 'c already-run'])
    expect(line.live().status).toBe('idle')
  })

  it('R-REPLAY-17 is not in the turn that was written together with it', () => {
    const line = new Timeline()
      .ready()
      .prompt('a')
      .prompt('b')
      .hear(say.undatedEcho('a', 'a'), ...turn('b'))
    expect(turnsOf(line)).toEqual(['b: b'])
    expect(cancelledOf(line)).toEqual(['a already-run'])
  })

  it('R-REPLAY-17 is not in the turn in which it is echoed, and over when the CLI is idle', () => {
    const line = new Timeline()
      .ready()
      .prompt('a')
      .hear(...turn('a'), say.idle)
    line.prompt('b').hear(say.running, say.init()).prompt('c').hear(say.undatedEcho('c', 'c'))
    line.hear(say.echo('b', 'b'), say.result('b'))
    line.prompt('d', '/context').hear(say.init(), say.result('## Context'), say.idle)
    expect(turnsOf(line)).toEqual(['a: a', 'b: b', 'd: ## Context'])
    expect(cancelledOf(line)).toEqual(['c already-run'])
  })
})

describe('in the first turn of a process, before it is known that the CLI dates echoes', () => {
  it('R-REPLAY-17 an undated echo is not in the turn, whose own prompt is echoed later', () => {
    const line = new Timeline().ready().prompt('a').hear(say.running, say.init())
    line.prompt('b').hear(say.undatedEcho('b', 'b')).prompt('c')
    line.hear(say.echo('a', 'a'), say.result('of a'), ...turn('c'), say.idle)
    expect(turnsOf(line)).toEqual(['a: of a', 'c: c'])
    expect(cancelledOf(line)).toEqual(['b already-run'])
  })

  it('R-REPLAY-17 it is not in the turn of a command either, which has no echo', () => {
    const line = new Timeline().ready().prompt('a', '/context').hear(say.running, say.init())
    line.prompt('b').hear(say.undatedEcho('b', 'b'), say.result('## Context'), say.idle)
    expect(turnsOf(line)).toEqual(['a: ## Context'])
    expect(cancelledOf(line)).toEqual(['b already-run'])
  })
})

describe('a prompt that was written twice to one process', () => {
  it('runs once: the echo of the second is no sign that the first has run', () => {
    const line = new Timeline().ready().prompt('a').hear(say.running, say.undatedEcho('a', 'a'), say.init())
    line.hear(say.echo('a', 'a'), say.result('of a'), say.idle)
    line.prompt('b').hear(say.running, say.init(), say.echo('b', 'b'))
    line.prompt('c').hear(say.undatedEcho('c', 'c'), say.result('of b'))
    expect(openOf(line)).toEqual(['c'])
    line.hear(say.init(), say.echo('c', 'c'), say.result('of c'), say.idle)
    expect(turnsOf(line)).toEqual(['a: of a', 'b: of b', 'c: of c'])
    expect(cancelledOf(line)).toEqual([])
  })

  it('runs once where lifecycles are told, also where the CLI says nothing of its state', () => {
    const told = (uuid: string, state: string) => say.lifecycle(uuid, state)
    const line = new Timeline().ready().prompt('a').hear(told('a', 'queued'), told('a', 'started'))
    line.hear(say.undatedEcho('a', 'a'), say.init(['a']), say.result('of a', { user_message_uuids: ['a'] }))
    expect(turnsOf(line)).toEqual(['a: of a'])
  })
})

it('R-REPLAY-17 merged prompts are echoed without a time too, and run: the CLI is not at rest', () => {
  const line = new Timeline().ready().prompt('a').hear(say.running, say.init(), say.echo('a', 'a'))
  line.prompt('b').prompt('c').hear(say.result('of a'), say.undatedEcho('b', 'b'), say.init())
  line.hear(say.echo('c', 'b', 'c'), say.result('of both'), say.idle)
  expect(turnsOf(line)).toEqual(['a: of a', 'b+c: of both'])
})

it('a CLI that dates no echo is taken at its word: what it echoes in a turn is in it', () => {
  const line = new Timeline().ready()
  for (const uuid of ['a', 'b'])
    line.prompt(uuid).hear(say.init(), say.undatedEcho(uuid, uuid), say.result(uuid))
  line.prompt('c').hear(say.init(), say.undatedEcho('c', 'c')).prompt('d')
  line.hear(say.undatedEcho('d', 'd'), say.result('of both'), say.idle)
  expect(turnsOf(line)).toEqual(['a: a', 'b: b', 'c+d: of both'])
  expect(cancelledOf(line)).toEqual([])
})
