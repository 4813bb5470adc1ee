/** The host's metrics in the text format of Prometheus. */
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
  const byGroup = ['needs-you', 'working', 'idle', 'ended'].map(
    (name): Sample => [`{group="${name}"}`, groups.get(name) ?? 0],
  )
  const { disk, journal } = host
  return [
    gauge('fairlead_info', 'The version that runs', [[`{version="${version}"}`, 1]]),
    gauge('fairlead_start_time_seconds', 'When the host was started', startedAt / 1000),
    gauge('fairlead_sessions', 'Sessions, by what they do', byGroup),
    gauge(
      'fairlead_sessions_loaded',
      'Sessions whose state is in memory',
      host.sessions().filter(({ memory }) => memory.isLoaded).length,
    ),
    gauge('fairlead_sessions_buffered', 'Watched sessions whose last events are in memory', buffered),
    gauge('fairlead_processes', 'Processes that run', host.running),
    gauge('fairlead_pending_approvals', 'Pending approvals', host.approvals().length),
    gauge('fairlead_stream_clients', 'Clients on the stream', clients),
    gauge('fairlead_cost_usd_today', 'US dollars spent today', spent),
    gauge('fairlead_journal_problem', 'The journal cannot be written', journal.problem ? 1 : 0),
    gauge(
      'fairlead_disk_free_bytes',
      'Free on the disk that sessions write to',
      disk?.space?.freeBytes ?? Number.NaN,
    ),
    gauge('fairlead_disk_short', 'Sessions are paused for want of disk space', disk?.problem ? 1 : 0),
    gauge('process_resident_memory_bytes', 'Memory of the host', rss),
    gauge('nodejs_heap_used_bytes', 'Heap of the host', heapUsed),
  ].join('')
}

type Sample = readonly [labels: string, value: number]

function gauge(name: string, help: string, value: number | readonly Sample[]): string {
  const samples = typeof value === 'number' ? [['', value]] : value
  const lines = samples.map(([labels, it]) => `${name}${labels} ${it}`)
  return [`# HELP ${name} ${help}`, `# TYPE ${name} gauge`, ...lines, ''].join('\n')
}
