import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { connect, settled } from '../../test/client/fake-cli.ts'
import { canUseTool, echo, init, result } from '../../test/client/messages.ts'

beforeEach(() => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'setInterval', 'clearInterval', 'Date'] })
})
afterEach(() => {
  vi.useRealTimers()
})

const HOUR = 3_600_000

test('R-LIVE-10 in hours of silence, idle, in a turn or with an open approval, no keep_alive is sent', async () => {
  const { cli, session } = connect({ onApproval: () => {} })
  cli.reply('get_binary_version', { version: '2.1.325' })
  const pass = async () => {
    vi.advanceTimersByTime(HOUR)
    await settled()
    expect(cli.written.map(({ type }) => type)).not.toContain('keep_alive')
  }
  await pass()
  const turn = session.send('hello', { uuid: 'a' })
  await pass()
  cli.say(init(), echo('a', 'hello'))
  await pass()
  cli.ask('q1', canUseTool())
  await pass()
  cli.say(result('fine'))
  await turn.result
  await pass()
  expect(cli.prompts).toHaveLength(1)
})

test('R-LIVE-10 a keep_alive of the CLI is not answered', async () => {
  const { cli } = connect()
  const before = cli.written.length
  cli.say({ type: 'keep_alive' })
  await settled()
  expect(cli.written.length).toBe(before)
})
