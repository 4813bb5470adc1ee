import type { SessionSummary } from '../../src/api/resources.ts'

/** A session that rests, as the list of the API has it. */
export function summary(id: string, news: Partial<SessionSummary> = {}): SessionSummary {
  return {
    id,
    title: `title of ${id}`,
    cwd: '/home/me/project',
    project: { path: '/home/me/project', name: 'project' },
    agent: 'sim',
    createdAt: 0,
    updatedAt: 0,
    archived: false,
    pinned: false,
    group: 'idle',
    liveness: { status: 'idle', words: 'idle', since: 0, lastEventAt: 0 },
    lastLine: '',
    lastWords: '',
    preview: { kind: 'text', text: '' },
    costUsd: 0,
    pendingApprovals: 0,
    queued: 0,
    seq: 1,
    durable: true,
    isolation: 'off',
    warnings: [],
    ...news,
  }
}
