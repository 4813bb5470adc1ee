import { describe, expect, it } from 'vitest'
import * as say from '../../../test/client/messages.ts'
import { Timeline } from '../../../test/state/timeline.ts'
import { lookUp } from '../lookup.ts'
import { heldPrompts, isKnown } from './prompts.ts'

const queue = (line: Timeline, ...uuids: string[]) => {
  for (const uuid of uuids) line.event({ kind: 'prompt-queued', uuid, content: uuid, by: 'anna' })
  return line
}
const held = (line: Timeline) =>
  heldPrompts(line.state.prompts).map(({ uuid, content }) => `${uuid}:${content}`)
const open = (line: Timeline) => line.state.prompts.open.map(({ uuid, status }) => `${uuid} ${status}`)

describe('prompts that the host holds', () => {
  it('are kept in order, edited and moved', () => {
    const line = queue(new Timeline().ready(), 'a', 'b', 'c')
    line.event({ kind: 'prompt-changed', uuid: 'b', content: 'B' })
    line.event({ kind: 'prompt-changed', uuid: 'c', position: 0 })
    expect(held(line)).toEqual(['c:c', 'a:a', 'b:B'])
    line.event({ kind: 'prompt-changed', uuid: 'c', position: 99, content: 'C' })
    line.event({ kind: 'prompt-changed', uuid: 'b', position: -1 })
    line.event({ kind: 'prompt-changed', uuid: 'nobody', position: 0 })
    expect(held(line)).toEqual(['b:B', 'a:a', 'c:C'])
  })

  it('are sent, before those that are still held, with what is really written', () => {
    const line = queue(new Timeline().ready(), 'a', 'b').prompt('x').at(3).prompt('b', 'last word')
    expect(open(line)).toEqual(['x sent', 'b sent', 'a held'])
    expect(line.state.prompts.open[1]).toMatchObject({
      content: [{ type: 'text', text: 'last word' }],
      by: 'anna',
      sentAt: 3000,
    })
    line.event({ kind: 'prompt-changed', uuid: 'b', content: 'too late', position: 0 })
    expect(open(line)).toEqual(['x sent', 'b sent', 'a held'])
  })

  it('are cancelled, and remembered for a while', () => {
    const line = queue(new Timeline().ready(), 'a').event({ kind: 'prompt-cancelled', uuid: 'a', by: 'ben' })
    expect(open(line)).toEqual([])
    expect(line.state.prompts.cancelled).toEqual([
      { uuid: 'a', content: 'a', at: 0, why: 'cancelled', by: 'ben' },
    ])
    for (let i = 0; i < 40; i++) queue(line, `q${i}`).event({ kind: 'prompt-cancelled', uuid: `q${i}` })
    expect(line.state.prompts.cancelled).toHaveLength(20)
  })

  it('outlive the process', () => {
    const line = queue(new Timeline().ready(), 'a').exit().start(2)
    expect(open(line)).toEqual(['a held'])
  })
})

describe('prompts that were sent', () => {
  it('R-QUEUE-11 are taken out of the queue of the CLI, or are not there any more', () => {
    const line = new Timeline().ready().prompt('a').hear(say.init(), say.echo('a', 'a')).prompt('b')
    line.ask('c1', 'cancel_async_message', { message_uuid: 'a' }).answered('c1', { cancelled: false })
    line.ask('c2', 'cancel_async_message', { message_uuid: 'b' }).answered('c2', { cancelled: true })
    expect(open(line)).toEqual(['a running'])
    expect(line.state.prompts.cancelled).toMatchObject([{ uuid: 'b', why: 'cancelled' }])
  })

  it('R-INTR-14 R-INTR-16 an interrupt tells which it dropped and which still wait', () => {
    const line = new Timeline().ready().prompt('a').prompt('b').prompt('c')
    line.ask('i', 'interrupt', { cancel_queued: true })
    line.answered('i', { still_queued: ['b'], cancelled: ['c', 'unknown'] })
    expect(open(line)).toEqual(['a sent', 'b accepted'])
  })

  it('an answer to another request says nothing of prompts', () => {
    const line = new Timeline().ready().prompt('a').ask('x', 'get_settings')
    line.answered('x', { cancelled: ['a'] }).answered('never-asked', { cancelled: true })
    expect(open(line)).toEqual(['a sent'])
  })

  it('R-REPLAY-5 the same prompt twice is one, whether it is open, held or over', () => {
    const line = queue(new Timeline().ready(), 'a', 'a').prompt('a').prompt('a')
    queue(line, 'a')
    expect(open(line)).toEqual(['a sent'])
    line.hear(say.init(), say.result('done')).prompt('a')
    queue(line, 'a')
    expect(open(line)).toEqual([])
    expect(isKnown(line.state.prompts, 'a')).toBe(true)
    expect(lookUp(line.state.prompts.done, 'a')).toBe(1)
  })

  it('stored behind the end of its process is held for the next one, also where an earlier process took it', () => {
    const line = queue(new Timeline().ready().prompt('a'), 'b').exit().prompt('a').prompt('b').prompt('c')
    expect(open(line)).toEqual(['b held', 'a held', 'c held'])
    expect(line.state.prompts.lost).toEqual([])
    line.event({ kind: 'prompt-cancelled', uuid: 'a' })
    line.start(2).prompt('b')
    expect(open(line)).toEqual(['b sent', 'c held'])
  })
})
