// @ts-check
// ../chat.mjs, written for the official client.
import { stdin, stdout } from 'node:process'
import { createInterface } from 'node:readline/promises'
import { query } from '@anthropic-ai/claude-agent-sdk'

const terminal = createInterface({ input: stdin })
const lines = terminal[Symbol.asyncIterator]()
const ask = async (/** @type {string} */ question) => {
  stdout.write(question)
  return (await lines.next()).value?.trim() ?? ''
}

/** The next prompt may be read only when the turn before it is over. */
let turnOver = () => {}
async function* prompts() {
  for (let prompt = await ask('> '); prompt !== ''; prompt = await ask('\n> ')) {
    const over = new Promise((resolve) => {
      turnOver = () => resolve(undefined)
    })
    yield {
      type: /** @type {const} */ ('user'),
      message: { role: /** @type {const} */ ('user'), content: prompt },
      parent_tool_use_id: null,
      session_id: '',
    }
    await over
  }
}

const messages = query({
  prompt: prompts(),
  options: {
    pathToClaudeCodeExecutable: process.env.CLAUDE_BIN,
    includePartialMessages: true,
    canUseTool: async (toolName, input, { suggestions }) => {
      if (toolName === 'AskUserQuestion' || toolName === 'ExitPlanMode')
        return { behavior: 'deny', message: 'This small chat only knows tools.' }
      const answer = await ask(`\n${toolName} ${JSON.stringify(input)}\nAllow? [yes/always/No] `)
      if (answer === 'yes') return { behavior: 'allow', updatedInput: input }
      if (answer === 'always')
        return { behavior: 'allow', updatedInput: input, updatedPermissions: suggestions }
      return { behavior: 'deny', message: 'Denied.' }
    },
  },
})
for await (const message of messages) {
  if (message.type === 'stream_event' && message.event.type === 'content_block_delta') {
    if (message.event.delta.type === 'text_delta') stdout.write(message.event.delta.text)
  }
  if (message.type !== 'result') continue
  if (message.subtype !== 'success') stdout.write(`\n${message.subtype}: ${message.errors.join(', ')}`)
  turnOver()
}
terminal.close()
