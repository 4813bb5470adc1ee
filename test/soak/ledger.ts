/** What the clients of a soak did and were told, for the checker. Plain data. */
import type { PlannedPrompt } from './plan/prompts.ts'

/** A prompt whose command has a receipt. */
export interface AcceptedPrompt {
  readonly session: string
  readonly prompt: PlannedPrompt
}

/** What one client was told when it answered an approval. */
export interface AnswerTry {
  readonly approval: string
  readonly session: string
  readonly by: string
  /** Of HTTP. */
  readonly status: number
}

/** What one client saw of the stream: for each session the fingerprints of its events by number. */
export interface SeenStream {
  readonly client: string
  readonly sessions: ReadonlyMap<string, ReadonlyMap<number, string>>
}

export class Ledger {
  readonly accepted: AcceptedPrompt[] = []
  readonly answers: AnswerTry[] = []
  readonly removed = new Set<string>()
  readonly created = new Set<string>()
  /** What was wrong at once, in words. */
  readonly problems: string[] = []
  /** How often what happened. */
  readonly counts = new Map<string, number>()

  count(what: string, by = 1): void {
    this.counts.set(what, (this.counts.get(what) ?? 0) + by)
  }
  problem(text: string): void {
    if (this.problems.length < 200) this.problems.push(text)
  }
}
