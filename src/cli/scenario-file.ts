/** Reads a scenario from a file, and says where it is wrong. */
import { readFileSync } from 'node:fs'
import { resolve } from 'node:path'
import type { Scenario } from '../simulator/scenario.ts'
import { checkScenario } from '../simulator/scenario-check.ts'
import { lineOf } from '../simulator/scenario-lines.ts'
import { UsageError } from './command-line.ts'

export function readScenarioFile(file: string, cwd: string): Scenario {
  const text = read(file, cwd)
  const value = parse(file, text)
  try {
    return checkScenario(value)
  } catch (error) {
    const { message } = error as Error
    throw new UsageError(`${file}:${lineOf(text, message.split(': ')[0] ?? '')}: ${message}`)
  }
}

function read(file: string, cwd: string): string {
  try {
    return readFileSync(resolve(cwd, file), 'utf8')
  } catch (error) {
    throw new UsageError(`The scenario ${file} cannot be read (${(error as NodeJS.ErrnoException).code})`)
  }
}

function parse(file: string, text: string): unknown {
  try {
    return JSON.parse(text)
  } catch (error) {
    throw new UsageError(`The scenario ${file} is no JSON: ${(error as Error).message}`)
  }
}
