// @ts-check
// A chat in the terminal: type, read the answer as it is written, decide what tools may do. Ctrl-D ends it.
//
//   node examples/chat.mjs
import { stdin, stdout } from 'node:process'
import { createInterface } from 'node:readline/promises'
import { openSession } from 'fairlead'

const terminal = createInterface({ input: stdin })
const lines = terminal[Symbol.asyncIterator]()
const ask = async (/** @type {string} */ question) => {
  stdout.write(question)
  return (await lines.next()).value?.trim() ?? ''
}

const session = await openSession({
  includePartialMessages: true,
  onApproval: async (approval) => {
    if (approval.kind !== 'tool') return void approval.deny('This small chat only knows tools.')
    const answer = await ask(
      `\n${approval.toolName} ${JSON.stringify(approval.input)}\nAllow? [yes/always/No] `,
    )
    if (answer === 'yes') approval.allow()
    else if (answer === 'always') approval.allow({ remember: approval.suggestions })
    else approval.deny()
  },
  onMessage: (message) => {
    if (message.type !== 'stream_event' || message.event.type !== 'content_block_delta') return
    if (message.event.delta.type === 'text_delta') stdout.write(message.event.delta.text)
  },
})

for (let prompt = await ask('> '); prompt !== ''; prompt = await ask('\n> ')) {
  const { status, text } = await session.send(prompt).result
  if (status !== 'success') stdout.write(`\n${status}: ${text}`)
}
terminal.close()
await session.close()
