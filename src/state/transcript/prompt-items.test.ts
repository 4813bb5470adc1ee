import { describe, expect, test } from 'vitest'
import * as say from '../../../test/state/talk.ts'
import { Timeline } from '../../../test/state/timeline.ts'
import { itemById, items } from '../select.ts'

const ready = () => new Timeline().ready()
const shown = (line: Timeline) => say.shown(line.state)

describe('a prompt', () => {
  test('R-REPLAY-4 is shown when it is sent; its echo is an acknowledgement and no new prompt', () => {
    const line = ready().prompt('p', 'hello')
    expect(shown(line)).toEqual(['?> hello'])
    line.hear(say.init(), say.echo('p', 'hello'))
    expect(shown(line)).toEqual(['> hello'])
    line.hear(say.text('m1', 'hi'), say.end())
    expect(shown(line)).toEqual(['> hello', 'hi'])
    expect(itemById(line.state, 'p')).toMatchObject({ kind: 'user', uuid: 'p', synthetic: false })
  })

  test('is acknowledged by its lifecycle, and by the turn that covers it', () => {
    const line = ready().prompt('p')
    line.hear({ type: 'command_lifecycle', command_uuid: 'p', state: 'queued', uuid: 'l1' })
    expect(shown(line)).toEqual(['> p'])
    const silent = ready().prompt('q').hear(say.init(), say.text('m1', 'answer'), say.end())
    expect(shown(silent)).toEqual(['> q', 'answer'])
  })

  test('that waits for another is shown where it gets its turn', () => {
    const line = ready().prompt('one').hear(say.init(), say.echo('one')).prompt('two')
    expect(shown(line)).toEqual(['> one'])
    line.hear(say.text('m1', 'first'), say.end())
    expect(shown(line)).toEqual(['> one', 'first'])
    line.hear(say.init(), say.echo('two'), say.text('m2', 'second'), say.end())
    expect(shown(line)).toEqual(['> one', 'first', '> two', 'second'])
  })

  test('that is folded into the running turn is shown there', () => {
    const line = ready().prompt('one').hear(say.init(), say.echo('one'), say.call('m1', 't1')).prompt('two')
    line.hear(say.result('t1', 'ok'), say.echo('two'), say.text('m2', 'both'), say.end())
    expect(shown(line)).toEqual(['> one', 'Bash done: ok', '> two', 'both'])
  })

  test('whose turn the CLI does not tell is shown before the reply', () => {
    const line = ready().prompt('one').hear(say.init()).prompt('two').hear(say.text('m1', 'first'), say.end())
    line.hear(say.init(), say.text('m2', 'second'), say.end())
    expect(shown(line)).toEqual(['> one', 'first', '> two', 'second'])
  })

  test('that no reply came to is shown at the result', () => {
    const line = ready()
      .prompt('one')
      .prompt('two')
      .hear(say.init(), say.echo('one'), say.end(), say.init(), say.end())
    expect(shown(line)).toEqual(['> one', '> two'])
  })

  test('that the host holds is not shown', () => {
    const line = ready().event({ kind: 'prompt-queued', uuid: 'h', content: 'later' })
    expect(shown(line)).toEqual([])
    expect(shown(line.prompt('h', 'later'))).toEqual(['?> later'])
  })

  test('that was cancelled before it ran goes, and comes back when it is sent again', () => {
    const line = ready().prompt('p').event({ kind: 'prompt-cancelled', uuid: 'p' })
    expect(shown(line)).toEqual([])
    line.prompt('p', 'after all').hear(say.init(), say.echo('p', 'after all'))
    expect(shown(line)).toEqual(['> after all'])
    expect(itemById(line.state, 'p')).toMatchObject({ kind: 'user', content: [{ text: 'after all' }] })
  })

  test('that ran stays, though it is told to be cancelled after an interrupt', () => {
    const lifecycle = (state: string) => ({
      type: 'command_lifecycle',
      command_uuid: 'p',
      state,
      uuid: say.uuid(),
    })
    const line = ready()
      .prompt('p')
      .hear(lifecycle('queued'), lifecycle('started'), say.init(), say.echo('p'))
    line.hear(say.interruptMarker(), say.interrupted(), lifecycle('cancelled'))
    expect(shown(line)).toEqual(['> p', '* interrupt info: Request interrupted by user'])
  })

  test('whose uuid ran before is shown once, however often it is sent and echoed', () => {
    const line = ready().prompt('p').hear(say.init(), say.echo('p'), say.text('m1', 'hi'), say.end())
    line.prompt('p').hear(say.echo('p'))
    line.exit().start(2).prompt('p').hear(say.echo('p'))
    expect(shown(line)).toEqual(['> p', 'hi'])
  })
})

describe('an echo', () => {
  test('R-TYPE-42 of a prompt that nobody here has sent is the prompt', () => {
    const line = ready().hear(say.init(), say.echo('x', 'from elsewhere'), say.text('m1', 'hi'))
    expect(shown(line)).toEqual(['> from elsewhere', 'hi'])
  })

  test('R-REPLAY-6 R-TYPE-43 without uuid or mark is matched by order', () => {
    const line = ready().prompt('a', 'same').prompt('b', 'same').hear(say.init())
    const bare = { type: 'user', message: { role: 'user', content: 'same' } }
    line.hear(bare)
    expect(shown(line)).toEqual(['> same'])
    line.hear(say.text('m1', 'one'), say.end(), say.init(), bare, say.text('m2', 'two'), say.end())
    expect(shown(line)).toEqual(['> same', 'one', '> same', 'two'])
    expect(items(line.state).map(({ id }) => id)).toEqual(['a', 'm1:0', 'b', 'm2:0'])
  })

  test('R-REPLAY-6 of a prompt that was sent without a uuid has one of the CLI, and is known by both', () => {
    const line = ready().say({ type: 'user', message: { role: 'user', content: 'hello' } })
    expect(shown(line)).toEqual(['?> hello'])
    line.hear(say.init(), say.echo('made-by-cli', 'hello'))
    expect(shown(line)).toEqual(['> hello'])
    expect(itemById(line.state, 'made-by-cli')).toMatchObject({ kind: 'user', content: 'hello' })
    line.hear(say.text('m1', 'hi'), say.end(), say.echo('made-by-cli', 'hello'))
    expect(shown(line)).toEqual(['> hello', 'hi'])
  })

  test('R-REPLAY-4 of merged prompts: each is shown with its own text', () => {
    const line = ready().prompt('a').hear(say.init(), say.echo('a')).prompt('b').prompt('c').prompt('d')
    line.hear(
      say.text('m1', 'one'),
      say.end(),
      say.echo('b'),
      say.echo('c'),
      say.init(),
      say.echo('d', 'b\nc\nd'),
    )
    line.hear(say.text('m2', 'all'), say.end())
    expect(shown(line)).toEqual(['> a', 'one', '> b', '> c', '> d', 'all'])
  })

  test('of merged prompts that nobody here has sent: no text twice', () => {
    const line = ready().hear(
      say.init(),
      say.echo('b'),
      say.echo('c'),
      say.echo('d', 'b\nc\nd'),
      say.text('m', 'all'),
    )
    expect(shown(line)).toEqual(['> b', '> c', '> d', 'all'])
    line.hear(say.echo('e', 'b\nc\nd'))
    expect(shown(line).at(-1)).toBe('> b\nc\nd')
  })

  test('of a slash command is rewritten by the CLI, and shown as it was typed', () => {
    const rewritten =
      '<command-name>/context</command-name>\n   <command-message>context</command-message>\n<command-args>'
    const line = ready()
      .prompt('p', '/context all')
      .hear(say.init(), say.echo('p', `${rewritten}all</command-args>`))
    expect(shown(line)).toEqual(['> /context all'])
    const other = ready().hear(say.init(), say.echo('x', `${rewritten}all</command-args>`))
    expect(shown(other)).toEqual(['> /context all'])
    const bare = ready().hear(say.init(), say.echo('x', '<command-message>init</command-message>'))
    expect(shown(bare)).toEqual(['> /init'])
  })

  test('of blocks keeps them all', () => {
    const blocks = [
      { type: 'text', text: 'look' },
      { type: 'image', source: { type: 'base64', media_type: 'image/png', data: '' } },
    ]
    const line = ready().hear(say.init(), say.echo('x', blocks))
    expect(items(line.state)[0]).toMatchObject({ content: blocks })
  })
})
