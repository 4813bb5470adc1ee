import { nearest } from '../../../protocol/nearest.ts'

/**
 * Faults that happen on purpose. A fault is `name`, `name=value`, `name@point` or `name@point:count`: the last two happen when
 * the session reaches that point for the count-th time; a lasting fault begins there.
 */
export const FAULT_NAMES = {
  stall: 'says nothing more from then on, and ends with a signal only',
  exit: 'ends, with this code or 1',
  noise: 'writes lines that are no JSON between the messages',
  garbage: 'writes lines that begin as JSON and are broken',
  split: 'writes every line in two parts, cut within a character where there is one',
  bytes: 'writes every line byte by byte',
  'cut-utf8': 'writes a line that ends within a UTF-8 sequence',
  'huge-line': 'writes a message of 50 MB',
  duplicate: 'writes every message twice',
  reorder: 'writes every other message after the one that follows it',
  'unknown-types': 'writes messages of types that nobody knows',
  'stderr-flood': 'writes 4 MB to stderr',
  deaf: 'does not read stdin',
  'ignore-sigterm': 'does not end on SIGTERM',
  'slow-start': 'begins after this many milliseconds, or 3000',
} as const
/** The name of a fault that the simulator can have. */
export type FaultName = keyof typeof FAULT_NAMES

/** These begin and do not end. The others happen once, except that lines without a point come repeatedly. */
const LASTING: readonly FaultName[] = ['split', 'bytes', 'duplicate', 'reorder', 'deaf', 'ignore-sigterm']
/** These happen at a point, or at the start. */
const MOMENTS: readonly FaultName[] = ['stall', 'exit']
const VALUES: { readonly [Name in FaultName]?: { readonly is: RegExp; readonly what: string } } = {
  exit: { is: /^(?:\d{1,2}|1\d\d|2[0-4]\d|25[0-5])$/, what: 'an exit code from 0 to 255' },
  'slow-start': { is: /^\d{1,9}$/, what: 'a number of milliseconds' },
}

export const POINTS = ['start', 'turn', 'init', 'delta', 'assistant', 'approval', 'tool', 'result'] as const
export type Point = (typeof POINTS)[number]

type AtPoint = `@${Point}` | `@${Point}:${number}`

/** A fault as it is written: its name, when it happens, and its value. `exit@approval=9`, `stall@delta:20`, `bytes`. */
export type FaultSpec =
  | FaultName
  | `${Exclude<FaultName, 'slow-start'>}${AtPoint}`
  | `exit${AtPoint | ''}=${number}`
  | `slow-start=${number}`

export interface Fault {
  readonly name: FaultName
  readonly point: Point | undefined
  readonly count: number
  readonly value: string | undefined
}

const FORM = /^([a-z0-9-]+)(?:@([a-z]+)(?::(\d+))?)?(?:=(.*))?$/

/** Throws an error that names an invalid fault. */
export function parseFault(text: string): Fault {
  const [, name = '', point, count, value] = FORM.exec(text.trim()) ?? []
  if (!Object.hasOwn(FAULT_NAMES, name))
    throw new Error(`there is no fault "${text}"; ${choices(name || text, Object.keys(FAULT_NAMES))}`)
  if (point !== undefined && !(POINTS as readonly string[]).includes(point))
    throw new Error(`there is no point "${point}" in "${text}"; ${choices(point, POINTS)}`)
  checkFit(name as FaultName, point, value, text)
  return {
    name: name as FaultName,
    point: point as Point | undefined,
    count: count === undefined ? 1 : Number(count),
    value,
  }
}

function choices(name: string, known: readonly string[]): string {
  const near = nearest(name, known)
  const all = `there are ${known.join(', ')}`
  return near === undefined ? all : `did you mean "${near}"? (${all})`
}

function checkFit(name: FaultName, point: string | undefined, value: string | undefined, text: string): void {
  if (name === 'slow-start' && point !== undefined)
    throw new Error(`"${name}" takes no point: leave out "@${point}", it always happens at the start`)
  const rule = VALUES[name]
  if (value === undefined || rule?.is.test(value)) return
  if (rule === undefined) throw new Error(`"${name}" takes no value: leave out "=${value}"`)
  throw new Error(`"${value}" in "${text}" is not ${rule.what}`)
}

export function parseFaults(list: string): Fault[] {
  return list
    .split(',')
    .filter((text) => text.trim() !== '')
    .map(parseFault)
}

export interface FaultActs {
  exit(code: number): void
  stall(): void
  line(name: FaultName): void
  begin(name: FaultName): void
}

export class FaultPlan {
  readonly #faults: Fault[]
  readonly #reached = new Map<Point, number>()
  /** Lasting faults whose point was reached. */
  readonly #begun = new Set<Fault>()
  /** What to do when a point is reached; set once the agent exists. */
  acts: FaultActs = { exit: () => {}, stall: () => {}, line: () => {}, begin: () => {} }
  isStalled = false

  constructor(faults: readonly Fault[]) {
    this.#faults = faults.map((fault) =>
      fault.point === undefined && MOMENTS.includes(fault.name) ? { ...fault, point: 'start' } : fault,
    )
  }

  has(name: FaultName): boolean {
    return this.#faults.some(
      (fault) => fault.name === name && (fault.point === undefined || this.#begun.has(fault)),
    )
  }

  /** Whether the fault is active now, or may be later. */
  mayHave(name: FaultName): boolean {
    return this.#faults.some((fault) => fault.name === name)
  }

  value(name: FaultName): string | undefined {
    return this.#faults.find((fault) => fault.name === name)?.value
  }

  /** Adds a fault from here on; a fault without a point happens now. */
  add(text: string): void {
    const fault = parseFault(text)
    this.#faults.push(fault)
    if (fault.point === undefined) this.#act(fault)
  }

  reach(point: Point): void {
    const count = (this.#reached.get(point) ?? 0) + 1
    this.#reached.set(point, count)
    for (const fault of this.#faults) if (fault.point === point && fault.count === count) this.#act(fault)
  }

  #act(fault: Fault): void {
    const { name, value } = fault
    if (LASTING.includes(name)) {
      this.#begun.add(fault)
      this.acts.begin(name)
    } else if (name === 'exit') this.acts.exit(Number(value ?? 1))
    else if (name === 'stall') this.#stall()
    else this.acts.line(name)
  }

  #stall(): void {
    this.isStalled = true
    this.acts.stall()
  }
}
