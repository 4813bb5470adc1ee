/** The scenarios that the simulator knows without being told. */
import type { Scenario } from '../scenario.ts'

export const BUILT_IN: Scenario = {
  scripts: [],
  otherwise: [{ text: 'I am the simulator.' }],
}
