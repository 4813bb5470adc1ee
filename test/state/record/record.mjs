// @ts-check
// Records golden sessions: what a session of the client says and hears, event by event, made neutral and written to
// `test/state/golden/AGENT/NAME.jsonl`. `golden.test.ts` folds them.
//
//   node test/state/record/record.mjs simulator             all of the simulator's again
//   node test/state/record/record.mjs 2.1.325 hang broken   two of a real CLI (`scripts/setup.mjs --test` installs it)
//
// Options: --dist FOLDER (another build than `dist`), --list. The build must be there (`npm run build`). Afterwards run
// `npx vitest run test/state/golden.test.ts -u` and read what has changed in the `.txt` files: they are the review.
//
// Each play has a process, a home folder and a scripted model of its own; all end with it. The CLI's own words are not
// kept (`neutral.mjs`), only what it says of the conversation that the scenario makes.

import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath, pathToFileURL } from 'node:url'
import { parseArgs } from 'node:util'
import { neutral } from './neutral.mjs'
import { realPlays, SCENARIO } from './plays-real.mjs'
import { oldSimulatorPlays, simulatorPlays } from './plays-simulator.mjs'

/** @typedef {{ kind: string, [field: string]: any }} Body */
/** @typedef {(stage: Stage) => Promise<void>} Play */

const root = fileURLToPath(new URL('../../../', import.meta.url))
const cli = join(root, 'test', 'cli', 'node_modules', '@anthropic-ai')
const golden = fileURLToPath(new URL('../golden/', import.meta.url))
const PATIENCE = 40_000

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: {
    dist: { type: 'string', default: join(root, 'dist') },
    list: { type: 'boolean', default: false },
  },
})
const [agent = '', ...names] = positionals
const built = (/** @type {string} */ path) => import(pathToFileURL(join(values.dist, path)).href)

/** @type {Record<string, { binary: string, plays: Record<string, Play>, env?: Record<string, string> }>} */
const agents = {
  simulator: { binary: join(values.dist, 'simulator/agent/main.js'), plays: simulatorPlays },
  'simulator-2.1.37': {
    binary: join(values.dist, 'simulator/agent/main.js'),
    plays: oldSimulatorPlays,
    env: { FAIRLEAD_SIM_VERSION: '2.1.37' },
  },
  '2.1.197': { binary: join(cli, 'claude-code-linux-x64', 'claude'), plays: realPlays },
  '2.1.325': { binary: join(cli, 'claude-agent-sdk-linux-x64', 'claude'), plays: realPlays },
}

/** One play: sessions one after the other, and all that they say and hear. */
export class Stage {
  /** @type {Body[]} */
  events = []
  /** What becomes of approvals: all are answered at once, or the play does it. */
  /** @type {(approval: any) => void} */
  decide = (approval) => approval.allow()
  /** @type {any} */
  session
  agent = agent
  isSimulator = agent.startsWith('simulator')
  #generation = 0
  #taken = new Map()
  #wake = () => {}

  /**
   * @param {string} home
   * @param {Record<string, string>} env
   * @param {string} binary
   */
  constructor(home, env, binary) {
    this.home = home
    this.env = env
    this.binary = binary
    this.cwd = join(home, 'work')
  }

  /** Starts the next process of the session. @param {Record<string, any>} options */
  async open(options = {}) {
    const { startSession } = await built('client/index.js')
    this.#generation += 1
    current = this
    this.session = await startSession({
      binary: this.binary,
      cwd: this.cwd,
      permissionMode: 'default',
      onApproval: (/** @type {any} */ approval) => this.decide(approval),
      ...options,
      env: { ...this.env, ...options.env },
    })
    if (options.wait !== false) await this.session.ready
    return this.session
  }

  /** @param {Body} body */
  hear(body) {
    const plain = JSON.parse(JSON.stringify(body))
    this.events.push('generation' in plain ? { ...plain, generation: this.#generation } : plain)
    this.#wake()
  }

  /** @param {string} text @param {object} [options] */
  prompt(text, options) {
    this.session.send(text, options).result.catch(() => {})
  }

  /** The next event that passes, of those that were not waited for before. @param {string} what */
  async until(what) {
    const passes = /** @type {Record<string, (body: Body) => boolean>} */ (WAITS)[what]
    if (!passes) throw new Error(`nothing is called ${what}`)
    const end = Date.now() + PATIENCE
    for (;;) {
      const from = this.#taken.get(what) ?? 0
      const found = this.events.findIndex((body, i) => i >= from && passes(body))
      if (found >= 0) return void this.#taken.set(what, found + 1)
      if (Date.now() > end) throw new Error(`${what} did not come`)
      await Promise.race([
        new Promise((resolve) => {
          this.#wake = () => resolve(undefined)
        }),
        pause(200),
      ])
    }
  }
  /** The prompt, and the result of its turn. @param {string} text */
  async turn(text) {
    this.prompt(text)
    await this.until('result')
  }
  /** @param {number} ms */
  pause(ms) {
    return pause(ms)
  }
  async close() {
    await this.session.close()
  }
}

const received = (/** @type {Body} */ { kind, message }, /** @type {string} */ type) =>
  kind === 'received' && message.type === type
const WAITS = {
  result: (/** @type {Body} */ body) => received(body, 'result'),
  delta: (/** @type {Body} */ body) =>
    received(body, 'stream_event') && body.message.event.type === 'content_block_delta',
  init: (/** @type {Body} */ body) => received(body, 'system') && body.message.subtype === 'init',
  called: (/** @type {Body} */ body) =>
    received(body, 'assistant') &&
    body.message.message.content.some((/** @type {any} */ it) => it.type === 'tool_use'),
  asked: (/** @type {Body} */ body) =>
    received(body, 'control_request') && body.message.request.subtype === 'can_use_tool',
  exit: (/** @type {Body} */ { kind }) => kind === 'process-exited',
}

const pause = (/** @type {number} */ ms) => new Promise((resolve) => setTimeout(resolve, ms))

/** @type {Stage | undefined} */
let current

/** The client numbers every event for its state: they are taken from there, before deltas are put together. */
async function listen() {
  const { StateTracker } = await built('client/state-keeper.js')
  const { record, received } = StateTracker.prototype
  StateTracker.prototype.record = function (/** @type {Body} */ body) {
    current?.hear(body)
    return record.call(this, body)
  }
  StateTracker.prototype.received = function (/** @type {any} */ message, /** @type {number} */ at) {
    current?.hear({ kind: 'received', message })
    return received.call(this, message, at)
  }
}

/** @param {string} name @param {Play} play @param {{ binary: string, env?: Record<string, string> }} options */
async function record(name, play, { binary, env = {} }) {
  const { startModel } = await built('simulator/index.js')
  const isSimulator = agent.startsWith('simulator')
  const model = isSimulator ? undefined : await startModel({ scenario: SCENARIO })
  const home = mkdtempSync(join(tmpdir(), 'fairlead-golden-'))
  for (const folder of ['work', 'tmp']) mkdirSync(join(home, folder))
  const temp = join(home, 'tmp')
  const stage = new Stage(
    home,
    {
      ...(model?.env ?? { FAIRLEAD_SIM_SPEED: '0' }),
      ...env,
      HOME: home,
      CLAUDE_CONFIG_DIR: join(home, 'claude'),
      TMPDIR: temp,
      CLAUDE_TMPDIR: temp,
    },
    binary,
  )
  try {
    await play(stage)
    await stage.close()
    const scenario = isSimulator ? (await built('simulator/scenarios/index.js')).BUILT_IN : SCENARIO
    const lines = neutral(stage.events, { home, folders: [values.dist, root], scenario })
    mkdirSync(join(golden, agent), { recursive: true })
    writeFileSync(join(golden, agent, `${name}.jsonl`), `${lines.join('\n')}\n`)
    process.stderr.write(`${agent} ${name}: ${lines.length} events\n`)
  } catch (error) {
    process.stderr.write(`${agent} ${name}: ${error instanceof Error ? error.stack : error}\n`)
    process.exitCode = 1
  } finally {
    await stage.session?.close().catch(() => {})
    await model?.close()
    rmSync(home, { recursive: true, force: true })
  }
}

const chosen = agents[agent]
if (!chosen) {
  process.stderr.write(`Which agent? ${Object.keys(agents).join(', ')}\n`)
  process.exit(2)
}
const plays = Object.entries(chosen.plays).filter(([name]) => names.length === 0 || names.includes(name))
if (values.list) process.stdout.write(`${plays.map(([name]) => name).join('\n')}\n`)
else {
  await listen()
  for (const [name, play] of plays) await record(name, play, chosen)
  // A process that does not end, as some faults have it, is ended with the session; nothing else is awaited.
  process.exit()
}
