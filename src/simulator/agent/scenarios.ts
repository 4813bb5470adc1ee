/** The scenarios that an agent plays: those that the user names, before the built-in ones. */
import type { Scenario } from '../scenario.ts'
import { parseScenario, readScenarioFile, ScenarioFileError } from '../scenario-file.ts'
import { BUILT_IN } from '../scenarios/index.ts'
import { type Flags, Refusal } from './options/parse.ts'

export function readScenarios(flags: Flags, env: NodeJS.ProcessEnv): Scenario {
  const given = env.FAIRLEAD_SIM_SCENARIO ?? ''
  const files = flags.all('--sim-scenario').map(readScenario)
  const others = isInline(given) ? [parsed(given)] : named(given).map(readScenario)
  return merge([...files, ...others, BUILT_IN])
}

/** The variable holds the scenario itself, as JSON, and not the names of files. */
function isInline(value: string): boolean {
  return value.trimStart().startsWith('{')
}

function named(value: string): string[] {
  return value.split(',').filter((file) => file !== '')
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
  return orRefused(() => readScenarioFile(file))
}

function parsed(text: string): Scenario {
  return orRefused(() => parseScenario(text, 'in FAIRLEAD_SIM_SCENARIO'))
}

function orRefused(read: () => Scenario): Scenario {
  try {
    return read()
  } catch (error) {
    if (!(error instanceof ScenarioFileError)) throw error
    throw new Refusal(`Error: the scenario ${error.message}`)
  }
}
