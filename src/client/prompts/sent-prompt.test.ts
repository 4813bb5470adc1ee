import { describe, expect, test } from 'vitest'
import { connect, settled } from '../../../test/client/fake-cli.ts'
import { aborted, EDE, echo, idle, init, interruptMarker, result } from '../../../test/client/messages.ts'
import type { PromptResult } from './sent-prompt.ts'

/** What becomes of a turn that ends in these messages. */
async function endOf(...messages: object[]): Promise<PromptResult> {
  const { cli, session } = connect()
  const turn = session.send('hello', { uuid: 'a' })
  cli.say(init(), echo('a', 'hello'), ...messages, idle)
  return turn.result
}

describe('the result of a turn', () => {
  test('R-RESULT-2 is an error when is_error says so, whatever the subtype', async () => {
    const apiError = result('API Error: 401', { is_error: true, terminal_reason: 'api_error' })
    expect(await endOf(apiError)).toMatchObject({ status: 'error', text: 'API Error: 401' })
    const odd = result('all is well', { subtype: 'error_of_the_future' })
    expect(await endOf(odd)).toMatchObject({ status: 'success', text: 'all is well' })
  })

  test('has the reasons of the CLI as its text when there is no other', async () => {
    const errors = ['Reached maximum number of turns (1)', 'and more']
    const fields = { subtype: 'error_max_turns', is_error: true, result: undefined, errors }
    expect(await endOf(result('', fields))).toMatchObject({
      status: 'error',
      text: 'Reached maximum number of turns (1); and more',
    })
    expect(await endOf(result('', { is_error: true, result: undefined }))).toMatchObject({ text: '' })
  })

  test.each([
    ['streaming', [interruptMarker(), aborted('aborted_streaming')]],
    ['tools', [interruptMarker('[Request interrupted by user for tool use]'), aborted('aborted_tools')]],
    ['streaming, before its first byte', [aborted('aborted_streaming')]],
    [
      'an unknown way, told by the marker only',
      [interruptMarker(), aborted('aborted_tools', { terminal_reason: undefined })],
    ],
    ['streaming, told as a success', [result('so far', { terminal_reason: 'aborted_streaming' })]],
  ])('R-INTR-12 is interrupted and no error after an interrupt in %s', async (_where, messages) => {
    const end = await endOf(...messages)
    expect(end.status).toBe('interrupted')
    expect(end.text).not.toContain('ede_diagnostic')
  })

  test('R-INTR-12 never shows the internal diagnostic, also where nobody interrupted', async () => {
    const fields = { subtype: 'error_during_execution', is_error: true, result: undefined }
    const end = await endOf(result('', { ...fields, errors: [EDE, 'the disk is full'] }))
    expect(end).toMatchObject({ status: 'error', text: 'the disk is full' })
  })

  test('is not interrupted because a prompt, or the turn before, had the text of the marker', async () => {
    const text = '[Request interrupted by user] is what I saw. Why?'
    const { cli, session } = connect()
    const first = session.send('hello', { uuid: 'a' })
    cli.say(init(), echo('a', 'hello'), interruptMarker(), aborted('aborted_streaming'), idle)
    const second = session.send(text, { uuid: 'b' })
    cli.say(init(), echo('b', text), result('API Error: 500', { is_error: true }), idle)
    expect(await first.result).toMatchObject({ status: 'interrupted' })
    expect(await second.result).toMatchObject({ status: 'error', text: 'API Error: 500' })
  })

  test('comes without init when the CLI fails before its first turn', async () => {
    const { cli, session } = connect()
    const turn = session.send('hello')
    cli.say(result('', { is_error: true, result: undefined, errors: ['No conversation found'] }))
    expect(await turn.result).toMatchObject({ status: 'error', text: 'No conversation found' })
  })
})

test('strange values in optional fields do no harm', async () => {
  const { cli, session } = connect()
  const turn = session.send('hello', { uuid: 'a' })
  cli.say({ ...init(), user_message_uuids: 7 }, echo('a', 'hello'))
  cli.say(result('', { is_error: true, result: undefined, errors: 'none', user_message_uuids: { a: 1 } }))
  expect(await turn.result).toMatchObject({ status: 'error', text: '' })
})

test('a turn that nobody awaits causes no unhandled rejection when the process dies', async () => {
  const unhandled: unknown[] = []
  const listener = (reason: unknown) => unhandled.push(reason)
  process.on('unhandledRejection', listener)
  const { cli, session } = connect()
  const turn = session.send('hello')
  cli.exit({ exitCode: 1 })
  await settled()
  await settled()
  process.off('unhandledRejection', listener)
  expect(unhandled).toEqual([])
  expect(turn.state).toBe('done')
  await expect(turn.result).rejects.toThrow('exited with code 1')
})
