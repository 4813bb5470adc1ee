import { describe, expect, test } from 'vitest'
import * as say from '../../../test/state/talk.ts'
import { Timeline } from '../../../test/state/timeline.ts'
import { items } from '../select.ts'

const turn = (prompt = 'p', more: object = {}) =>
  new Timeline().ready().prompt('p', prompt, more).hear(say.init())
const shown = (line: Timeline) => say.shown(line.state).slice(1)
const hook = (event: string) => ({
  subtype: 'hook_callback',
  callback_id: 'h',
  input: { hook_event_name: event },
  tool_use_id: 'x',
})
const UNKNOWN = 'The model was not asked, and the CLI does not say why: a hook may have blocked the prompt'

describe('R-RESULT-14 a turn that ends with nothing said', () => {
  test('shows the text of its result (100: unknown commands)', () => {
    const line = turn('/nosuch').hear(say.end({ result: 'Unknown skill: nosuch', num_turns: 1 }))
    expect(shown(line)).toEqual(['* local-command info: Unknown skill: nosuch'])
  })

  test('shows it once, where a message has told it', () => {
    const said = 'Unknown command: /nosuch'
    const line = turn('/nosuch').hear(say.synthetic(said), say.end({ result: said, num_turns: 0 }))
    expect(shown(line)).toEqual([`* local-command info: ${said}`])
  })

  test('says nothing of a command that says nothing', () => {
    for (const result of ['', '(no content)'])
      expect(shown(turn('/quiet').hear(say.end({ result, num_turns: 0 })))).toEqual([])
  })

  test.each([
    ['blocks the prompt', { decision: 'block', reason: 'not on Mondays' }, ': not on Mondays'],
    ['stops it', { continue: false, stopReason: 'not now' }, ': not now'],
    ['gives no reason', { decision: 'block' }, ''],
  ])('R-HOOK-53 tells that a hook of the host %s (100, 160)', (_how, answer, reason) => {
    const line = turn().asked('h1', hook('UserPromptSubmit')).answer('h1', answer)
    line.hear(say.end({ num_turns: 2 }))
    expect(shown(line)).toEqual([`* hook warning: A hook blocked the prompt${reason}`])
  })

  test('R-HOOK-53 tells that a hook may have blocked it, where nobody knows', () => {
    expect(shown(turn().hear(say.end({ num_turns: 0 })))).toEqual([`* hook warning: ${UNKNOWN}`])
  })

  test('R-HOOK-53 tells that the model was not asked, where the CLI counts steps all the same (90)', () => {
    const usage = { input_tokens: 0, output_tokens: 0 }
    expect(shown(turn().hear(say.end({ num_turns: 2, usage })))).toEqual([`* hook warning: ${UNKNOWN}`])
    const asked = { input_tokens: 10, output_tokens: 0 }
    expect(shown(turn().hear(say.end({ num_turns: 1, usage: asked })))).toEqual([])
  })

  test('R-HOOK-53 leaves it to the CLI, where it tells (197)', () => {
    const line = turn()
      .asked('h1', hook('UserPromptSubmit'))
      .answer('h1', { decision: 'block', reason: 'no' })
    line.hear(say.system('informational', { content: 'blocked: no', level: 'warning' }))
    line.hear(say.end({ result: 'blocked: no', num_turns: 0 }))
    expect(shown(line)).toEqual(['* information warning: blocked: no'])
    line.prompt('q').hear(say.init(), say.echo('q'), say.end({ num_turns: 1 }))
    expect(shown(line).slice(1)).toEqual(['> q'])
  })

  test('R-QUEUE-10 is as it should be, where the prompt was only to be appended', () => {
    const line = turn('p', { shouldQuery: false }).hear(say.echo('p'), say.end({ num_turns: 0 }))
    expect(shown(line)).toEqual([])
    expect(line.state.transcript).not.toHaveProperty('notAsked')
    const waits = turn().prompt('q', 'q', { shouldQuery: false })
    waits.hear(say.text('m1', 'x'), say.end({ result: 'x' }))
    waits.hear(say.init(), say.echo('q'), say.end({ num_turns: 0 }))
    expect(shown(waits)).toEqual(['x', '> q'])
  })

  test('R-HOOK-41 tells that a hook stopped the turn', () => {
    const line = turn().hear(say.call('m1', 't1')).asked('h1', hook('PreToolUse'))
    line.answer('h1', { continue: false, stopReason: 'enough' }).hear(say.result('t1', 'hi'))
    line.hear(say.end({ terminal_reason: 'hook_stopped', num_turns: 2 }))
    expect(shown(line)).toEqual(['Bash done: hi', '* hook warning: A hook stopped the turn: enough'])
  })

  test('is none where the model answered, was stopped or failed', () => {
    for (const end of [say.end({ num_turns: 1 }), say.interrupted({ num_turns: 0 })])
      expect(shown(turn().hear(end))).toEqual([])
    expect(
      items(turn().hear(say.end({ is_error: true, result: 'x', num_turns: 0 })).state).at(-1),
    ).toMatchObject({
      topic: 'error',
    })
  })
})
