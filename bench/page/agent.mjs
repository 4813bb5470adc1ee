#!/usr/bin/env node
// @ts-check
// A `claude` for the bench of the page: answers a prompt `play RATE SECONDS` with one text that streams at that rate. Each
// delta ends with the time at which it was written.

import { createInterface } from 'node:readline'

const WORDS = 'the **loop** ends when `queue` is empty, so a late push is seen by the next reader'.split(' ')
const session = { session_id: '5b1f3d2e-8c4a-4f6b-9e0d-7a2c1b3d4e5f', uuid: '' }
let count = 0

const write = (/** @type {object} */ message) => {
  count += 1
  const uuid = `00000000-0000-4000-8000-${String(count).padStart(12, '0')}`
  process.stdout.write(`${JSON.stringify({ ...message, ...session, uuid })}\n`)
}
const event = (/** @type {object} */ it) =>
  write({ type: 'stream_event', event: it, parent_tool_use_id: null })

/**
 * @param {number} rate
 * @param {number} seconds
 */
async function play(rate, seconds) {
  const usage = { input_tokens: 10, output_tokens: 10 }
  const message = { id: `msg_${count}`, type: 'message', role: 'assistant', model: 'bench', usage }
  event({ type: 'message_start', message: { ...message, content: [] } })
  event({ type: 'content_block_start', index: 0, content_block: { type: 'text', text: '' } })
  const start = Date.now()
  let [text, sent] = ['', 0]
  while (sent < rate * seconds) {
    const due = Math.min(rate * seconds, Math.floor(((Date.now() - start) / 1000) * rate))
    for (; sent < due; sent++) {
      const end = sent % 60 === 59 ? '\n\n' : ' '
      const part = `${WORDS[sent % WORDS.length]} ${Date.now()}${end}`
      text += part
      event({ type: 'content_block_delta', index: 0, delta: { type: 'text_delta', text: part } })
    }
    await new Promise((resolve) => setTimeout(resolve, 2))
  }
  event({ type: 'content_block_stop', index: 0 })
  event({ type: 'message_stop' })
  write({
    type: 'assistant',
    message: { ...message, content: [{ type: 'text', text }] },
    parent_tool_use_id: null,
  })
  write({
    type: 'result',
    subtype: 'success',
    is_error: false,
    result: '',
    num_turns: 1,
    duration_ms: 1,
    duration_api_ms: 1,
    total_cost_usd: 0,
    usage,
  })
}

if (process.argv.includes('--version')) {
  process.stdout.write('2.1.197 (Claude Code)\n')
  process.exit(0)
}
for await (const line of createInterface({ input: process.stdin })) {
  const message = JSON.parse(line)
  if (message.type === 'control_request') {
    const response = { subtype: 'success', request_id: message.request_id, response: {} }
    write({ type: 'control_response', response })
  }
  const said = /play (\d+) (\d+)/.exec(JSON.stringify(message.message?.content ?? ''))
  if (message.type === 'user' && said) await play(Number(said[1]), Number(said[2]))
}
