/// <reference lib="esnext.disposable" preserve="true" />
/**
 * The simulated `claude` for tests: what starts it, with everything that it plays in its environment. Each has a folder of its own
 * in place of `~/.claude`, so that no test reads or writes that of a person. The folder is removed by `close`, or at the latest when this
 * program exits.
 */
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { builtFile } from '../process/package-files.ts'
import { OptionsError } from '../protocol/errors.ts'
import { checkOptionNames, type OptionNames } from '../protocol/option-names.ts'
import { type FaultSpec, parseFault } from './agent/faults/plan.ts'
import { SIM_VERSIONS, type SimVersion } from './agent/version.ts'
import type { Scenario } from './scenario.ts'
import { checkScenario } from './scenario-check.ts'
import { parseScenario, readScenarioFile } from './scenario-file.ts'

/** What `simulator` takes. */
export interface SimulatorOptions {
  /**
   * What the model answers to which prompt: an object, its text as YAML or JSON, or the path of a file. The built-in scenarios answer
   * what it leaves open; without it, they answer everything.
   */
  readonly scenario?: Scenario | string
  /** What goes wrong, such as `exit@approval=9` or `bytes`: docs/scenarios.md lists them. */
  readonly faults?: readonly FaultSpec[]
  /** 1 is about as fast as a model, 2 twice that. Default 0: nothing is waited for, `delay` and `takes` are skipped. */
  readonly speed?: number
  /** The version of the CLI to behave like. Default: the newest that the simulator knows. */
  readonly version?: SimVersion
}

/** Names every option. */
export const SIMULATOR_OPTIONS: OptionNames<SimulatorOptions> = {
  scenario: true,
  faults: true,
  speed: true,
  version: true,
}

/** What a session, or an agent of the host, takes to run the simulator. Spread it: `openSession({ ...simulator() })`. */
export class Simulator {
  /** The executable, for the option `binary` or the `command` of an agent. */
  readonly binary: string
  /** What it plays, in its environment. */
  readonly env: Readonly<Record<string, string>>
  /** Private, as the methods are not own properties: what is spread into options must be options only. */
  readonly #folder: string

  constructor(options: SimulatorOptions) {
    checkOptionNames(options, SIMULATOR_OPTIONS)
    const { scenario, faults = [], speed = 0, version } = options
    const played = {
      FAIRLEAD_SIM_SCENARIO: scenario === undefined ? '' : scenarioText(scenario),
      FAIRLEAD_SIM_FAULTS: faultList(faults),
      FAIRLEAD_SIM_SPEED: checkedSpeed(speed),
      FAIRLEAD_SIM_VERSION: version === undefined ? '' : checkedVersion(version),
      FAIRLEAD_SIM_USE_API: '',
    }
    const folder = newFolder()
    this.binary = builtFile('simulator/agent/main.js')
    this.env = {
      ...played,
      CLAUDE_CONFIG_DIR: join(folder, 'claude'),
      CLAUDE_CODE_TMPDIR: join(folder, 'tmp'),
    }
    this.#folder = folder
  }

  /** Removes what its sessions have left on disk: transcripts, copies of files. Close the sessions before. */
  async close(): Promise<void> {
    removeFolder(this.#folder)
  }

  /** For `await using`: what its sessions have left is removed at the end of the block. */
  async [Symbol.asyncDispose](): Promise<void> {
    await this.close()
  }
}

/**
 * A simulated `claude` that plays a scenario, for tests: no login, no model, no cost, and nothing in `~/.claude`.
 *
 * @throws OptionsError, ScenarioError or ScenarioFileError if an option is none, with the place and the nearest name.
 * @example
 * const sim = simulator({ scenario: { scripts: [{ prompt: 'hello', replies: [[{ text: 'Hi.' }]] }] } })
 * const session = await openSession({ ...sim })
 * @example
 * // The CLI ends in the middle of an approval.
 * const { value } = await ask('Fix the bug.', { ...simulator({ faults: ['exit@approval=9'] }) })
 */
export function simulator(options: SimulatorOptions = {}): Simulator {
  return new Simulator(options)
}

/** Linux takes no longer value of a variable than 128 KiB. */
const MAX_BYTES = 120 * 1024
/** A line break, a brace, or a first field: no path. */
const NOT_A_PATH = /\n|^\s*\{|^\w+:(?:\s|$)/

/** The value of the variable: the scenario itself or, where that is too long, its file. */
function scenarioText(scenario: Scenario | string): string {
  const isFile = typeof scenario === 'string' && !NOT_A_PATH.test(scenario)
  const text = JSON.stringify(read(scenario, isFile))
  if (Buffer.byteLength(text) <= MAX_BYTES) return text
  if (isFile) return resolve(scenario)
  throw new OptionsError(
    `the scenario has ${Buffer.byteLength(text)} bytes, more than fit into the environment: write it to a file and pass its path, or use \`repeat\`.`,
  )
}

function read(scenario: Scenario | string, isFile: boolean): Scenario {
  if (typeof scenario !== 'string') return checkScenario(scenario)
  return isFile ? readScenarioFile(scenario) : parseScenario(scenario, 'scenario.yaml')
}

function faultList(faults: readonly FaultSpec[]): string {
  if (!Array.isArray(faults)) throw new OptionsError("`faults` must be a list, such as ['exit@approval'].")
  for (const fault of faults) {
    try {
      parseFault(String(fault))
    } catch (error) {
      throw new OptionsError(`faults: ${(error as Error).message}`)
    }
  }
  return faults.join(',')
}

function checkedSpeed(speed: number): string {
  if (typeof speed === 'number' && Number.isFinite(speed) && speed >= 0) return String(speed)
  throw new OptionsError(`\`speed\` must be a number, 0 or more, not ${JSON.stringify(speed)}.`)
}

function checkedVersion(version: SimVersion): string {
  if (SIM_VERSIONS.includes(version)) return version
  throw new OptionsError(
    `\`version\` must be one of ${SIM_VERSIONS.join(', ')}, not ${JSON.stringify(version)}.`,
  )
}

const folders = new Set<string>()

function newFolder(): string {
  const folder = mkdtempSync(join(tmpdir(), 'fairlead-sim-'))
  if (folders.size === 0) process.on('exit', removeAll)
  folders.add(folder)
  return folder
}

function removeFolder(folder: string): void {
  rmSync(folder, { recursive: true, force: true, maxRetries: 3 })
  folders.delete(folder)
  if (folders.size === 0) process.off('exit', removeAll)
}

function removeAll(): void {
  for (const folder of folders) rmSync(folder, { recursive: true, force: true })
}
