/** What the host uses, looked at once a second: memory, open files, and the processes in the folder of the soak. Linux only. */
import { readdirSync, readFileSync } from 'node:fs'
import type { SoakHost } from './host.ts'

export interface Sample {
  /** Since the soak began. */
  readonly seconds: number
  /** Which of the hosts it is of. */
  readonly start: number
  readonly rssMb: number
  /** After the last collection of all garbage, where that is measured. */
  readonly heapMb?: number
  readonly handles: number
}

const EVERY_MS = 1000

export class Resources {
  readonly samples: Sample[] = []
  readonly #host: SoakHost
  readonly #begin = performance.now()
  readonly #timer: NodeJS.Timeout

  constructor(host: SoakHost) {
    this.#host = host
    this.#timer = setInterval(() => this.look(), EVERY_MS)
  }

  stop(): void {
    clearInterval(this.#timer)
  }

  look(): Sample | undefined {
    const { pid, starts, heapBytes } = this.#host
    if (pid === undefined) return undefined
    try {
      const rss = /VmRSS:\s+(\d+) kB/.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))?.[1]
      // It has ended, and nobody has asked how.
      if (rss === undefined) return undefined
      const sample = {
        seconds: (performance.now() - this.#begin) / 1000,
        start: starts,
        rssMb: Number(rss) / 1024,
        ...(heapBytes !== undefined && { heapMb: heapBytes / 1024 / 1024 }),
        handles: readdirSync(`/proc/${pid}/fd`).length,
      }
      this.samples.push(sample)
      return sample
    } catch {
      return undefined
    }
  }
}

/** Command lines of the processes that have to do with the folder, apart from this one. */
export function processesIn(folder: string): string[] {
  if (process.platform !== 'linux') return []
  return readdirSync('/proc').flatMap((name) => {
    if (!/^\d+$/.test(name) || Number(name) === process.pid) return []
    try {
      const [environ, cmdline] = ['environ', 'cmdline'].map((it) =>
        readFileSync(`/proc/${name}/${it}`, 'utf8'),
      )
      if (!`${environ}\0${cmdline}`.includes(`${folder}/`)) return []
      return [`${name} ${cmdline?.replaceAll('\0', ' ').slice(0, 160)}`]
    } catch {
      return []
    }
  })
}

interface Growth {
  /** The median of the samples after the warm-up, and that of the last ones. */
  readonly early: number
  readonly late: number
}

/** Of the host that was there longest; undefined where that was not long enough to tell. */
function memoryGrowth(samples: readonly Sample[], leastSeconds = 60): Growth | undefined {
  const longest = [...byStart(samples).values()].sort((a, b) => b.length - a.length)[0] ?? []
  if (longest.length < leastSeconds) return undefined
  const rss = longest.map(({ rssMb }) => rssMb)
  const quarter = Math.floor(rss.length / 4)
  return { early: median(rss.slice(quarter, 2 * quarter)), late: median(rss.slice(-quarter)) }
}

/** The last sample of each minute. */
function byMinute(samples: readonly Sample[]): Sample[] {
  const found = new Map<number, Sample>()
  for (const sample of samples) found.set(Math.floor(sample.seconds / 60), sample)
  return [...found.values()]
}

function byStart(samples: readonly Sample[]): Map<number, Sample[]> {
  const found = new Map<number, Sample[]>()
  for (const sample of samples) found.set(sample.start, [...(found.get(sample.start) ?? []), sample])
  return found
}

function median(values: readonly number[]): number {
  return [...values].sort((a, b) => a - b)[Math.floor(values.length / 2)] ?? Number.NaN
}

/** Files that a host may keep open once it has been used: its database, its log, sockets of clients that are just leaving. */
const SPARE_HANDLES = 16
/** What may be kept after a warm-up; more is a leak. */
const MAX_GROWTH = { factor: 1.5, mb: 64 }

export interface ResourceReport {
  readonly memory: {
    readonly first: number
    readonly most: number
    readonly growth: Growth | undefined
    readonly minutes: readonly Sample[]
  }
  readonly handles: { readonly before: number; readonly most: number; readonly after: number }
  readonly problems: readonly string[]
}

/** `before`: without a session; `after`: when all of them were closed. */
export function resourceReport(
  samples: readonly Sample[],
  before: Sample | undefined,
  after: Sample | undefined,
): ResourceReport {
  const most = (of: (sample: Sample) => number) => Math.max(0, ...samples.map(of))
  const growth = memoryGrowth(samples)
  const problems: string[] = []
  if (before && after && after.handles > before.handles + SPARE_HANDLES)
    problems.push(
      `the host had ${before.handles} files open before the first session, and ${after.handles} after the last`,
    )
  if (growth && growth.late > growth.early * MAX_GROWTH.factor + MAX_GROWTH.mb)
    problems.push(
      `the memory of the host grew from ${Math.round(growth.early)} to ${Math.round(growth.late)} MB`,
    )
  return {
    memory: {
      first: before?.rssMb ?? Number.NaN,
      most: most(({ rssMb }) => rssMb),
      growth,
      minutes: byMinute(samples),
    },
    handles: {
      before: before?.handles ?? Number.NaN,
      most: most(({ handles }) => handles),
      after: after?.handles ?? Number.NaN,
    },
    problems,
  }
}
