/** The scenarios that an agent plays: those that the user names, before the built-in ones. */
import type { Scenario } from '../scenario.ts'
import { readScenarioFile, ScenarioFileError } from '../scenario-file.ts'
import { BUILT_IN } from '../scenarios/index.ts'
import { type Flags, Refusal } from './options/parse.ts'

export function readScenarios(flags: Flags, env: NodeJS.ProcessEnv): Scenario {
  const named = (env.FAIRLEAD_SIM_SCENARIO ?? '').split(',').filter((file) => file !== '')
  const own = [...flags.all('--sim-scenario'), ...named].map(readScenario)
  return merge([...own, BUILT_IN])
}

function merge(scenarios: readonly Scenario[]): Scenario {
  const otherwise = scenarios.map((scenario) => scenario.otherwise).find((reply) => reply !== undefined)
  return {
    scripts: scenarios.flatMap(({ scripts }) => scripts),
    side: scenarios.flatMap(({ side = [] }) => side),
    faults: scenarios.flatMap(({ faults = [] }) => faults),
    ...(otherwise === undefined ? {} : { otherwise }),
  }
}

function readScenario(file: string): Scenario {
  try {
    return readScenarioFile(file)
  } catch (error) {
    if (!(error instanceof ScenarioFileError)) throw error
    throw new Refusal(`Error: the scenario ${error.message}`)
  }
}
