// @ts-check
// What grows with the number of sessions: taking them over after a restart, and ending them.

import { Daemon } from './host/daemon.mjs'

/**
 * A host whose sessions have a turn behind them is killed and started again, then ended with `fairlead down --all`.
 * @param {string} dist
 * @param {number} sessions
 * @param {(text: string) => void} progress
 */
async function measureWith(dist, sessions, progress) {
  const daemon = new Daemon()
  try {
    progress(`${sessions} sessions are started`)
    await daemon.start(dist, sessions)
    const ids = await daemon.createMany(sessions)
    for (const id of ids) await daemon.play(id, 'deltas 200')
    await untilIdle(daemon)
    progress(`${sessions} sessions: the host is killed and started again`)
    const restart = await daemon.restart()
    progress(`${sessions} sessions: fairlead down --all`)
    const down = await daemon.down()
    if (down.code !== 0) throw new Error(`fairlead down --all: ${down.text.trim()}`)
    return { restart: restart.ms, missing: sessions - restart.running, down: down.processorMs / sessions }
  } finally {
    await daemon.end()
  }
}

/** @param {Daemon} daemon */
async function untilIdle(daemon) {
  for (;;) {
    const { sessions } = await daemon.ask('GET', '/sessions')
    if (sessions.every((/** @type {any} */ it) => it.group !== 'working' && !(it.queued > 0))) return
    await new Promise((resolve) => setTimeout(resolve, 100))
  }
}

/** @type {import('./lib/bench.mjs').Bench} */
export default {
  about: 'a host with many sessions: killed and started again, then ended with all of them',
  parts: {
    scale: {
      rows: ['restart', 'missing', 'down-growth'],
      seconds: 30,
      settings: { sessions: 300 },
      quick: { sessions: 90 },
      async measure({ dist, settings: { sessions = 3 }, progress }) {
        const few = await measureWith(dist, Math.round(sessions / 3), progress)
        const many = await measureWith(dist, sessions, progress)
        return {
          restart: many.restart,
          missing: few.missing + many.missing,
          'down-growth': many.down / few.down,
        }
      },
    },
  },
}
