/**
 * Injects the planned faults one after another, each after its pause, until `stop`. What it has stopped it lets go on again,
 * also when it ends in the middle of a fault.
 */

import type { ProcessId } from '../../../src/process/descendants.ts'
import type { DurableRecord } from '../../../src/process/durable/files.ts'
import { pause, type SoakHost } from '../host.ts'
import type { Ledger } from '../ledger.ts'
import type { FaultStep } from '../plan/plan.ts'
import type { FullDisk } from './full-disk.ts'
import type { Fault } from './table.ts'
import { runningRecords, signalTo } from './targets.ts'

export interface InjectorWorld {
  readonly host: SoakHost
  readonly ledger: Ledger
  readonly disk: FullDisk | undefined
  readonly cutClients: () => void
}

/** A host notices a disk that is nearly full. */
const NOTICES_WITHIN_MS = 5000

/** Answers whether there was anything to do it to. */
type Inject = (step: FaultStep, world: InjectorWorld) => boolean | Promise<boolean>

const INJECTIONS: Partial<Record<Fault, Inject>> = {
  'kill-host': async ({ forMs, isLegacy, which }, { host }) => {
    await host.crash(forMs / 3, isLegacy ? which * 600 : undefined)
    return true
  },
  'stop-host': async ({ forMs }, { host }) => {
    host.signal('SIGSTOP')
    await pause(forMs)
    host.signal('SIGCONT')
    return true
  },
  'kill-cli': (step, world) => withRecord(step, world, ({ cli }) => signalTo(cli, 'SIGKILL')),
  'kill-holder': (step, world) => withRecord(step, world, ({ holder }) => signalTo(holder, 'SIGKILL')),
  'kill-waiter': (step, world) => withRecord(step, world, ({ waiter }) => signalTo(waiter, 'SIGKILL')),
  'stop-cli': (step, world) => withRecord(step, world, ({ cli }) => stopped([cli], step.forMs)),
  'stop-holder': (step, world) =>
    withRecord(step, world, ({ holder, waiter }) => stopped([holder, waiter], step.forMs)),
  clock: ({ jumpMs }, { host }) => {
    host.setClock(jumpMs)
    return true
  },
  'cut-clients': (_, { cutClients }) => {
    cutClients()
    return true
  },
  'full-disk': async ({ forMs }, { disk, host }) => {
    if (!disk) return false
    disk.fillNearly()
    await host.untilUnwell(NOTICES_WITHIN_MS)
    disk.fill()
    await pause(forMs)
    disk.empty()
    return true
  },
}

function withRecord(
  { which }: FaultStep,
  { host }: InjectorWorld,
  act: (record: DurableRecord) => boolean | Promise<boolean>,
): boolean | Promise<boolean> {
  const records = runningRecords(host.data)
  const record = records[Math.floor(which * records.length)]
  return record ? act(record) : false
}

async function stopped(processes: readonly ProcessId[], ms: number): Promise<boolean> {
  const found = processes.filter((it) => signalTo(it, 'SIGSTOP'))
  await pause(ms)
  for (const it of found) signalTo(it, 'SIGCONT')
  return found.length > 0
}

export class Injector {
  readonly #world: InjectorWorld
  readonly #steps: Iterator<FaultStep>
  readonly #onFault: (fault: Fault) => void
  #isOver = false

  constructor(steps: Iterator<FaultStep>, world: InjectorWorld, onFault: (fault: Fault) => void = () => {}) {
    this.#steps = steps
    this.#world = world
    this.#onFault = onFault
  }

  async run(): Promise<void> {
    for (let next = this.#steps.next(); !next.done && !this.#isOver; next = this.#steps.next()) {
      const step = next.value
      await pause(step.afterMs)
      if (this.#isOver) return
      this.#onFault(step.fault)
      const isDone = await INJECTIONS[step.fault]?.(step, this.#world)
      if (isDone) this.#world.ledger.count(`fault: ${step.fault}`)
    }
  }

  /** The fault that is under way is brought to its end first: `run` resolves then. */
  stop(): void {
    this.#isOver = true
  }
}
