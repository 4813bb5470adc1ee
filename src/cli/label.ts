/** The labels of a machine, as options name them. */
import { UsageError } from './command-line.ts'

export function labelsIn(given: readonly string[]): Record<string, string> {
  return Object.fromEntries(given.map(labelIn))
}

function labelIn(text: string): [string, string] {
  const [, key, value] = /^([\w.-]+)=(.*)$/.exec(text) ?? []
  if (key === undefined || value === undefined) throw new UsageError(`--label takes KEY=VALUE, not '${text}'`)
  return [key, value]
}
