// @ts-check
// What a CLI writes, made up: the same bytes in each run.

const SESSION = '5b1f3d2e-8c4a-4f6b-9e0d-7a2c1b3d4e5f'
const PLAIN = 'the loop ends when queue is empty, so a late \n\n `push()` "q"'.split(' ')
const MULTI_BYTE = '最後の 行は まだ пустая строка, déjà größer → 🎉 한국어 \n\n ok'.split(' ')
const CODE = ['const line = queue.shift()\n', '\tif (line === "") return\n', '  // the last one\n', '}\n']

/** Numbers that look random and are the same each time. */
let seed = 1
const below = (/** @type {number} */ limit) => {
  seed = (seed * 1103515245 + 12345) % 2147483648
  return Math.floor((seed / 2147483648) * limit)
}
const pick = (/** @type {string[]} */ words) => /** @type {string} */ (words[below(words.length)])
const uuid = () => `${String(1e7 + below(1e7))}-4f6b-4e0d-8a2c-${String(1e11 + below(1e9))}`

const envelope = () => ({ session_id: SESSION, parent_tool_use_id: null, uuid: uuid() })
const streamEvent = (/** @type {object} */ event) => ({ type: 'stream_event', event, ...envelope() })
const textDelta = (/** @type {string[]} */ words) =>
  streamEvent({
    type: 'content_block_delta',
    index: 0,
    delta: { type: 'text_delta', text: Array.from({ length: 1 + below(4) }, () => pick(words)).join(' ') },
  })

/** @param {string} content */
function toolResult(content) {
  const message = { role: 'user', content: [{ type: 'tool_result', tool_use_id: 'toolu_01', content }] }
  return { type: 'user', message, ...envelope() }
}

/** @param {number} atLeast its size */
function code(atLeast) {
  let text = ''
  while (text.length < atLeast) text += pick(CODE)
  return text
}

/** A turn: an answer that streams, a tool call that streams, its result of 100 KB. */
function* turn() {
  const usage = { input_tokens: 12, output_tokens: 240, cache_read_input_tokens: 18000 }
  const message = { id: 'msg_01', type: 'message', role: 'assistant', model: 'claude-x', usage }
  yield streamEvent({ type: 'message_start', message: { ...message, content: [] } })
  yield streamEvent({ type: 'content_block_start', index: 0, content_block: { type: 'text', text: '' } })
  for (let i = 0; i < 150; i++) yield textDelta(PLAIN)
  yield streamEvent({ type: 'content_block_stop', index: 0 })
  const tool = { type: 'tool_use', id: 'toolu_01', name: 'Read', input: {} }
  yield streamEvent({ type: 'content_block_start', index: 1, content_block: tool })
  for (let i = 0; i < 40; i++) {
    const delta = { type: 'input_json_delta', partial_json: `"key${below(100)}": ` }
    yield streamEvent({ type: 'content_block_delta', index: 1, delta })
  }
  yield streamEvent({ type: 'content_block_stop', index: 1 })
  yield { type: 'assistant', message: { ...message, content: [tool] }, ...envelope() }
  yield streamEvent({ type: 'message_delta', delta: { stop_reason: 'tool_use', stop_sequence: null }, usage })
  yield streamEvent({ type: 'message_stop' })
  yield toolResult(code(100_000))
}

/** @typedef {'deltas' | 'results' | 'multi-byte'} Stream */
/** @typedef {number | 'line'} ChunkSize bytes of each chunk, or one line in each */

/** @type {Record<Stream, () => Iterable<object>>} */
const kinds = {
  deltas: () => [textDelta(PLAIN)],
  results: turn,
  'multi-byte': () => [textDelta(MULTI_BYTE)],
}

/**
 * Whole lines of at least so many bytes together.
 * @param {Stream} kind
 * @param {number} atLeast
 */
export function makeStream(kind, atLeast) {
  const make = kinds[kind]
  seed = 1
  /** @type {Buffer[]} */
  const lines = []
  for (let size = 0; size < atLeast; ) {
    for (const message of make()) {
      const line = Buffer.from(`${JSON.stringify(message)}\n`)
      lines.push(line)
      size += line.length
    }
  }
  return { bytes: Buffer.concat(lines), messages: lines.length }
}

/**
 * One line: a tool result with the very characters of these lines, but for what a string would escape.
 * @param {Buffer} lines
 */
export function makeLongLine(lines) {
  const text = lines.toString().replace(/["\\\n]/g, ' ')
  return Buffer.from(`${JSON.stringify(toolResult(text))}\n`)
}

/**
 * @param {Buffer} bytes
 * @param {ChunkSize} size
 */
export function cut(bytes, size) {
  /** @type {Buffer[]} */
  const chunks = []
  for (let start = 0; start < bytes.length; ) {
    const end = size === 'line' ? bytes.indexOf('\n', start) + 1 : start + size
    chunks.push(bytes.subarray(start, end))
    start = end
  }
  return chunks
}
