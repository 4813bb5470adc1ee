// @ts-check
// Makes recorded events neutral: the same session gives the same lines on every machine, and nothing is kept that the
// CLI's makers wrote. Times, ids, paths and process ids become counted ones; long texts are cut; a text of several words
// stays only if the scenario or the host said it, and becomes `(words N)` otherwise. The marks that tell messages
// apart stay.

import { basename } from 'node:path'

/**
 * @typedef {object} Options
 * @property {string} home the folder that everything happened in
 * @property {string[]} folders others whose names are nobody's business
 * @property {unknown} scenario what the model said
 */

const START = Date.UTC(2026, 0, 1)
const MAX = 1200
const UUID = /\b[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}\b/g
const ISO = /\b\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(?:\.\d+)?Z/g
const API_ID = /\b(msg|toolu|req|srvtoolu)_[A-Za-z0-9_]+/g
/** Sub-agents and background tasks. */
const AGENT_ID = /\ba[0-9a-f]{16}\b/g
/** Said by the CLI, and the state knows them by it. */
const MARKS = new RegExp(
  `^(${[
    '\\[Request interrupted by user(?: for tool use)?\\]',
    '\\[ede_diagnostic\\]',
    'API Error:',
    'Unknown command:',
    "The user doesn't want to",
    'Error: \\[Request interrupted by user',
    'Permission to use .*? has been denied',
    "Claude requested permissions to .*?, but you haven't granted it yet",
    'Tool permission request failed',
  ].join('|')})`,
)
const TAG = /(<\/?[a-z_-]+>)/
/** Descriptions of what the CLI has to offer. */
const BLANKED = new Set([
  'description',
  'argumentHint',
  'displayName',
  'whenToUse',
  'prompt_text',
  'signature',
])

/** @param {readonly { kind: string, [field: string]: any }[]} bodies @param {Options} options */
export function neutral(bodies, options) {
  const neutraliser = new Neutraliser(bodies, options)
  return withPlainInputs(bodies, (text) => neutraliser.plain(text)).map((body, i) => {
    const { kind, ...rest } = /** @type {{ kind: string }} */ (neutraliser.value(shortened(body), ''))
    return JSON.stringify({ seq: i + 1, at: START + (i + 1) * 1000, kind, ...rest })
  })
}

/** A name may be cut in two where the input of a tool is streamed: it is made neutral as a whole, then cut again. */
/** @param {readonly any[]} bodies @param {(text: string) => string} plain */
function withPlainInputs(bodies, plain) {
  const pieces = new Map()
  /** @type {any[]} */
  let open = []
  for (const body of bodies) {
    const event = body.message?.type === 'stream_event' ? body.message.event : undefined
    if (event?.type === 'content_block_start') open = []
    if (event?.delta?.type !== 'input_json_delta') continue
    open.push(body)
    const joined = plain(open.map((it) => it.message.event.delta.partial_json).join(''))
    const size = Math.ceil(joined.length / open.length)
    for (const [i, it] of open.entries()) pieces.set(it, joined.slice(i * size, (i + 1) * size))
  }
  return bodies.map((body) => {
    if (!pieces.has(body)) return body
    const { event } = body.message
    const delta = { ...event.delta, partial_json: pieces.get(body) }
    return { ...body, message: { ...body.message, event: { ...event, delta } } }
  })
}

/** What a CLI offers is long, is told at each start, and is not what sessions differ in. @param {any} body */
function shortened(body) {
  if (body.kind === 'process-started')
    return { ...body, pid: 1000 + body.generation, agent: basename(body.agent ?? '') }
  if (body.kind === 'process-exited' && body.stderr) return { ...body, stderr: body.stderr.slice(-200) }
  const answer = body.message?.type === 'control_response' && body.message.response?.response
  if (!answer?.commands) return body
  const blank = (/** @type {any} */ list) =>
    Array.isArray(list)
      ? list.map((it) => mapObject(it, (value, key) => (BLANKED.has(key) ? '' : value)))
      : list
  const response = mapObject(answer, (value, key) =>
    key === 'account' ? {} : key === 'pid' ? 1000 : blank(value),
  )
  return { ...body, message: { ...body.message, response: { ...body.message.response, response } } }
}

class Neutraliser {
  #options
  /** @type {Map<string, string>} */
  #ids = new Map()
  /** @type {Map<string, number>} */
  #counts = new Map()
  /** @type {Map<string, string>} */
  #words = new Map()
  /** @type {string} */
  #said

  /** @param {readonly any[]} bodies @param {Options} options */
  constructor(bodies, options) {
    this.#options = options
    const host = bodies.filter(({ kind }) => kind !== 'received' && kind !== 'process-exited')
    const texts = [...leaves(options.scenario), ...leaves(host)].map(([, text]) => text)
    this.#said = [...texts, ...joinedTexts(options.scenario)].join('\n')
    for (const [key, text] of leaves(bodies)) {
      if (/^(request_id|requestId)$/.test(key))
        this.#name(text, text.startsWith('probe-') ? 'probe' : 'request')
      if (key === 'run_id') this.#name(text, 'run')
      if (/^(task_id|taskId|agent_id|agentId)$/.test(key)) this.#name(text, 'task')
    }
  }

  /** @param {unknown} value @param {string} key @returns {unknown} */
  value(value, key) {
    if (typeof value === 'string') return this.#text(value, key)
    if (typeof value === 'number') return numberOf(value, key)
    if (Array.isArray(value)) return value.map((it) => this.value(it, key))
    if (typeof value !== 'object' || value === null) return value
    const entries = Object.entries(value).map(([name, it]) => [this.plain(name), this.value(it, name)])
    return Object.fromEntries(entries)
  }

  /** @param {string} text @param {string} key */
  #text(text, key) {
    if (key === 'signature') return 'signature'
    const plain = this.plain(text)
    const kept = key === 'partial_json' ? plain : this.#neutralWords(plain, text)
    return kept.length > MAX ? `${kept.slice(0, MAX / 2)} … (cut)` : kept
  }

  /** Without what differs from run to run. @param {string} text */
  plain(text) {
    const known = this.#ids.get(text)
    if (known) return known
    let plain = text
    for (const [id, name] of this.#ids) if (id.length >= 8) plain = plain.replaceAll(id, name)
    const { home, folders } = this.#options
    plain = plain.replaceAll(home, '/home/someone').replaceAll(home.replaceAll('/', '-'), '-home-someone')
    plain = plain.replaceAll(basename(home), 'someone')
    for (const folder of folders) plain = plain.replaceAll(folder.replace(/\/$/, ''), '/fairlead')
    return plain
      .replace(UUID, (id) => this.#name(id, 'uuid'))
      .replace(API_ID, (id, kind) => this.#name(id, kind))
      .replace(AGENT_ID, (id) => this.#name(id, 'task'))
      .replace(ISO, new Date(START).toISOString())
      .replace(/\b\d+(?:\.\d+)?(ms|s)\b/g, '1$1')
      .replace(/\b\d+\.sock\b/g, '1000.sock')
      .replace(/\/plans\/[\w-]+\.md/g, '/plans/plan.md')
  }

  /** @param {string} id @param {string} kind */
  #name(id, kind) {
    const known = this.#ids.get(id)
    if (known) return known
    const count = (this.#counts.get(kind) ?? 0) + 1
    this.#counts.set(kind, count)
    const counted = String(count).padStart(12, '0')
    const name = kind === 'uuid' ? `00000000-0000-4000-8000-${counted}` : `${kind}_${count}`
    this.#ids.set(id, kind === 'probe' ? `probe-${count}` : name)
    return this.#ids.get(id) ?? name
  }

  /** @param {string} plain @param {string} original @returns {string} */
  #neutralWords(plain, original) {
    if (original.trim().split(/\s+/).length < 3 && original.length < 80) return plain
    if (this.#said.includes(original)) return plain
    if (/^\/\S*$/.test(plain)) return plain
    const mark = MARKS.exec(plain)?.[1]
    if (mark) return mark.endsWith(']') && plain === mark ? plain : `${mark} ${this.#word(plain)}`
    const parts = plain.split(TAG)
    return parts.length === 1
      ? this.#word(plain)
      : parts.map((part, i) => (i % 2 === 1 ? part : this.#untagged(part))).join('')
  }

  /** @param {string} text */
  #untagged(text) {
    return text.trim().split(/\s+/).length < 3 || this.#said.includes(text) ? text : this.#word(text)
  }

  /** Equal texts stay equal. @param {string} text */
  #word(text) {
    const known = this.#words.get(text) ?? `(words ${this.#words.size + 1})`
    this.#words.set(text, known)
    return known
  }
}

/** @param {number} value @param {string} key */
function numberOf(value, key) {
  if (key === 'retry_delay_ms') return 600
  if (/(_ms|Ms|MS|_seconds)$/.test(key)) return value > 0 ? 100 : 0
  if (value > 1e11) return START
  if (value > 1e9) return START / 1000
  return value
}

/** All texts inside, each with the name of its field. @param {unknown} value @param {string} key @returns {Generator<[string, string]>} */
function* leaves(value, key = '') {
  if (typeof value === 'string') yield [key, value]
  else if (Array.isArray(value)) for (const it of value) yield* leaves(it, key)
  else if (typeof value === 'object' && value !== null)
    for (const [name, it] of Object.entries(value)) yield* leaves(it, name)
}

/** The model may say one text in several steps. @param {unknown} value @returns {Generator<string>} */
function* joinedTexts(value) {
  if (typeof value !== 'object' || value === null) return
  if (Array.isArray(value)) yield value.map((step) => step?.text ?? '').join('')
  for (const it of Object.values(value)) yield* joinedTexts(it)
}

/** @param {any} object @param {(value: unknown, key: string) => unknown} map */
function mapObject(object, map) {
  if (typeof object !== 'object' || object === null) return object
  return Object.fromEntries(Object.entries(object).map(([key, value]) => [key, map(value, key)]))
}
