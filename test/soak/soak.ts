/**
 * A soak: random sessions on a host, with clients that come and go and faults of every kind, for as long as is wanted; then all
 * comes to rest, and the checker judges. `runSoak` starts everything and ends everything, however it goes.
 */
import { join } from 'node:path'
import { startModel } from '../../src/simulator/index.ts'
import { realAgents, simulatedAgents } from './agents.ts'
import { Book } from './book.ts'
import { check, type Verdict } from './checker/check.ts'
import { keepEvidence, readEvidence } from './checker/evidence.ts'
import { Answerer } from './clients/answers.ts'
import { Mirror } from './clients/mirror.ts'
import { StreamClient } from './clients/stream-client.ts'
import { Driver } from './driver.ts'
import { FullDisk, fullDiskProblem } from './faults/full-disk.ts'
import { Injector } from './faults/injector.ts'
import type { Fault } from './faults/table.ts'
import { pause, SoakHost } from './host.ts'
import { Ledger } from './ledger.ts'
import { planFaults } from './plan/plan.ts'
import { EFFECTS_FILE } from './plan/prompts.ts'
import { type ResourceReport, Resources, resourceReport, type Sample } from './resources.ts'
import { CatchUp, closeSessions, processesLeft, rested } from './rest.ts'

export interface SoakOptions {
  readonly seed: string
  readonly seconds: number
  readonly sessions: number
  readonly isReal: boolean
  readonly faults: ReadonlySet<Fault>
  /** Once a minute the host collects all garbage, and what is left is reported. */
  readonly measuresHeap?: boolean
  /** Where the journal, the output files and the side effects of a soak with problems are copied to. */
  readonly keep?: string | undefined
  /** Once a second. */
  readonly onProgress?: (progress: Progress) => void
}

export interface Progress {
  readonly seconds: number
  readonly phase: 'running' | 'coming to rest' | 'checking'
  readonly counts: ReadonlyMap<string, number>
  readonly problems: number
  readonly sample: Sample | undefined
}

export interface SoakReport extends Verdict, ResourceReport {
  readonly seconds: number
  readonly counts: ReadonlyMap<string, number>
  readonly hostStarts: number
  /** Events that clients saw, all together. */
  readonly seen: number
}

const CLIENTS = 3

export async function runSoak(options: SoakOptions): Promise<SoakReport> {
  const problem = options.faults.has('full-disk') ? fullDiskProblem() : undefined
  if (problem !== undefined) throw new Error(`full-disk: ${problem}`)
  const host = new SoakHost({ measuresHeap: options.measuresHeap })
  const closers: (() => unknown)[] = [() => host.end()]
  try {
    return await soak(host, options, (close) => closers.push(close))
  } finally {
    for (const close of closers.reverse()) await close()
  }
}

/** `atEnd`: what was opened last is closed first. */
async function soak(
  host: SoakHost,
  options: SoakOptions,
  atEnd: (close: () => unknown) => void,
): Promise<SoakReport> {
  const { seed, seconds, faults, isReal } = options
  const ledger = new Ledger()
  const resources = new Resources(host)
  atEnd(() => resources.stop())
  const begin = performance.now()
  let phase: Progress['phase'] = 'running'
  const ticker = setInterval(() => {
    options.onProgress?.({
      seconds: (performance.now() - begin) / 1000,
      phase,
      counts: ledger.counts,
      problems: ledger.problems.length,
      sample: resources.samples.at(-1),
    })
  }, 1000)
  atEnd(() => clearInterval(ticker))

  const model = isReal ? await startModel({ keepRequests: 1 }) : undefined
  atEnd(() => model?.close())
  const disk = faults.has('full-disk') ? new FullDisk(host.data) : undefined
  disk?.mount()
  atEnd(async () => {
    disk?.empty()
    await host.leave()
    disk?.unmount()
  })
  const scenario = join(host.folder, 'scenario.json')
  const book = new Book(scenario, model)
  const agents = model ? realAgents(host.folder, model) : simulatedAgents(host.folder, scenario, faults)
  await host.start()
  await host.setAgents(agents)
  const before = resources.look()

  const streams = Array.from(
    { length: CLIENTS },
    (_, index) => new StreamClient(`client ${index + 1}`, host, ledger),
  )
  const people = faults.has('race-answers') ? streams : streams.slice(0, 1)
  const answerers = people.map(
    (stream) => new Answerer(stream, host, ledger, (token) => book.promptOf(token)),
  )
  const mirror = new Mirror(host, ledger)
  for (const stream of streams) stream.open()
  const leave = async () => {
    for (const answerer of answerers) answerer.close()
    mirror.close()
    await Promise.all(streams.map((stream) => stream.close()))
  }
  atEnd(leave)

  const plan = { seed, faults, agents: namesOf(agents.map(({ name }) => name)) }
  const cutClients = () => {
    for (const stream of streams) stream.cut()
  }
  let isOver = false
  const injector = new Injector(planFaults(plan), { host, ledger, disk, cutClients })
  const injecting = injector.run()
  const driving = Promise.all(
    Array.from({ length: options.sessions }, (_, index) =>
      new Driver(index + 1, { host, ledger, book, plan, isOver: () => isOver }).run(),
    ),
  )
  const failure = new Promise<void>((resolve) => {
    for (const work of [injecting, driving]) work.catch(() => resolve())
  })
  await Promise.race([pause(seconds * 1000), failure])

  phase = 'coming to rest'
  isOver = true
  injector.stop()
  await rested('the faults', injecting, ledger)
  await rested('the sessions', driving, ledger)
  await rested('the sessions at the end', closeSessions(host, ledger), ledger)
  const catchUp = new CatchUp()
  const caughtUp = catchUp.run(streams, mirror, host, ledger)
  await rested('the clients', caughtUp, ledger, () => catchUp.missing)
  await leave()
  const after = resources.look()
  await rested('the host', host.stop(), ledger)

  phase = 'checking'
  const left = await processesLeft(host.folder)
  const evidence = readEvidence({ data: host.data, effectsFile: join(host.cwd, EFFECTS_FILE) })
  const verdict = check(evidence, ledger, streams)
  const used = resourceReport(resources.samples, before, after)
  const problems = [
    ...ledger.problems,
    ...verdict.problems,
    ...left.map((it) => `left behind: process ${it}`),
    ...used.problems,
  ]
  if (options.keep !== undefined && problems.length > 0) keepEvidence(host.folder, options.keep)
  return {
    ...verdict,
    ...used,
    problems,
    seconds: (performance.now() - begin) / 1000,
    counts: ledger.counts,
    hostStarts: host.starts,
    seen: streams.flatMap(({ sessions }) => [...sessions.values()]).reduce((total, it) => total + it.size, 0),
  }
}

/** The plain simulator as often as all those with a fault together: most other faults need a CLI that is well. */
function namesOf([plain = '', ...others]: readonly string[]): string[] {
  return plain === 'sim' ? [...others.map(() => plain), plain, ...others] : [plain, ...others]
}
