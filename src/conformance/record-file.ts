/** The file of a record: one line for each rule, `"R-QUEUE-1": "holds"` or `"holds: what was seen"`. */
import type { Recorded, RecordedResult } from './recorded.ts'
import { VERDICTS } from './verdict.ts'

const SEPARATOR = ': '

export function formatRecord({ version, rules }: Recorded): string {
  const lines = Object.entries(rules).map(([id, { verdict, saw }]) => [
    id,
    saw === undefined ? verdict : `${verdict}${SEPARATOR}${saw}`,
  ])
  return `${JSON.stringify({ version, rules: Object.fromEntries(lines) }, null, 2)}\n`
}

export function parseRecord(text: string): Recorded {
  const { version, rules } = JSON.parse(text) as { version: string; rules: { [id: string]: string } }
  const results = Object.entries(rules).map(([id, result]) => [id, parseResult(id, result)] as const)
  return { version, rules: Object.fromEntries(results) }
}

function parseResult(id: string, result: string): RecordedResult {
  const [word = '', ...saw] = result.split(SEPARATOR)
  const verdict = VERDICTS.find((it) => it === word)
  if (verdict === undefined)
    throw new Error(`the record of ${id} begins with none of ${VERDICTS.join(', ')}: ${result}`)
  return { verdict, ...(saw.length > 0 && { saw: saw.join(SEPARATOR) }) }
}
