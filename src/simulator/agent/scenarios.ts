/** The scenarios that an agent plays: those that the user names, before those that are built in. */
import { readFileSync } from 'node:fs'
import type { Scenario } from '../scenario.ts'
import { checkScenario } from '../scenario-check.ts'
import { lineOf } from '../scenario-lines.ts'
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
  let text: string
  try {
    text = readFileSync(file, 'utf8')
  } catch (error) {
    throw new Refusal(`Error: the scenario ${file} cannot be read: ${(error as Error).message}`)
  }
  let value: unknown
  try {
    value = JSON.parse(text)
  } catch (error) {
    throw new Refusal(
      `Error: the scenario ${file}${placeOf(text, error as Error)} is no JSON: ${(error as Error).message}`,
    )
  }
  try {
    return checkScenario(value)
  } catch (error) {
    const { message } = error as Error
    throw new Refusal(`Error: the scenario ${file}:${lineOf(text, message.split(': ')[0] ?? '')}: ${message}`)
  }
}

/** The line of a syntax error, where the parser says how far it came. */
function placeOf(text: string, { message }: Error): string {
  const position = /position (\d+)/.exec(message)?.[1]
  if (position === undefined) return ''
  return `:${text.slice(0, Number(position)).split('\n').length}`
}
