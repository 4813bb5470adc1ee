/** Why the host cannot run the CLI, taken apart: the sentence, and the places where the host looked for it. */
export interface AgentTrouble {
  readonly isMissing: boolean
  readonly sentence: string
  readonly places: readonly string[]
}

const LOOKED = ' Looked at:'

export function agentTrouble(problem: string): AgentTrouble {
  const at = problem.indexOf(LOOKED)
  const sentence = at < 0 ? problem : problem.slice(0, at)
  const places = at < 0 ? [] : problem.slice(at + LOOKED.length).split('\n')
  return {
    isMissing: sentence.startsWith('Claude Code is not installed'),
    sentence,
    places: places.map((it) => it.trim()).filter(Boolean),
  }
}
