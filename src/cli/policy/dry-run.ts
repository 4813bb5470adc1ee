import type { ApiClient } from '../../api/client.ts'
import type { PolicyMatch, PolicyRule } from '../../api/resources.ts'
import { inputText } from '../../state/short-input.ts'
import type { Io } from '../io.ts'
import { shortIds } from '../show/short-id.ts'
import { type Column, tableText } from '../show/table.ts'
import { count, localTime } from '../show/words.ts'
import { styleFor } from '../terminal/style.ts'
import { effectColour } from './rule-table.ts'

export async function dryRun(
  api: ApiClient,
  rules: readonly PolicyRule[],
  io: Io,
  json: boolean,
): Promise<number> {
  const result = await api.call('dryRunPolicies', { body: { rules: [...rules] } })
  if (json) {
    io.out(`${JSON.stringify(result)}\n`)
    return 0
  }
  const { matches, looked } = result
  if (matches.length > 0) io.out(matchTable(matches, io))
  io.err(
    `Of ${count(looked, 'tool call')} so far, ${count(matches.filter(isDecided).length, 'is', 'are')} decided. Nothing was changed.\n`,
  )
  return 0
}

function isDecided({ effect }: PolicyMatch): boolean {
  return effect !== 'none'
}

function matchTable(matches: readonly PolicyMatch[], io: Io): string {
  const style = styleFor(io.stdout, io.env)
  const short = shortIds(matches.map(({ session }) => session))
  const columns: Column<PolicyMatch>[] = [
    {
      head: 'EFFECT',
      text: ({ effect }) => effect,
      paint: (text, { effect }) => effectColour(effect, style)(text),
    },
    { head: 'RULE', text: ({ rule = '' }) => rule, min: 6 },
    { head: 'TOOL', text: ({ toolName }) => toolName, min: 6 },
    { head: 'REQUEST', text: ({ input }) => inputText(input), min: 16 },
    ...(matches.every(isDecided)
      ? []
      : [{ head: 'WHY NOT', text: ({ why = '' }: PolicyMatch) => why, min: 16 }]),
    { head: 'SESSION', text: ({ session }) => short(session) },
    { head: 'WHEN', text: ({ at }) => localTime(at).slice(0, 16), optional: 1 },
  ]
  return tableText(columns, matches, io)
}
