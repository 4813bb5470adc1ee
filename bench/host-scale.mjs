// @ts-check
// What grows with the number of sessions: taking them over after a restart, and ending them. README.md says how.

import { Daemon } from './host-daemon.mjs'
import * as measure from './measure.mjs'

const usage = `Usage: npm run bench:scale -- [options]

Measures a host with many idle sessions: killed and started again, then ended with \`fairlead down --all\`.

  --json            one JSON object on stdout and nothing else there
  --sessions LIST   how many sessions, one run for each (30,100,300)
  --agent NAME      what they run: emitter (default, small) or simulator (a Node program each)
  --turns N         turns that each session has behind it (1)
  --dist FOLDER     measure another build
  --profile FOLDER  write processor profiles of the host there
  --help            this text
`

/** How long a person waits for a host that is started again. */
const MAX_RESTART_MS = 3000
/** Each of many sessions may cost so much more than each of fewer. */
const MAX_GROWTH = 1.2

function readOptions() {
  const more = /** @satisfies {measure.Options} */ ({
    sessions: { type: 'string', default: '30,100,300' },
    agent: { type: 'string', default: 'emitter' },
    turns: { type: 'string', default: '1' },
    dist: { type: 'string', default: measure.BUILT },
    profile: { type: 'string' },
  })
  const values = measure.readOptions(usage, more, ({ sessions, agent, turns }) => {
    if (!/^[1-9]\d{0,3}(,[1-9]\d{0,3})*$/.test(sessions)) throw new Error(`These are no numbers: ${sessions}`)
    if (!['emitter', 'simulator'].includes(agent)) throw new Error(`There is no agent ${agent}`)
    if (!/^\d{1,3}$/.test(turns)) throw new Error(`This is no number of turns: ${turns}`)
  })
  return {
    ...values,
    sessions: values.sessions.split(',').map(Number),
    agent: /** @type {'emitter' | 'simulator'} */ (values.agent),
    turns: Number(values.turns),
  }
}

/**
 * @param {number} sessions
 * @param {ReturnType<typeof readOptions>} options
 */
async function measureWith(sessions, { agent, dist, turns, profile }) {
  const daemon = new Daemon()
  try {
    await daemon.start(dist, sessions, agent)
    /** @type {string[]} */
    const ids = []
    while (ids.length < sessions) {
      measure.progress(`session ${ids.length + 1} of ${sessions}`)
      const count = Math.min(4, sessions - ids.length)
      const made = await Promise.all(Array.from({ length: count }, () => create(daemon)))
      ids.push(...made)
    }
    for (let turn = 1; turn <= turns; turn++) {
      for (const id of ids)
        await daemon.ask('POST', `/sessions/${id}/messages`, { text: 'play deltas 200', when: 'after-turn' })
      await untilIdle(daemon)
    }
    measure.progress(`${sessions} sessions: the host is killed and started again`)
    if (profile !== undefined) daemon.nodeOptions = ['--cpu-prof', `--cpu-prof-dir=${profile}/${sessions}`]
    const restart = await daemon.restart()
    const restartProcessorMs = daemon.processorTime() ?? Number.NaN
    const memoryMb = daemon.memory()
    measure.progress(`${sessions} sessions: fairlead down --all`)
    const down = await daemon.down()
    measure.progress('')
    return {
      sessions,
      takenOver: restart.running,
      restartMs: Math.round(restart.ms),
      restartProcessorMs,
      memoryMb: Math.round(memoryMb),
      downMs: Math.round(down.ms),
      downProcessorMs: down.processorMs,
      ...(down.code !== 0 && { problem: down.text.trim() }),
    }
  } finally {
    await daemon.end()
  }
}

/** @param {Daemon} daemon */
async function create(daemon) {
  const { result } = await daemon.ask('POST', '/sessions', { cwd: daemon.cwd })
  return /** @type {string} */ (result.id)
}

/** @param {Daemon} daemon */
async function untilIdle(daemon) {
  for (;;) {
    const { sessions } = await daemon.ask('GET', '/sessions')
    const busy = sessions.filter((/** @type {any} */ it) => it.group === 'working' || it.queued > 0).length
    if (busy === 0) return
    measure.progress(`${busy} sessions work`)
    await new Promise((resolve) => setTimeout(resolve, 200))
  }
}

/** @param {Awaited<ReturnType<typeof measureWith>>[]} rows */
function targetsOf(rows) {
  const most = rows.at(-1)
  if (!most) return []
  const before = rows.at(-2)
  const growth = before && (most.downProcessorMs / before.downProcessorMs) * (before.sessions / most.sessions)
  return [
    measure.target(`restart with ${most.sessions} sessions`, most.restartMs, ' ms', {
      atMost: MAX_RESTART_MS,
    }),
    measure.target('sessions that were not taken over', most.sessions - most.takenOver, '', { atMost: 0 }),
    ...(before && growth !== undefined
      ? [
          measure.target(
            `processor time to end a session: ${most.sessions} against ${before.sessions}`,
            measure.round(growth, 2),
            'x',
            { atMost: MAX_GROWTH },
          ),
        ]
      : []),
  ]
}

const options = readOptions()
const rows = []
try {
  for (const sessions of options.sessions) rows.push(await measureWith(sessions, options))
  const machine = measure.machine()
  const targets = targetsOf(rows)
  if (options.json) console.log(JSON.stringify({ machine, agent: options.agent, rows, targets }))
  else {
    const head = [
      'sessions',
      'restart',
      'its processor time',
      'not taken over',
      'memory',
      'down --all',
      'its processor time',
      '',
    ]
    const lines = rows.map((row) => [
      `${row.sessions}`,
      `${row.restartMs} ms`,
      `${row.restartProcessorMs} ms`,
      `${row.sessions - row.takenOver}`,
      `${row.memoryMb} MB`,
      `${row.downMs} ms`,
      `${row.downProcessorMs} ms`,
      row.problem ?? '',
    ])
    const where = `Node ${machine.node}, ${machine.cores} cores (${machine.cpu}), load ${machine.load}`
    console.log(`${measure.table([head, ...lines])}\n\n${measure.targetTable(targets)}\n\n${where}`)
  }
} catch (error) {
  process.stderr.write(`\n${error instanceof Error ? error.message : error}\n`)
}
