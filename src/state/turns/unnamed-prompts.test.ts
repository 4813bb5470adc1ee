import { describe, expect, it } from 'vitest'
import * as say from '../../../test/client/messages.ts'
import { Timeline } from '../../../test/state/timeline.ts'
import { toArray } from '../list.ts'
import { lookUp } from '../lookup.ts'

/** A prompt without uuid. The state gives it one of its own, here shown by its text. */
function unnamed(line: Timeline, text: string): Timeline {
  return line.say({ type: 'user', message: { role: 'user', content: [{ type: 'text', text }] } })
}
/** The prompts of each turn, and what it ended in. */
function turnsOf(line: Timeline): string[] {
  const texts = new Map(
    line.events.flatMap((event) =>
      event.kind === 'sent' && event.message.type === 'user'
        ? [[event.message.uuid ?? `sent-${event.seq}`, JSON.stringify(event.message.message.content)]]
        : [],
    ) as [string, string][],
  )
  const textOf = (uuid: string) => /"text":"([^"]*)"/.exec(texts.get(uuid) ?? '')?.[1] ?? uuid
  return toArray(line.state.turns.past).map(
    ({ prompts, result }) => `${prompts.map(textOf).join('+') || '-'}: ${result?.text}`,
  )
}
const named = (uuid: string) => ({ user_message_uuids: [uuid] })
const whole = (uuid: string) => [
  ...[say.running, say.lifecycle(uuid, 'queued'), say.lifecycle(uuid, 'started'), say.init([uuid])],
  ...[say.echo(uuid, uuid), say.result(uuid, named(uuid)), say.lifecycle(uuid, 'completed'), say.idle],
]
const echoed = (...texts: string[]) => say.echo('made-by-cli', ...texts)

describe('R-REPLAY-18 prompts without uuid among others', () => {
  it('run in a turn that names nobody, and are told by their echo', () => {
    const line = new Timeline()
      .ready()
      .prompt('a')
      .hear(...whole('a'))
    unnamed(line, 'hello').hear(say.running, say.init(), echoed('hello'), say.result('hi'), say.idle)
    expect(turnsOf(line)).toEqual(['a: a', 'hello: hi'])
    expect(line.live().status).toBe('idle')
  })

  it('are the oldest that has no uuid, where nothing is echoed', () => {
    const line = new Timeline()
      .ready()
      .prompt('a')
      .hear(...whole('a'))
    unnamed(line, '/context').hear(say.running, say.init(), say.result('## Context'), say.idle)
    expect(turnsOf(line)).toEqual(['a: a', '/context: ## Context'])
    expect(line.live().status).toBe('idle')
  })

  it('do not take the turn that the CLI starts itself', () => {
    const line = new Timeline()
      .ready()
      .prompt('a')
      .hear(...whole('a'), say.taskNotification(), say.running)
    unnamed(line, 'hello').hear(say.init(), say.result('own', say.OF_TASK))
    line.hear(say.init(), echoed('hello'), say.result('hi'), say.idle)
    expect(turnsOf(line)).toEqual(['a: a', '-: own', 'hello: hi'])
  })

  it.each([
    ['2.1.197', [say.init(), say.echo('b', 'hello', 'b'), say.result('both')]],
    ['2.1.325', [say.init(['b']), say.echo('b', 'hello\n', 'b'), say.result('both', named('b'))]],
  ])('are merged with the named one that comes after: %s', (_, messages) => {
    const line = new Timeline().ready().prompt('a').hear(say.running, say.init(), say.echo('a', 'a')).at(1)
    unnamed(line, 'hello')
      .prompt('b')
      .at(2)
      .hear(say.result('of a'), ...messages)
    expect(turnsOf(line)).toEqual(['a: of a', 'b+hello: both'])
    expect(line.hear(say.idle).live().status).toBe('idle')
  })

  it('are merged with the named one that comes before', () => {
    const line = new Timeline().ready().prompt('a').hear(say.running, say.init(), say.echo('a', 'a')).at(1)
    unnamed(line.prompt('b'), 'hello').at(2).hear(say.result('of a'), say.undatedEcho('b', 'b'), say.init())
    line.hear(echoed('b\n', 'hello'), say.result('both'), say.idle)
    expect(turnsOf(line)).toEqual(['a: of a', 'b+hello: both'])
    expect(line.live().status).toBe('idle')
  })

  it('are over when the CLI is idle after a turn that began later, whatever it told of them', () => {
    const line = new Timeline().ready().prompt('a').hear(say.running, say.init(), say.echo('a', 'a')).at(1)
    unnamed(line.prompt('b'), 'hello').at(2).hear(say.result('of a'), say.lifecycle('b', 'started'))
    line.hear(say.init(['b']), say.result('both', named('b')))
    expect(line.live().status).toBe('thinking')
    expect(line.hear(say.idle).live().status).toBe('idle')
  })

  it('are not over when they were written while the turn ran, and the CLI may not have read them', () => {
    const line = new Timeline().ready().prompt('a').hear(say.running, say.init(), say.echo('a', 'a')).at(1)
    unnamed(line, 'hello').hear(say.result('of a'), say.idle)
    expect(line.live().status).toBe('thinking')
    line.at(2).hear(say.running, say.init(), echoed('hello'), say.result('hi'), say.idle)
    expect(turnsOf(line)).toEqual(['a: of a', 'hello: hi'])
  })
})

describe('R-REPLAY-19 prompts of a CLI that echoes and names none', () => {
  const merged = () => {
    const line = new Timeline()
      .ready()
      .prompt('a')
      .hear(say.running, say.init())
      .at(1)
      .prompt('b')
      .prompt('c')
      .at(2)
    return line.hear(say.result('of a'), say.init(), say.result('both'))
  }

  it('that were merged are over when the CLI is idle', () => {
    const line = merged()
    expect(line.live().status).toBe('thinking')
    line.hear(say.idle)
    expect(line.state.prompts.open).toEqual([])
    expect(lookUp(line.state.prompts.done, 'c')).toBe(2)
    expect(line.live().status).toBe('idle')
  })

  it('are not over if they were written during the last turn', () => {
    const line = merged().prompt('d').hear(say.idle)
    expect(line.state.prompts.open.map(({ uuid }) => uuid)).toEqual(['d'])
  })

  const folded = () => {
    const line = new Timeline().ready().prompt('a').hear(say.running, say.init()).at(1).prompt('b').at(2)
    return line.hear(say.result('of both'), say.idle)
  }

  it('R-LIVE-23 that were folded into the last turn are over when the CLI is idle and answers', () => {
    const line = folded().at(122).ask('probe-1', 'get_binary_version')
    expect(line.state.prompts.open.map(({ uuid }) => uuid)).toEqual(['b'])
    line.answered('probe-1', {})
    expect(lookUp(line.state.prompts.done, 'b')).toBe(1)
    expect(line.live().status).toBe('idle')
  })

  it.each([
    ['was sent after it', (line: Timeline) => line.at(3).prompt('c')],
    ['runs', (line: Timeline) => line.prompt('c').hear(say.running)],
  ])('R-LIVE-23 but not one that %s', (_, goOn) => {
    const line = goOn(folded()).at(122).ask('probe-1', 'get_binary_version').answered('probe-1', {})
    expect(line.state.prompts.open.map(({ uuid }) => uuid)).toContain('c')
  })
})
