/**
 * What a soak does, decided by its seed alone: the life of each session, and the faults with the pauses between them. The
 * same seed and options give the same plan. When things happen to coincide is up to the machine, and is not replayed.
 */
import { type Fault, infoOf } from '../faults/table.ts'
import { type PlannedPrompt, planPrompt } from './prompts.ts'
import { Random } from './random.ts'

export type SessionStep =
  | {
      readonly do: 'prompt'
      readonly prompt: PlannedPrompt
      readonly when: 'next' | 'now' | 'after-turn' | undefined
      /** Sent over two connections at once, with the same command id. */
      readonly isRepeated: boolean
      /** Until it is over; otherwise the next step comes after the pause. */
      readonly waits: boolean
      readonly pauseMs: number
    }
  | { readonly do: 'interrupt' }
  | { readonly do: 'control'; readonly subtype: string; readonly fields: Record<string, string> }
  | { readonly do: 'resume'; readonly prompt: PlannedPrompt | undefined }
  | { readonly do: 'fork'; readonly id: string; readonly prompt: PlannedPrompt; readonly end: SessionEnd }

export type SessionEnd = 'close' | 'archive' | 'remove'

export interface SessionPlan {
  readonly id: string
  readonly agent: string
  readonly first: PlannedPrompt | undefined
  readonly steps: readonly SessionStep[]
  readonly end: SessionEnd
}

export interface FaultStep {
  readonly fault: Fault
  readonly afterMs: number
  /** What the fault needs: which of the sessions it is for, how long it lasts, how far the clock jumps, … */
  readonly which: number
  readonly forMs: number
  readonly jumpMs: number
  readonly isLegacy: boolean
}

export interface PlanOptions {
  readonly seed: string
  readonly agents: readonly string[]
  readonly faults: ReadonlySet<Fault>
}

const DAY = 24 * 3600_000
const MODES = ['acceptEdits', 'default'] as const
const MODELS = ['sonnet', 'opus', 'haiku'] as const

/** The `number`-th session that a place of the soak has. */
export function planSession(
  { seed, agents, faults }: PlanOptions,
  place: number,
  number: number,
): SessionPlan {
  const id = `s${place}-${number}`
  const random = new Random(seed).of(id)
  let prompts = 0
  const prompt = () => planPrompt(random, `tok-${id}-${++prompts}-${random.hex(6)}`, faults)
  const first = random.chance(0.5) ? prompt() : undefined
  const agent = random.pick(agents) ?? 'sim'
  const steps = Array.from({ length: random.int(2, 6) }, (_, index) =>
    planStep(random, prompt, id, index, faults),
  )
  return {
    id,
    agent,
    first,
    steps,
    end: random.pick(['close', 'close', 'archive', 'archive', 'archive', 'remove']),
  }
}

function planStep(
  random: Random,
  prompt: () => PlannedPrompt,
  session: string,
  index: number,
  faults: ReadonlySet<Fault>,
): SessionStep {
  const kind = random.next()
  if (kind < 0.07) return { do: 'interrupt' }
  if (kind < 0.12)
    return { do: 'control', subtype: 'set_permission_mode', fields: { mode: random.pick(MODES) } }
  if (kind < 0.17) return { do: 'control', subtype: 'set_model', fields: { model: random.pick(MODELS) } }
  if (kind < 0.25) return { do: 'resume', prompt: random.chance(0.5) ? prompt() : undefined }
  if (kind < 0.31)
    return {
      do: 'fork',
      id: `${session}-f${index}`,
      prompt: prompt(),
      end: random.pick(['archive', 'archive', 'remove']),
    }
  return {
    do: 'prompt',
    prompt: prompt(),
    when: random.pick([undefined, undefined, 'next', 'after-turn', 'after-turn', 'now']),
    isRepeated: random.chance(0.25) && faults.has('retry-commands'),
    waits: random.chance(0.6),
    pauseMs: random.int(0, 800),
  }
}

/** Without an end: as many as there is time for. */
export function* planFaults({ seed, faults }: PlanOptions): Generator<FaultStep, void, void> {
  const random = new Random(seed).of('faults')
  const injected = [...faults].filter(
    (name) => ['injector', 'clock', 'disk'].includes(infoOf(name).by) || name === 'cut-clients',
  )
  while (injected.length > 0) {
    yield {
      fault: random.pick(injected) as Fault,
      afterMs: random.int(100, 2500),
      which: random.next(),
      forMs: random.int(50, 2500),
      jumpMs: random.int(-DAY, DAY),
      isLegacy: random.chance(0.25),
    }
  }
}
