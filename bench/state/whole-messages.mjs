// @ts-check
// Whole messages with the fields and sizes that the CLI's have, made up: the same in each run.

const SESSION = '5b1f3d2e-8c4a-4f6b-9e0d-7a2c1b3d4e5f'
const SENTENCE = 'The loop ends when the queue is empty, so a late `push()` is not seen by "q".\n'

let count = 0
/** Spread over all bits, as real ones are. */
function uuid() {
  const hex = (/** @type {number} */ factor) =>
    (Math.imul(++count, factor) >>> 0).toString(16).padStart(8, '0')
  const [a, b] = [hex(0x9e3779b1), hex(0x85ebca6b)]
  return `${a}-${b.slice(0, 4)}-4${b.slice(5)}-8${a.slice(5)}-${hex(0xc2b2ae35)}${a.slice(4)}`
}
const text = (/** @type {number} */ bytes) =>
  SENTENCE.repeat(Math.ceil(bytes / SENTENCE.length)).slice(0, bytes)
const envelope = (/** @type {string | null} */ parent = null) => ({
  parent_tool_use_id: parent,
  session_id: SESSION,
  uuid: uuid(),
  timestamp: '2026-01-01T00:00:00.000Z',
})
const USAGE = {
  input_tokens: 10,
  cache_creation_input_tokens: 1204,
  cache_read_input_tokens: 48_210,
  cache_creation: { ephemeral_5m_input_tokens: 1204, ephemeral_1h_input_tokens: 0 },
  output_tokens: 214,
  service_tier: 'standard',
}

/** @param {object} block @param {string} id @param {string | null} [parent] */
const assistant = (block, id, parent) => ({
  type: 'assistant',
  message: {
    id,
    type: 'message',
    role: 'assistant',
    model: 'claude-x',
    content: [block],
    stop_reason: null,
    stop_sequence: null,
    usage: USAGE,
    context_management: null,
  },
  request_id: `req_${count}`,
  ...envelope(parent),
})
/** @param {string} tool @param {string | null} [parent] */
const call = (tool, parent) =>
  assistant(
    { type: 'tool_use', id: tool, name: 'Bash', input: { command: text(90), description: text(30) } },
    `msg_${++count}`,
    parent,
  )
/** @param {string} tool @param {number} bytes @param {string | null} [parent] */
const resultOf = (tool, bytes, parent) => ({
  type: 'user',
  message: {
    role: 'user',
    content: [{ tool_use_id: tool, type: 'tool_result', content: text(bytes), is_error: false }],
  },
  ...envelope(parent),
  tool_use_result: { stdout: text(bytes), stderr: '', interrupted: false, isImage: false },
})
const thinking = () => ({ type: 'thinking', thinking: text(400), signature: text(300) })
const system = (/** @type {object} */ fields) => ({
  type: 'system',
  ...fields,
  session_id: SESSION,
  uuid: uuid(),
})

const init = () =>
  system({
    subtype: 'init',
    cwd: '/project',
    tools: ['Bash', 'Read', 'Edit', 'Write', 'Task', 'TodoWrite'],
    mcp_servers: [],
    model: 'claude-x',
    permissionMode: 'default',
    slash_commands: ['clear', 'compact', 'context'],
  })
const result = () => ({
  type: 'result',
  subtype: 'success',
  is_error: false,
  duration_ms: 9000,
  duration_api_ms: 8000,
  num_turns: 3,
  result: text(300),
  total_cost_usd: count / 1e4,
  usage: USAGE,
  modelUsage: {
    'claude-x': { inputTokens: count, outputTokens: count, costUSD: count / 1e4, contextWindow: 200_000 },
  },
  permission_denials: [],
  session_id: SESSION,
  uuid: uuid(),
})

/** Texts of 4 KB, each a reply of its own. */
export function* answers(/** @type {number} */ total) {
  yield init()
  for (let i = 0; i < total; i++) yield assistant({ type: 'text', text: text(4096) }, `msg_${++count}`)
}

/** Calls, each followed by its result of so many bytes. */
export function* calls(/** @type {number} */ total, /** @type {number} */ bytes) {
  yield init()
  for (let i = 0; i < total; i++) {
    const tool = `toolu_${++count}`
    yield call(tool)
    yield resultOf(tool, bytes)
  }
}

/** Calls that run at the same time, and then their results. */
export function* parallelCalls(/** @type {number} */ total, /** @type {number} */ bytes) {
  yield init()
  const tools = Array.from({ length: total }, () => `toolu_${++count}`)
  for (const tool of tools) yield call(tool)
  for (const tool of tools) yield resultOf(tool, bytes)
}

/** Turns with prompts, thinking, texts, calls, a sub-agent and todo lists, until there are so many items. */
export function* session(/** @type {number} */ total) {
  for (let made = 0; made < total; made += 15) {
    yield init()
    yield { type: 'user', message: { role: 'user', content: text(200) }, isReplay: true, ...envelope() }
    yield assistant(thinking(), `msg_${++count}`)
    yield assistant({ type: 'text', text: text(500) }, `msg_${count}`)
    const todos = ['read', 'change', 'test'].map((content) => ({
      content,
      status: 'pending',
      activeForm: content,
    }))
    const todo = `toolu_${++count}`
    yield assistant({ type: 'tool_use', id: todo, name: 'TodoWrite', input: { todos } }, `msg_${count}`)
    yield resultOf(todo, 160)
    for (let i = 0; i < 5; i++) {
      const tool = `toolu_${++count}`
      yield call(tool)
      yield resultOf(tool, 900)
      yield system({ subtype: 'status', status: 'requesting' })
    }
    const agent = `toolu_${++count}`
    const task = { description: text(40), prompt: text(300), subagent_type: 'Explore' }
    yield assistant({ type: 'tool_use', id: agent, name: 'Task', input: task }, `msg_${++count}`)
    for (let i = 0; i < 2; i++) {
      const tool = `toolu_${++count}`
      yield call(tool, agent)
      yield resultOf(tool, 600, agent)
    }
    yield assistant({ type: 'text', text: text(700) }, `msg_${++count}`, agent)
    yield resultOf(agent, 700)
    yield assistant({ type: 'text', text: text(1500) }, `msg_${++count}`)
    yield result()
  }
}
