import { expect, test } from 'vitest'
import { connect } from '../../../test/client/fake-cli.ts'
import { aborted, assistant, echo, idle, init, result, running } from '../../../test/client/messages.ts'

/** The warnings after a prompt that was only to be appended, and this answer to it. */
async function warnings(...answer: object[]): Promise<string[]> {
  const codes: string[] = []
  const { cli, session } = connect({ onWarning: ({ code }) => codes.push(code) })
  const turn = session.send('note', { uuid: 'a', shouldQuery: false })
  cli.say(running, init(), echo('a', 'note'), ...answer, idle)
  await turn.result
  return codes
}

test.each([
  ['asks the model all the same (100)', ['should-query-ignored'], [assistant('ran'), result('ran')]],
  ['appends it', [], [result('', { num_turns: 0 })]],
  ['was stopped, when the count means nothing', [], [aborted('aborted_streaming')]],
])('R-QUEUE-15 a CLI that %s gives %j', async (_what, codes, answer) => {
  expect(await warnings(...answer)).toEqual(codes)
})

test('R-QUEUE-15 a prompt that joins a running turn is no cause for a warning', async () => {
  const codes: string[] = []
  const { cli, session } = connect({ onWarning: ({ code }) => codes.push(code) })
  session.send('long', { uuid: 'a' })
  cli.say(running, init(), echo('a', 'long'))
  const note = session.send('note', { uuid: 'b', shouldQuery: false })
  cli.say(echo('b', 'note'), result('both', { num_turns: 2 }), idle)
  expect(await note.result).toMatchObject({ text: 'both' })
  expect(codes).toEqual([])
})

test('R-QUEUE-15 a prompt that was held goes out between two turns, and is watched too', async () => {
  const codes: string[] = []
  const { cli, session } = connect({ onWarning: ({ code }) => codes.push(code) })
  session.send('long', { uuid: 'a' })
  cli.say(running, init(), echo('a', 'long'))
  const note = session.send('note', { uuid: 'b', shouldQuery: false, when: 'after-turn' })
  cli.say(result('long'), idle)
  cli.say(running, init(), echo('b', 'note'), assistant('ran'), result('ran'), idle)
  await note.result
  expect(codes).toEqual(['should-query-ignored'])
})
