// @ts-check
// The CLI dies in the middle of a turn. The session goes on in a new process: nothing that was said is lost, and a prompt
// that is sent again with the same uuid is run once.
//
//   node examples/resume-after-crash.mjs
import { randomUUID } from 'node:crypto'
import { kill } from 'node:process'
import { openSession } from 'fairlead'

const first = await openSession({ includePartialMessages: true })
await first.send('Hello.').result
const uuid = randomUUID()
const turn = first.send('explain how it works', { uuid })
for await (const message of first.messages()) {
  // It has begun to answer. Something goes wrong.
  if (message.type !== 'stream_event' || message.event.type !== 'content_block_delta') continue
  if (first.pid) kill(first.pid, 'SIGKILL')
  break
}
const fate = await turn.result.then(
  ({ status }) => `the turn had ended: ${status}`,
  (error) => `it died: ${error.message.split('\n')[0]}`,
)
console.log(fate)

const { sessionId } = first
if (sessionId === undefined) throw new Error('the CLI has not told its session')
const second = await openSession({ resume: sessionId })
const { status } = await second.send('explain how it works', { uuid }).result
console.log(`sent again: ${status}`)
// `already-run` means that the dead process had taken the prompt: it is asked to go on instead.
if (status === 'already-run') {
  const went = await second.send('Please go on.').result
  console.log(`went on: ${went.status}`)
}
console.log(`same session: ${second.sessionId === sessionId}`)
await second.close()
