import { describe, expect, test } from 'vitest'
import { connect, settled } from '../../../test/client/fake-cli.ts'
import {
  aborted,
  echo,
  idle,
  init,
  lifecycle,
  result,
  taskNotification,
} from '../../../test/client/messages.ts'
import { BadRequestError } from '../../driver/errors.ts'

/** A session in the middle of turn `a`, with prompts held for after it. */
function busy(...held: string[]) {
  const { cli, session } = connect()
  session.send('hello', { uuid: 'a' })
  cli.say(init(), echo('a', 'hello'))
  const turns = held.map((uuid) => session.send(`text of ${uuid}`, { uuid, when: 'after-turn' }))
  const order = () => session.queue.list().map(({ uuid }) => uuid)
  const sent = () => cli.prompts.map(({ uuid }) => uuid)
  return { cli, session, turns, order, sent }
}

describe('a prompt for after the turn', () => {
  test('is sent at once when nothing runs', () => {
    const { cli, session } = connect()
    const turn = session.send('hello', { when: 'after-turn' })
    expect(turn.state).toBe('sent')
    expect(cli.prompts.length).toBe(1)
    expect(session.queue.list()).toEqual([])
  })

  test('is held while a turn runs, and sent one by one as each ends', async () => {
    const { cli, session, turns, order, sent } = busy('b', 'c')
    const [b, c] = turns
    expect(turns.map(({ state }) => state)).toEqual(['held', 'held'])
    expect(order()).toEqual(['b', 'c'])
    expect(sent()).toEqual(['a'])
    cli.say(result('first'))
    expect(sent()).toEqual(['a', 'b'])
    cli.say(idle)
    expect(sent()).toEqual(['a', 'b'])
    expect(order()).toEqual(['c'])
    cli.say(init(), echo('b', 'text of b'), result('second'), idle)
    expect(sent()).toEqual(['a', 'b', 'c'])
    cli.say(init(), echo('c', 'text of c'), result('third'), idle)
    expect(await b?.result).toMatchObject({ text: 'second' })
    expect(await c?.result).toMatchObject({ text: 'third' })
    expect(session.isBusy).toBe(false)
  })

  test('waits for the prompts that the CLI has already', () => {
    const { cli, session, sent } = busy('c')
    session.send('next', { uuid: 'b' })
    cli.say(result('first'))
    expect(sent()).toEqual(['a', 'b'])
    cli.say(init(), echo('b', 'next'), result('second'))
    expect(sent()).toEqual(['a', 'b', 'c'])
  })

  test('waits for a turn that the CLI started itself', () => {
    const { cli, session, sent } = busy()
    cli.say(result('first'), idle, taskNotification(), init())
    session.send('later', { uuid: 'b', when: 'after-turn' })
    expect(sent()).toEqual(['a'])
    cli.say(result('the task is done'), idle)
    expect(sent()).toEqual(['a', 'b'])
  })

  test('is sent after an interrupted turn', () => {
    const { cli, sent } = busy('b')
    cli.say(aborted('aborted_streaming'), idle)
    expect(sent()).toEqual(['a', 'b'])
  })
})

describe('a prompt for after a prompt that never runs', () => {
  const waiting = () => {
    const { cli, session } = connect()
    session.send('hello', { uuid: 'a' })
    const held = session.send('later', { uuid: 'b', when: 'after-turn' })
    expect([session.queue.has('a'), session.queue.has('b')]).toEqual([false, true])
    return { cli, session, held }
  }

  test('is sent when the other was cancelled', async () => {
    const { cli, session, held } = waiting()
    cli.reply('cancel_async_message', { cancelled: true })
    await session.cancel('a')
    expect(held.state).toBe('sent')
    expect(session.queue.has('b')).toBe(false)
  })

  test.each(['cancelled', 'discarded', 'refused', 'completed'])(
    'is sent when the CLI tells that the other is %s',
    (state) => {
      const { cli, held } = waiting()
      cli.say(lifecycle('a', 'queued'))
      expect(held.state).toBe('held')
      cli.say(lifecycle('a', state))
      expect(held.state).toBe('sent')
    },
  )
})

describe('a held prompt', () => {
  test('can be edited, and only the last text is sent', () => {
    const { cli, session, turns } = busy('b')
    session.queue.edit('b', 'another text')
    session.queue.edit('b', [{ type: 'text', text: 'the last text' }])
    cli.say(result('first'))
    expect(cli.prompts[1]).toEqual({
      ...turns[0]?.input,
      uuid: 'b',
      message: { role: 'user', content: [{ type: 'text', text: 'the last text' }] },
    })
  })

  test.each([[''], ['  '], [[]], [[{ type: 'text' }]], [null]])(
    'R-ERROR-16 cannot be edited into %j, which is no prompt',
    (prompt) => {
      const { cli, session } = busy('b')
      expect(() => session.queue.edit('b', prompt as never)).toThrow(BadRequestError)
      cli.say(result('first'))
      expect(cli.prompts[1]).toMatchObject({ message: { content: [{ text: 'text of b' }] } })
    },
  )

  test('can be moved', () => {
    const { session, order } = busy('b', 'c', 'd')
    session.queue.move('d', 0)
    expect(order()).toEqual(['d', 'b', 'c'])
    session.queue.move('d', 1)
    expect(order()).toEqual(['b', 'd', 'c'])
    session.queue.move('b', 99)
    expect(order()).toEqual(['d', 'c', 'b'])
    session.queue.move('c', -1)
    expect(order()).toEqual(['c', 'd', 'b'])
    expect(() => session.queue.move('c', 0.5)).toThrow('whole number')
    expect(order()).toEqual(['c', 'd', 'b'])
  })

  test('is sent in the order that it was moved to', () => {
    const { cli, session, sent } = busy('b', 'c')
    session.queue.move('c', 0)
    cli.say(result('first'))
    expect(sent()).toEqual(['a', 'c'])
  })

  test('can be cancelled, without a word to the CLI', async () => {
    const { cli, session, turns, order } = busy('b', 'c')
    const written = cli.written.length
    expect(await session.cancel('b')).toBe(true)
    expect(await turns[0]?.result).toEqual({ status: 'cancelled', text: '' })
    expect(order()).toEqual(['c'])
    expect(cli.written.length).toBe(written)
    cli.say(result('first'))
    expect(cli.prompts.map(({ uuid }) => uuid)).toEqual(['a', 'c'])
  })

  test('is listed in a copy, which changes nothing', () => {
    const { session, order } = busy('b')
    ;(session.queue.list() as unknown[]).length = 0
    expect(order()).toEqual(['b'])
  })
})

describe('a prompt that was sent', () => {
  test('cannot be edited or moved', () => {
    const { session } = busy()
    expect(() => session.queue.edit('a', 'too late')).toThrow('prompt a is not held')
    expect(() => session.queue.move('a', 0)).toThrow(BadRequestError)
  })

  test('is cancelled by the CLI, while it waits there', async () => {
    const { cli, session, sent } = busy('c')
    const b = session.send('next', { uuid: 'b' })
    const cancelled = session.cancel(b)
    expect(cli.requests('cancel_async_message')).toMatchObject([{ request: { message_uuid: 'b' } }])
    await settled()
    expect(b.state).toBe('sent')
    cli.succeed(cli.idOf('cancel_async_message'), { cancelled: true })
    expect(await cancelled).toBe(true)
    expect(await b.result).toEqual({ status: 'cancelled', text: '' })
    expect(sent()).toEqual(['a', 'b'])
    cli.say(result('first'))
    expect(sent()).toEqual(['a', 'b', 'c'])
  })

  test.each([[{ cancelled: false }], [{}]])('runs on when the CLI answers %j', async (answer) => {
    const { cli, session } = busy()
    const b = session.send('next', { uuid: 'b' })
    cli.reply('cancel_async_message', answer)
    expect(await session.cancel(b)).toBe(false)
    expect(b.state).toBe('sent')
  })
})
