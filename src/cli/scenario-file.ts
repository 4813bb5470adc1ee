/** The scenario that an option names; errors in it are usage errors. */
import { resolve } from 'node:path'
import type { Scenario } from '../simulator/scenario.ts'
import { readScenarioFile, ScenarioFileError } from '../simulator/scenario-file.ts'
import { UsageError } from './command-line.ts'

export function scenarioFrom(file: string, cwd: string): Scenario {
  try {
    return readScenarioFile(resolve(cwd, file), file)
  } catch (error) {
    if (!(error instanceof ScenarioFileError)) throw error
    throw new UsageError(`The scenario ${error.message}`)
  }
}
