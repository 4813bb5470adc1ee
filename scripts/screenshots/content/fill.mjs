// @ts-check
// Begins the sessions, and brings each to the point that its picture shows.

import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { until } from '../host.mjs'
import { AFTER } from './gift-cards.mjs'
import { makeRepositories, write } from './repositories.mjs'
import { SCENARIO } from './scenario.mjs'
import { SESSIONS } from './sessions.mjs'

/** So much faster than a model speaks. */
const SPEED = '50'

/** @param {import('../host.mjs').Host} host @returns {Promise<Record<string, string>>} the session of each title */
export async function fill(host) {
  const file = join(host.home, 'scenario.json')
  writeFileSync(file, JSON.stringify(SCENARIO))
  const env = { FAIRLEAD_SIM_SCENARIO: file, FAIRLEAD_SIM_SPEED: SPEED }
  await host.call('PUT', '/agents', { agents: [{ name: 'claude', command: 'sim', env }], default: 'claude' })
  await host.call('PUT', '/budgets', { sessionUsd: null, dayUsd: 25, hostUsd: null, warnAt: 0.8 })
  await host.call('PUT', '/policies', { rules: RULES })
  const place = makeRepositories(
    host.home,
    SESSIONS.filter((it) => !it.worktree).map(
      ({ project, branch }) => /** @type {const} */ ([project, branch]),
    ),
  )
  /** @type {Record<string, string>} */
  const ids = {}
  for (const session of SESSIONS) {
    await host.setBack(session.ago)
    const { result } = await host.call('POST', '/sessions', {
      cwd: place(session.project, session.worktree ? 'main' : session.branch),
      ...(session.worktree && { worktree: { name: session.worktree } }),
      agent: 'claude',
      title: session.title,
      prompt: session.before ?? session.prompt,
      ...(session.mode && { permissionMode: session.mode }),
    })
    ids[session.title] = result.id
    if (session.before) {
      await bringOn(host, { ...session, until: 'finished' }, result.id)
      await host.call('POST', `/sessions/${result.id}/messages`, { text: session.prompt })
    }
    await bringOn(host, session, result.id)
    await finish(host, session, result.id)
  }
  await host.setBack(0)
  return ids
}

const RULES = [
  {
    id: 'no-force-push',
    effect: 'ask',
    tool: 'Bash',
    command: 'git push --force*',
    note: 'Force pushes need a person.',
  },
  {
    id: 'no-secrets',
    effect: 'deny',
    tool: 'Read',
    path: '**/.env*',
    note: 'Secrets stay out of transcripts.',
  },
  { id: 'tests', effect: 'allow', tool: 'Bash', command: 'npm test*' },
]

/** @param {import('../host.mjs').Host} host @param {import('./sessions.mjs').Staged} session @param {string} id */
async function bringOn(host, session, id) {
  const { title, tool } = session
  const summary = async () => (await host.call('GET', `/sessions/${id}`)).session
  const waiting = async (/** @type {string} */ before = '') =>
    (await host.call('GET', '/approvals')).approvals.find(
      (/** @type {any} */ it) => it.session === id && it.id !== before,
    )
  const allow = (/** @type {{ id: string }} */ asked) =>
    host.call('POST', `/sessions/${id}/approvals/${asked.id}`, { decision: 'allow' })
  if (session.until === 'finished')
    await until(title, async () => (await summary()).group !== 'working' && (await summary()).lastTurn)
  else if (session.until === 'failed')
    await until(title, async () => /api-retry|error/.test(JSON.stringify((await summary()).liveness)))
  else if (session.until === 'asks') {
    for (let asked = await until(title, () => waiting()); asked.toolName !== tool; ) {
      const { id: before } = asked
      await allow(asked)
      asked = await until(title, () => waiting(before))
    }
  } else await until(title, async () => /Bash|Writing|agent/i.test((await summary()).liveness.words))
}

/** @param {import('../host.mjs').Host} host @param {import('./sessions.mjs').Staged} session @param {string} id */
async function finish(host, session, id) {
  if (session.queued)
    await host.call('POST', `/sessions/${id}/messages`, { text: session.queued, when: 'after-turn' })
  if (session.worktree) write((await host.call('GET', `/sessions/${id}`)).session.cwd, AFTER)
  if (session.pinned) await host.call('PATCH', `/sessions/${id}`, { pinned: true })
}
