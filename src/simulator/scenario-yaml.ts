/**
 * Parses YAML with the position of each value. The first text that needs the parser loads it, synchronously with `require`: an
 * agent with JSON starts without it, and nobody has to wait for a promise.
 */
import { createRequire } from 'node:module'
import type * as Yaml from 'yaml'
import { NotationError, placeAt, type ScenarioText, stepsOf } from './scenario-text.ts'

const require = createRequire(import.meta.url)

export function readYaml(text: string): ScenarioText {
  const yaml = require('yaml') as typeof Yaml
  const document = yaml.parseDocument(text, { prettyErrors: false, logLevel: 'error' })
  const [problem] = [...document.errors, ...document.warnings, ...badAliases(document, yaml)]
  if (problem !== undefined) {
    const what = problem.code === 'MULTIPLE_DOCS' ? 'There is more than one document' : problem.message
    throw new NotationError(placeAt(text, problem.pos[0]), `is no YAML for a scenario: ${what}`)
  }
  return {
    value: plainValue(document),
    placeOf: (path) => placeAt(text, offsetOf(stepsOf(path), document, yaml)),
  }
}

/** Converts through JSON, so that two aliases of one step become two steps. */
function plainValue(document: Yaml.Document): unknown {
  try {
    return JSON.parse(JSON.stringify(document.toJS() ?? null))
  } catch (error) {
    throw new NotationError(
      { line: 1, column: 1 },
      `is no YAML for a scenario: ${(error as Error).message.split('\n')[0]}`,
    )
  }
}

type Problem = { readonly code?: string; readonly message: string; readonly pos: readonly [number, number] }

function badAliases(document: Yaml.Document, yaml: typeof Yaml): Problem[] {
  const problems: Problem[] = []
  yaml.visit(document, {
    Alias(_, alias) {
      const [start, end] = alias.range ?? [0, 0]
      if (alias.resolve(document) === undefined)
        problems.push({ message: `No anchor is called ${alias.source}`, pos: [start, end] })
    },
  })
  return problems
}

function offsetOf(steps: readonly string[], document: Yaml.Document, yaml: typeof Yaml): number {
  const resolved = (node: unknown) => (yaml.isAlias(node) ? node.resolve(document) : node)
  let node: unknown = document.contents
  for (const step of steps) {
    const inside: unknown = resolved(node)
    if (!yaml.isCollection(inside)) break
    const next: unknown = inside.get(yaml.isSeq(inside) ? Number(step) : step, true)
    if (next === undefined) break
    node = next
  }
  return (yaml.isNode(node) ? node.range?.[0] : undefined) ?? 0
}
