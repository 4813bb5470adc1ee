/** Reads scenarios from files, as JSON or as YAML, depending on the file name. */
import { readFileSync } from 'node:fs'
import { FairleadError } from '../protocol/errors.ts'
import type { Scenario } from './scenario.ts'
import { checkScenario, ScenarioError } from './scenario-check.ts'
import { readJson } from './scenario-json.ts'
import { NotationError, type Place, type ScenarioText } from './scenario-text.ts'
import { readYaml } from './scenario-yaml.ts'

/** The file cannot be read, or does not hold a scenario. The message begins with file, line and column. */
export class ScenarioFileError extends FairleadError {
  readonly place: Place | undefined

  constructor(file: string, problem: string, place?: Place) {
    const where = place === undefined ? file : `${file}:${place.line}:${place.column}:`
    super('bad-scenario', `${where} ${problem}`)
    this.place = place
  }
}

/** Throws a `ScenarioFileError`. */
export function readScenarioFile(path: string, name = path): Scenario {
  let text: string
  try {
    text = readFileSync(path, 'utf8')
  } catch (error) {
    throw new ScenarioFileError(name, `cannot be read (${(error as NodeJS.ErrnoException).code})`)
  }
  return parseScenario(text, name)
}

/** `name` is the name of the file in errors. Parses YAML if it ends in .yaml or .yml, otherwise JSON. */
export function parseScenario(text: string, name: string): Scenario {
  const read = readText(text.replace(/^\uFEFF/, ''), name)
  try {
    return checkScenario(read.value)
  } catch (error) {
    if (!(error instanceof ScenarioError)) throw error
    throw new ScenarioFileError(name, error.message, read.placeOf(error.path))
  }
}

function readText(text: string, name: string): ScenarioText {
  try {
    return /\.ya?ml$/i.test(name) ? readYaml(text) : readJson(text)
  } catch (error) {
    if (!(error instanceof NotationError)) throw error
    throw new ScenarioFileError(name, error.message, error.place)
  }
}
