import { describe, expect, test, vi } from 'vitest'
import { connect, settled } from '../../test/client/fake-cli.ts'
import { echo, init, interruptMarker, result, textDelta } from '../../test/client/messages.ts'
import { waiting } from '../state/turns/prompts.ts'

const process = { version: '2.1.37' }
const taskEnded = {
  type: 'system',
  subtype: 'task_notification',
  task_id: 'b1',
  status: 'completed',
  output_file: '/tmp/b1',
  summary: 'It is over.',
  uuid: 'n',
  session_id: 's',
}
const requests = (cli: ReturnType<typeof connect>['cli']) =>
  cli.written.flatMap((message) => (message.type === 'control_request' ? [message.request.subtype] : []))

describe('with 2.1.37, which differs in what a host must know beforehand', () => {
  test('R-CONTROL-46 a request that it would not answer is refused and not sent', async () => {
    const { cli, session } = connect({ process })
    const refused = session.request('get_settings', {})
    await expect(refused).rejects.toMatchObject({ code: 'unsupported', subtype: 'get_settings' })
    await expect(refused).rejects.toThrow('Claude Code 2.1.37 does not know it')
    expect(requests(cli)).toEqual(['initialize'])
    cli.reply('set_model', {})
    await session.setModel('opus')
    expect(requests(cli)).toEqual(['initialize', 'set_model'])
  })

  test('R-REPLAY-10 a prompt that is echoed between two turns has run before', async () => {
    const { cli, session } = connect({ process })
    const turn = session.send('hello', { uuid: 'a' })
    cli.say(echo('a', 'hello'))
    expect(await turn.result).toMatchObject({ status: 'already-run' })
    expect(session.isBusy).toBe(false)
    expect(waiting(session.state.prompts)).toEqual([])
  })

  test('R-QUEUE-7 the turn after a task is that of the prompt, also where that is not echoed', async () => {
    const { cli, session } = connect({ process })
    const turn = session.send('/context', { uuid: 'a' })
    cli.say(taskEnded, init(), result('', { uuid: 'r' }))
    expect(await turn.result).toMatchObject({ status: 'success' })
    expect(waiting(session.state.prompts)).toEqual([])
  })

  test('R-QUEUE-8 a prompt for now is sent, and the running turn stopped', async () => {
    const { cli, session } = connect({ process })
    cli.reply('interrupt', {})
    const first = session.send('long', { uuid: 'a' })
    cli.say(init(), echo('a', 'long'))
    const second = session.send('now', { uuid: 'b', when: 'now' })
    await expect.poll(() => requests(cli)).toContain('interrupt')
    const stopped = { ...result(''), subtype: 'error_during_execution', result: undefined, errors: [] }
    cli.say(interruptMarker(), stopped)
    expect(await first.result).toMatchObject({ status: 'interrupted', message: { is_error: false } })
    cli.say(init(), echo('b', 'now'), result('Here.'))
    expect(await second.result).toMatchObject({ status: 'success', text: 'Here.' })
  })

  test('R-QUEUE-8 and is not ended for a slow reader of messages, behind which the answer to that waits', async () => {
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
    try {
      const { cli, session } = connect({ process })
      await session.ready
      await settled()
      cli.reply('interrupt', {})
      session.send('long', { uuid: 'a' })
      const reader = session.messages()
      cli.say(init(), echo('a', 'long'), ...Array.from({ length: 1024 }, () => textDelta('a')))
      session.send('now', { uuid: 'b', when: 'now' })
      await settled()
      vi.advanceTimersByTime(60_000)
      await settled()
      expect(requests(cli)).toContain('interrupt')
      expect(cli.signals).toEqual([])
      await reader.return?.()
    } finally {
      vi.useRealTimers()
    }
  })

  test('R-RESULT-5 too many steps are an error, although it says that they are none', async () => {
    const { cli, session } = connect({ process })
    const turn = session.send('long', { uuid: 'a' })
    const ended = { ...result(''), subtype: 'error_max_turns', result: undefined, errors: [] }
    cli.say(init(), echo('a', 'long'), ended)
    expect(await turn.result).toMatchObject({ status: 'error' })
  })
})

describe('with later versions', () => {
  test('all requests are sent, and a prompt for now stops nothing', async () => {
    const { cli, session } = connect({ process: { version: '2.1.38' } })
    session.request('get_settings', {}).catch(() => {})
    session.send('long', { uuid: 'a' })
    cli.say(init(), echo('a', 'long'))
    session.send('now', { uuid: 'b', when: 'now' })
    expect(requests(cli)).toEqual(['initialize', 'get_settings'])
  })
})
