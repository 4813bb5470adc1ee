/** A made-up outcome of a rule. */
import type { Outcome } from '../../src/conformance/index.ts'

export function outcome(id: string, more: Partial<Outcome> = {}): Outcome {
  return { id, title: 'a title', verdict: 'holds', ms: 1, evidence: ['1 > {"type":"user"}'], ...more }
}
