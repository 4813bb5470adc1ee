/**
 * A soak: random sessions on a host, with clients that come and go and faults of every kind, for as long as is wanted; then all
 * comes to rest, and the checker judges. `runSoak` starts everything and ends everything, however it goes.
 */
import { join } from 'node:path'
import { startModel } from '../../src/simulator/index.ts'
import { realAgents, simulatedAgents } from './agents.ts'
import { Book } from './book.ts'
import { check, type Verdict } from './checker/check.ts'
import { readEvidence } from './checker/evidence.ts'
import { Answerer } from './clients/answers.ts'
import { HttpClient } from './clients/http-client.ts'
import { StreamClient } from './clients/stream-client.ts'
import { Driver } from './driver.ts'
import { FullDisk, fullDiskProblem } from './faults/full-disk.ts'
import { Injector } from './faults/injector.ts'
import type { Fault } from './faults/table.ts'
import { pause, SoakHost } from './host.ts'
import { Ledger } from './ledger.ts'
import { planFaults } from './plan/plan.ts'
import { EFFECTS_FILE } from './plan/prompts.ts'
import { type Growth, memoryGrowth, processesIn, Resources, type Sample } from './resources.ts'

export interface SoakOptions {
  readonly seed: string
  readonly seconds: number
  readonly sessions: number
  readonly isReal: boolean
  readonly faults: ReadonlySet<Fault>
  readonly onProgress?: (progress: Progress) => void
}

export interface Progress {
  readonly seconds: number
  readonly phase: 'running' | 'coming to rest' | 'checking'
  readonly counts: ReadonlyMap<string, number>
  readonly problems: number
  readonly sample: Sample | undefined
}

export interface SoakReport extends Verdict {
  readonly seconds: number
  readonly counts: ReadonlyMap<string, number>
  readonly hostStarts: number
  readonly memory: { readonly first: number; readonly most: number; readonly growth: Growth | undefined }
  readonly handles: { readonly before: number; readonly most: number; readonly after: number }
}

const CLIENTS = 3
/** All that goes on ends within this, on whatever machine. */
const REST_WITHIN_MS = 240_000
/** Files that a host may keep open once it has been used: its database, its log, sockets of clients that are just leaving. */
const SPARE_HANDLES = 16
/** What may be kept after a warm-up; more is a leak. */
const MOST_GROWTH = { factor: 1.5, mb: 64 }

export async function runSoak(options: SoakOptions): Promise<SoakReport> {
  const { seed, seconds, faults, isReal } = options
  const problem = faults.has('full-disk') ? fullDiskProblem() : undefined
  if (problem !== undefined) throw new Error(`full-disk: ${problem}`)
  const host = new SoakHost()
  const model = isReal ? await startModel({ keepRequests: 1 }) : undefined
  const disk = faults.has('full-disk') ? new FullDisk(host.data) : undefined
  const ledger = new Ledger()
  const streams: StreamClient[] = []
  const answerers: Answerer[] = []
  const resources = new Resources(host)
  let isOver = false
  let phase: Progress['phase'] = 'running'
  const begin = performance.now()
  const elapsed = () => (performance.now() - begin) / 1000
  const ticker = setInterval(() => {
    const { counts, problems } = ledger
    const sample = resources.samples.at(-1)
    options.onProgress?.({ seconds: elapsed(), phase, counts, problems: problems.length, sample })
  }, 1000)
  try {
    disk?.mount()
    const scenario = join(host.folder, 'scenario.json')
    const book = new Book(scenario, model)
    const agents = model ? realAgents(host.folder, model) : simulatedAgents(host.folder, scenario, faults)
    await host.start()
    await host.setAgents(agents)
    const before = resources.look()
    const people = faults.has('race-answers') ? CLIENTS : 1
    for (let index = 1; index <= CLIENTS; index++) {
      const stream = new StreamClient(`client ${index}`, host, ledger)
      streams.push(stream)
      if (index <= people) answerers.push(new Answerer(stream, host, ledger, (token) => book.promptOf(token)))
      stream.open()
    }
    const plan = { seed, faults, agents: namesOf(agents.map(({ name }) => name)) }
    const cutClients = () => {
      for (const stream of streams) stream.cut()
    }
    const injector = new Injector(planFaults(plan), { host, ledger, disk, cutClients })
    const injecting = injector.run()
    const drivers = Array.from({ length: options.sessions }, (_, index) =>
      new Driver(index + 1, { host, ledger, book, plan, isOver: () => isOver }).run(),
    )
    const failed = Promise.race([Promise.all(drivers), injecting]).then(() => new Promise<never>(() => {}))
    await Promise.race([pause(seconds * 1000), failed])
    phase = 'coming to rest'
    isOver = true
    injector.stop()
    await injecting
    await within(REST_WITHIN_MS, Promise.all(drivers), () =>
      ledger.problem('the sessions did not come to an end'),
    )
    await within(REST_WITHIN_MS, closeAll(host, ledger, streams), () =>
      ledger.problem('the host did not come to rest'),
    )
    for (const answerer of answerers) answerer.close()
    await Promise.all(streams.map((stream) => stream.close()))
    await pause(500)
    const after = resources.look()
    await within(REST_WITHIN_MS, host.stop(), () => ledger.problem('the host did not end'))
    phase = 'checking'
    const left = await processesLeft(host.folder)
    const verdict = check(
      readEvidence({ data: host.data, effectsFile: join(host.cwd, EFFECTS_FILE) }),
      ledger,
      streams,
    )
    const growth = memoryGrowth(resources.samples)
    return {
      ...verdict,
      problems: [
        ...ledger.problems,
        ...verdict.problems,
        ...left.map((it) => `left behind: process ${it}`),
        ...resourceProblems(before, after, growth),
      ],
      seconds: elapsed(),
      counts: ledger.counts,
      hostStarts: host.starts,
      memory: {
        first: before?.rssMb ?? Number.NaN,
        most: Math.max(...resources.samples.map(({ rssMb }) => rssMb)),
        growth,
      },
      handles: {
        before: before?.handles ?? Number.NaN,
        most: Math.max(...resources.samples.map(({ handles }) => handles)),
        after: after?.handles ?? Number.NaN,
      },
    }
  } finally {
    isOver = true
    clearInterval(ticker)
    resources.stop()
    for (const answerer of answerers) answerer.close()
    disk?.empty()
    await Promise.all([host.end(), model?.close(), ...streams.map((stream) => stream.close())]).finally(() =>
      disk?.unmount(),
    )
  }
}

/** The plain simulator as often as all those with a fault together. */
function namesOf([plain = '', ...others]: readonly string[]): string[] {
  return plain === 'sim' ? [...others.map(() => plain), plain, ...others] : [plain, ...others]
}

/** Ends every process, and waits until each client has every event. */
async function closeAll(host: SoakHost, ledger: Ledger, streams: readonly StreamClient[]): Promise<void> {
  const http = new HttpClient('the end', host, ledger)
  const list = async () => {
    const answers = await Promise.all(
      ['false', 'true'].map((archived) => http.get(`/sessions?archived=${archived}`)),
    )
    return answers.flatMap(({ body }) => (body as { sessions: { id: string; seq: number }[] }).sessions)
  }
  for (const { id } of await list())
    await http.command('POST', `/sessions/${id}/close`, { commandId: `end ${id}` }, { expected: [404] })
  for (;;) {
    const sessions = await list()
    if (streams.every((stream) => sessions.every(({ id, seq }) => stream.has(id, seq)))) return
    await pause(100)
  }
}

/** What was told to end needs a moment to do so. */
async function processesLeft(folder: string): Promise<string[]> {
  for (let tries = 0; tries < 100; tries++) {
    const left = processesIn(folder)
    if (left.length === 0) return left
    await pause(100)
  }
  return processesIn(folder)
}

function resourceProblems(
  before: Sample | undefined,
  after: Sample | undefined,
  growth: Growth | undefined,
): string[] {
  const problems: string[] = []
  if (before && after && after.handles > before.handles + SPARE_HANDLES)
    problems.push(
      `the host had ${before.handles} files open before the first session, and ${after.handles} after the last`,
    )
  if (growth && growth.late > growth.early * MOST_GROWTH.factor + MOST_GROWTH.mb)
    problems.push(
      `the memory of the host grew from ${Math.round(growth.early)} to ${Math.round(growth.late)} MB`,
    )
  return problems
}

async function within(ms: number, work: Promise<unknown>, late: () => void): Promise<void> {
  let timer: NodeJS.Timeout | undefined
  const deadline = new Promise<void>((resolve) => {
    timer = setTimeout(() => {
      late()
      resolve()
    }, ms)
  })
  await Promise.race([work, deadline]).finally(() => clearTimeout(timer))
}
