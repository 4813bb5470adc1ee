// @ts-check
// Conversations of any length, made up: the same in each run. Every message has a uuid of its own, as the CLI's have.

const SESSION = '5b1f3d2e-8c4a-4f6b-9e0d-7a2c1b3d4e5f'
const WORDS = 'the loop ends when queue is empty, so a late `push()` "q" is not seen'.split(' ')

let count = 0
const uuid = () => `4f6b4e0d-8a2c-4e0d-8a2c-${String(++count).padStart(12, '0')}`
const words = () => `${WORDS[count % WORDS.length]} ${WORDS[(count * 7) % WORDS.length]} `
const envelope = () => ({ session_id: SESSION, parent_tool_use_id: null, uuid: uuid() })
const stream = (/** @type {object} */ event) => ({ type: 'stream_event', event, ...envelope() })

const message = (/** @type {string} */ id, /** @type {object[]} */ content) => ({
  type: 'assistant',
  message: {
    id,
    type: 'message',
    role: 'assistant',
    model: 'claude-x',
    content,
    stop_reason: null,
    usage: { input_tokens: 12, output_tokens: 240 },
  },
  ...envelope(),
})

/** One part of a text. */
export const delta = () =>
  stream({ type: 'content_block_delta', index: 0, delta: { type: 'text_delta', text: words() } })

const init = () => ({
  type: 'system',
  subtype: 'init',
  cwd: '/project',
  tools: ['Bash'],
  mcp_servers: [],
  model: 'claude-x',
  permissionMode: 'default',
  ...envelope(),
})

/** The beginning of a reply. Its end is `endReply`. */
export function* beginReply(/** @type {string} */ id) {
  yield stream({ type: 'message_start', message: { id, type: 'message', role: 'assistant', content: [] } })
  yield stream({ type: 'content_block_start', index: 0, content_block: { type: 'text', text: '' } })
}
function* endReply(/** @type {string} */ id) {
  yield message(id, [{ type: 'text', text: words().repeat(20) }])
  yield stream({ type: 'content_block_stop', index: 0 })
  yield stream({ type: 'message_stop' })
}

/** Deltas, a reply for each 500 of them. */
export function* deltas(/** @type {number} */ total) {
  for (let done = 0; done < total; done += 500) {
    const id = `msg_${++count}`
    yield* beginReply(id)
    for (let i = 0; i < Math.min(500, total - done); i++) yield delta()
    yield* endReply(id)
  }
}

/** Whole messages that make so many items: prompts, texts, tool calls with their results. */
export function* items(/** @type {number} */ total) {
  yield init()
  for (let made = 0; made < total; made += 4) {
    const tool = `toolu_${++count}`
    yield {
      type: 'user',
      message: { role: 'user', content: words().repeat(5) },
      isReplay: true,
      ...envelope(),
    }
    yield message(`msg_${count}`, [{ type: 'text', text: words().repeat(20) }])
    yield message(`msg_${count}`, [{ type: 'tool_use', id: tool, name: 'Bash', input: { command: words() } }])
    const result = { type: 'tool_result', tool_use_id: tool, content: words().repeat(30) }
    yield { type: 'user', message: { role: 'user', content: [result] }, ...envelope() }
    yield message(`msg_${++count}`, [{ type: 'text', text: words().repeat(10) }])
  }
}
