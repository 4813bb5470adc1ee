/** Figures of the host as Prometheus reads them. */
import type { Host } from './host.ts'

export interface MetricSources {
  readonly host: Host
  readonly clients: number
  readonly buffered: number
  readonly startedAt: number
  readonly version: string
}

export function metricsText({ host, clients, buffered, startedAt, version }: MetricSources): string {
  const groups = new Map<string, number>()
  for (const { group } of host.summaries()) groups.set(group, (groups.get(group) ?? 0) + 1)
  const today = new Date().toISOString().slice(0, 10)
  const spent = host.store.usage(today, today).reduce((sum, { costUsd }) => sum + costUsd, 0)
  const { rss, heapUsed } = process.memoryUsage()
  return [
    metric('fairlead_info', 'gauge', 'The version that runs', [[`version="${version}"`, 1]]),
    metric('fairlead_start_time_seconds', 'gauge', 'When the host was started', [['', startedAt / 1000]]),
    metric(
      'fairlead_sessions',
      'gauge',
      'Sessions, by what they do',
      ['needs-you', 'working', 'idle', 'ended'].map((name) => [`group="${name}"`, groups.get(name) ?? 0]),
    ),
    metric('fairlead_sessions_loaded', 'gauge', 'Sessions whose state is in memory', [
      ['', host.sessions().filter(({ memory }) => memory.isLoaded).length],
    ]),
    metric('fairlead_sessions_buffered', 'gauge', 'Watched sessions whose last events are in memory', [
      ['', buffered],
    ]),
    metric('fairlead_processes', 'gauge', 'Processes that run', [['', host.running]]),
    metric('fairlead_pending_approvals', 'gauge', 'What waits for a person', [['', host.approvals().length]]),
    metric('fairlead_stream_clients', 'gauge', 'Clients on the stream', [['', clients]]),
    metric('fairlead_cost_usd_today', 'gauge', 'US dollars spent today', [['', spent]]),
    metric('fairlead_journal_problem', 'gauge', 'The journal cannot be written', [
      ['', host.journal.problem ? 1 : 0],
    ]),
    metric('fairlead_disk_free_bytes', 'gauge', 'Free on the disk that sessions write to', [
      ['', host.disk?.space?.freeBytes ?? Number.NaN],
    ]),
    metric('fairlead_disk_short', 'gauge', 'Sessions are paused for want of disk space', [
      ['', host.disk?.problem === undefined ? 0 : 1],
    ]),
    metric('process_resident_memory_bytes', 'gauge', 'Memory of the host', [['', rss]]),
    metric('nodejs_heap_used_bytes', 'gauge', 'Heap of the host', [['', heapUsed]]),
  ].join('')
}

function metric(
  name: string,
  type: string,
  help: string,
  values: readonly (readonly [string, number])[],
): string {
  const lines = values.map(([labels, value]) => `${name}${labels === '' ? '' : `{${labels}}`} ${value}`)
  return [`# HELP ${name} ${help}`, `# TYPE ${name} ${type}`, ...lines, ''].join('\n')
}
