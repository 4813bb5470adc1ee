/**
 * One stage for a file: a scripted model, folders, and a host. Tests open sessions of their own on it, in the library or in the
 * host, with the same binary and the same environment. `close` ends all of them.
 */
import type { SessionOptions } from '../../src/client/index.ts'
import type { Reply } from '../../src/simulator/index.ts'
import { type AnyVersion, claudeBinary } from '../e2e/claude-binaries.ts'
import { type Stage, setStage } from '../e2e/stage.ts'
import { type HostStage, hostStage } from '../host/stage.ts'
import { within } from '../process/leftovers.ts'
import type { Driven, DrivenOptions } from './driven.ts'
import { openInHost } from './over-host.ts'
import { openInLibrary } from './over-library.ts'

export const LEDGERS = ['library', 'host'] as const
export type LedgerName = (typeof LEDGERS)[number]

export interface DriverStage {
  readonly cwd: string
  readonly home: string
  readonly model: Stage['model']
  open(ledger: LedgerName, options?: DrivenOptions): Promise<Driven>
  /** Lets the model answer prompts that contain the name with its replies. */
  script(scripts: Readonly<Record<string, Reply[]>>): void
  close(): Promise<void>
}

/** What the library has for each session, and the host for all of them. */
export type DriverSettings = Pick<SessionOptions, 'stallAfter' | 'signalWaits'>

/** So long what a test has left open may take to end; what is left then is killed. */
const ENDS_WITHIN = 60_000
/** A process that a test has ended stays so. */
const NO_RESTARTS = { delaysMs: [], healthyMs: 120_000 }

export async function driverStage(
  version: AnyVersion,
  { stallAfter = false, signalWaits }: DriverSettings = {},
): Promise<DriverStage> {
  const stage = await setStage(version, { scripts: [] })
  const { cwd, home, model, env } = stage
  const settings = { stallAfter, ...(signalWaits && { signalWaits }) }
  const binaries = new Map<string, string>()
  const host: HostStage = await hostStage({
    agent: (name = version) => ({ name, binary: binaries.get(name) ?? claudeBinary(version), args: [], env }),
    restarts: NO_RESTARTS,
    ...settings,
  })
  const opened: Driven[] = []
  return {
    cwd,
    home,
    model,
    open: async (ledger, { binary = claudeBinary(version), cwd: folder = cwd, ...options } = {}) => {
      binaries.set(binary, binary)
      const driven =
        ledger === 'host'
          ? await openInHost(host, binary, { cwd: folder, options })
          : await openInLibrary({
              binary,
              cwd: folder,
              ...settings,
              ...options,
              env: { ...env, ...options.env },
            })
      opened.push(driven)
      return driven
    },
    script: (scripts) =>
      model.use({ scripts: Object.entries(scripts).map(([prompt, replies]) => ({ prompt, replies })) }),
    close: async () => {
      await within(ENDS_WITHIN, Promise.all(opened.map((driven) => driven.close())))
      await host.close()
      await stage.close()
    },
  }
}
