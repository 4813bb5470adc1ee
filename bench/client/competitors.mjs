// @ts-check
// The clients that are compared, each behind the same small interface. README.md says what each one is.

import { spawn } from 'node:child_process'

/**
 * @typedef {{ type: string, at?: string, p50?: number, p99?: number, message?: unknown }} Message as far as it is looked at
 *   here
 */
/**
 * @typedef {object} SessionOptions
 * @property {string} binary
 * @property {(message: Message) => void | Promise<void>} take every message of a turn; a reader may be kept waiting
 * @property {(signal: AbortSignal) => void} [onAsk] leaves approvals open; without it they are allowed at once
 * @property {(text: string) => void} [onStderr]
 */
/**
 * @typedef {object} Session
 * @property {(prompt: string) => void} send
 * @property {() => Promise<unknown>} close
 */
/** @typedef {(options: SessionOptions) => Promise<Session>} Open */

/**
 * Imports a client, which takes its time, and answers how to open a session with it.
 * @type {Record<string, (modules: { fairlead: string, official: string }) => Promise<Open>>}
 */
export const competitors = {
  limit: async () => openLimit,
  'limit, read': async () => openLimitRead,
  'limit, keeps': async () => openLimitKeeps,
  official: async ({ official }) => openOfficial(await import(official)),
  fairlead: async ({ fairlead }) => openFairlead(await import(fairlead)),
  'fairlead, read': async ({ fairlead }) => openFairleadRead(await import(fairlead)),
  'fairlead, no state': async ({ fairlead }) => openFairlead(await import(fairlead), { keepState: false }),
}

/** @typedef {typeof import('../../src/client/index.ts')} Fairlead */

/** @returns {import('../../src/client/index.ts').SessionOptions} */
function fairleadOptions(/** @type {SessionOptions} */ { binary, onAsk, onStderr }) {
  return {
    binary,
    onApproval: async (approval) => (onAsk ? onAsk(approval.signal) : approval.allow()),
    ...(onStderr && { onStderr }),
  }
}

/**
 * With a callback: the fastest way.
 * @param {Fairlead} fairlead
 * @param {{ keepState?: boolean }} [more]
 * @returns {Open}
 */
function openFairlead({ startSession }, more = {}) {
  return (options) =>
    startSession({ ...fairleadOptions(options), ...more, onMessage: (message) => options.take(message) })
}

/**
 * With `for await`.
 * @param {Fairlead} fairlead
 * @returns {Open}
 */
function openFairleadRead({ startSession }) {
  return async (options) => {
    const session = await startSession(fairleadOptions(options))
    void read(session.messages(), options.take)
    return session
  }
}

/**
 * @param {AsyncIterable<Message>} messages
 * @param {SessionOptions['take']} take
 */
async function read(messages, take) {
  for await (const message of messages) {
    const wait = take(message)
    if (wait) await wait
  }
}

/**
 * What is used of the official client.
 * @typedef {object} Official
 * @property {(query: { prompt: AsyncIterable<object>, options: object }) => AsyncIterable<Message>} query
 */

/**
 * With `for await`, its only way, and with a stream of prompts: a string would end the session after one turn.
 * @param {Official} official
 * @returns {Open}
 */
function openOfficial({ query }) {
  return async ({ binary, take, onAsk, onStderr }) => {
    const prompts = new Prompts()
    const messages = query({
      prompt: prompts,
      options: {
        pathToClaudeCodeExecutable: binary,
        includePartialMessages: true,
        /** @type {(tool: string, input: object, context: { signal: AbortSignal }) => Promise<object>} */
        canUseTool: async (_tool, input, { signal }) => {
          if (!onAsk) return { behavior: 'allow', updatedInput: input }
          onAsk(signal)
          return new Promise(() => {})
        },
        ...(onStderr && { stderr: onStderr }),
      },
    })
    const ended = read(messages, take)
    return {
      send: (prompt) => prompts.send(prompt),
      close: () => {
        prompts.end()
        return ended
      },
    }
  }
}

/** Prompts as they come. */
class Prompts {
  /** @type {object[]} */
  #waiting = []
  #ended = false
  #wake = () => {}

  send(/** @type {string} */ text) {
    this.#waiting.push(userMessage(text))
    this.#wake()
  }

  end() {
    this.#ended = true
    this.#wake()
  }

  async *[Symbol.asyncIterator]() {
    while (!this.#ended) {
      yield* this.#waiting.splice(0)
      await new Promise((resolve) => {
        this.#wake = () => resolve(undefined)
        if (this.#ended || this.#waiting.length > 0) resolve(undefined)
      })
    }
  }
}

const userMessage = (/** @type {string} */ text) => ({
  type: 'user',
  message: { role: 'user', content: [{ type: 'text', text }] },
  parent_tool_use_id: null,
  session_id: '',
})

/**
 * The least that a client can do: split, parse, allow.
 * @type {Open}
 */
async function openLimit({ binary, take, onAsk, onStderr }) {
  const process = start(binary, onStderr)
  const split = splitter((line) => takeOrAllow(line, process, take, onAsk))
  process.child.stdout.on('data', split)
  return process
}

/**
 * As `openLimit`, and it keeps whole messages for as long as it runs, as a client that has a state must.
 * @type {Open}
 */
async function openLimitKeeps(options) {
  /** @type {unknown[]} */
  const kept = []
  return openLimit({
    ...options,
    take: (message) => {
      if (message.type === 'assistant' || message.type === 'user') kept.push(message.message)
      return options.take(message)
    },
  })
}

/**
 * As `openLimit`, for a reader that may be kept waiting: stdout is read only as fast as it is.
 * @type {Open}
 */
async function openLimitRead({ binary, take, onAsk, onStderr }) {
  const process = start(binary, onStderr)
  /** @type {string[]} */
  let lines = []
  const split = splitter((line) => lines.push(line))
  const readAll = async () => {
    for await (const chunk of process.child.stdout) {
      split(chunk)
      for (const line of lines) {
        const wait = takeOrAllow(line, process, take, onAsk)
        if (wait) await wait
      }
      lines = []
    }
  }
  void readAll()
  return process
}

/**
 * @param {string} line
 * @param {{ write: (message: object) => void }} process
 * @param {SessionOptions['take']} take
 * @param {SessionOptions['onAsk']} onAsk
 */
function takeOrAllow(line, process, take, onAsk) {
  const message = JSON.parse(line)
  if (message.type !== 'control_request' || onAsk) return take(message)
  const response = { behavior: 'allow', updatedInput: message.request.input }
  process.write({
    type: 'control_response',
    response: { subtype: 'success', request_id: message.request_id, response },
  })
}

/**
 * @param {string} binary
 * @param {SessionOptions['onStderr']} onStderr
 */
function start(binary, onStderr) {
  const child = spawn(binary, { stdio: 'pipe' })
  const ended = new Promise((resolve) => child.once('close', resolve))
  if (onStderr) child.stderr.setEncoding('utf8').on('data', onStderr)
  else child.stderr.resume()
  /** @param {object} message */
  const write = (message) => void child.stdin.write(`${JSON.stringify(message)}\n`)
  write({ type: 'control_request', request_id: 'hello', request: { subtype: 'initialize' } })
  return {
    child,
    write,
    send: (/** @type {string} */ prompt) => write(userMessage(prompt)),
    close: () => {
      child.stdin.end()
      return ended
    },
  }
}

/** Decodes the complete lines of a chunk together, which is the fastest of the known ways. */
function splitter(/** @type {(line: string) => void} */ take) {
  /** @type {Buffer[]} */
  let pieces = []
  return (/** @type {Buffer} */ chunk) => {
    const last = chunk.lastIndexOf(0x0a)
    if (last === -1) {
      pieces.push(chunk)
      return
    }
    const region = chunk.subarray(0, last)
    const text = (pieces.length === 0 ? region : Buffer.concat([...pieces, region])).toString()
    pieces = last + 1 < chunk.length ? [chunk.subarray(last + 1)] : []
    let begin = 0
    for (let end = text.indexOf('\n'); end !== -1; end = text.indexOf('\n', begin)) {
      take(text.slice(begin, end))
      begin = end + 1
    }
    take(text.slice(begin))
  }
}
