/** Every fault of a soak by its name, for `--only`, `--without` and the tables. */
export interface FaultInfo {
  readonly about: string
  /**
   * Who does it: the injector to a process, an agent from its start on, a script at one of its steps, the clients of a
   * soak, the clock of the host, or the disk.
   */
  readonly by: 'injector' | 'agent' | 'script' | 'clients' | 'clock' | 'disk'
  /** Only when it is named with `--only` or `--with`. */
  readonly isOptional?: true
}

export const FAULTS = {
  'kill-host': {
    about: 'SIGKILL to the host; another is started, now and then killed while it starts',
    by: 'injector',
  },
  'stop-host': { about: 'SIGSTOP to the host, SIGCONT after up to 2.5 seconds', by: 'injector' },
  'kill-cli': { about: 'SIGKILL to the CLI of a session', by: 'injector' },
  'stop-cli': { about: 'SIGSTOP to a CLI, SIGCONT after up to 2.5 seconds', by: 'injector' },
  'kill-holder': { about: 'SIGKILL to the process that keeps the input of a CLI open', by: 'injector' },
  'kill-waiter': { about: 'SIGKILL to the process that waits for the exit status of a CLI', by: 'injector' },
  'stop-holder': { about: 'SIGSTOP to both of them, SIGCONT after up to 2.5 seconds', by: 'injector' },
  clock: { about: 'the clock of the host jumps by up to a day, forwards or backwards', by: 'clock' },
  'cut-clients': {
    about: 'every WebSocket is cut; clients come back with the last number that they have',
    by: 'clients',
  },
  'retry-commands': { about: 'commands are sent twice at once, with the same id', by: 'clients' },
  'race-answers': { about: 'several clients answer each approval at once', by: 'clients' },
  noise: { about: 'the CLI writes lines that are no JSON', by: 'agent' },
  garbage: { about: 'the CLI writes broken JSON', by: 'agent' },
  split: { about: 'the CLI writes every line in two parts', by: 'agent' },
  'cut-utf8': { about: 'the CLI writes a line that ends within a character', by: 'agent' },
  'unknown-types': { about: 'the CLI writes messages of unknown types', by: 'agent' },
  bytes: { about: 'the CLI writes byte by byte', by: 'agent' },
  duplicate: { about: 'the CLI writes every message twice', by: 'agent' },
  reorder: { about: 'the CLI writes every other message after the one that follows it', by: 'agent' },
  'huge-line': { about: 'the CLI writes a message of 50 MB', by: 'agent', isOptional: true },
  deaf: { about: 'the CLI reads nothing more from its first approval on', by: 'agent' },
  'ignore-sigterm': { about: 'the CLI does not end on SIGTERM', by: 'agent' },
  'stderr-flood': { about: 'the CLI writes 4 MB to stderr', by: 'agent' },
  'slow-start': { about: 'the CLI takes 2 seconds to start', by: 'agent' },
  exit: { about: 'the CLI exits in the middle of a turn', by: 'script' },
  stall: {
    about: 'the CLI says nothing more in the middle of a turn, until it is interrupted',
    by: 'script',
  },
  'api-error': { about: 'the API is overloaded, twice, before it answers', by: 'script' },
  'api-break': { about: 'the API cuts the connection once', by: 'script' },
  'full-disk': {
    about: 'the disk of the data folder is full for some seconds (where root can mount a tmpfs)',
    by: 'disk',
  },
} as const satisfies Record<string, FaultInfo>

export type Fault = keyof typeof FAULTS

export const faultNames = Object.keys(FAULTS) as Fault[]

export function infoOf(name: Fault): FaultInfo {
  return FAULTS[name]
}

export function isFault(name: string): name is Fault {
  return name in FAULTS
}

export interface FaultChoice {
  readonly only?: readonly Fault[]
  readonly with?: readonly Fault[]
  readonly without?: readonly Fault[]
}

/**
 * Those of a run. A real CLI does not play the faults of the simulator. `hasDisk`: a tmpfs can be had; it is too small for the
 * output of CLIs that write huge lines, so it is left out with them unless both are named.
 */
export function chosenFaults(
  { only, with: more = [], without = [] }: FaultChoice,
  { isReal = false, hasDisk = false } = {},
): Set<Fault> {
  const usesDisk = hasDisk && !more.includes('huge-line')
  const isUsual = (name: Fault) => !infoOf(name).isOptional && (usesDisk || infoOf(name).by !== 'disk')
  const usual = faultNames.filter((name) => isUsual(name) || more.includes(name))
  return new Set((only ?? usual).filter((name) => !without.includes(name) && !(isReal && isSimulated(name))))
}

function isSimulated(name: Fault): boolean {
  return infoOf(name).by === 'agent' || name === 'exit' || name === 'stall'
}
