import type { ApprovalView } from '../../api/resources.ts'
import type { JsonObject } from '../../protocol/json.ts'
import type { Risk } from '../../shell/risks/risk.ts'
import { risksOf } from '../../shell/risks/risks-of.ts'
import { textIn } from '../../state/fields.ts'
import { printable } from '../terminal/cells.ts'
import type { Style } from '../terminal/style.ts'

const NONE: readonly Risk[] = []
/** A screen is drawn many times while the same request waits. */
const known = new WeakMap<JsonObject, readonly Risk[]>()

/** The named risks of the command that a call would run; none of any other call. */
export function risksIn(
  { toolName, cwd }: Pick<ApprovalView, 'toolName'> & { readonly cwd?: string },
  input: JsonObject,
): readonly Risk[] {
  const command = toolName === 'Bash' ? textIn(input.command) : undefined
  if (command === undefined) return NONE
  const found = known.get(input) ?? risksOf(command, { project: cwd })
  known.set(input, found)
  return found
}

export function riskCount({ length }: readonly Risk[]): string {
  return length === 1 ? '1 risk' : `${length} risks`
}

/** A line for each: its name, and what the part does. */
export function riskLines(risks: readonly Risk[], style: Style): string[] {
  return risks.map(({ title, detail }) => {
    const words = detail.map(({ text }) => printable(text)).join('')
    return `${style.red(`! ${printable(title)}`)}  ${words}`
  })
}
