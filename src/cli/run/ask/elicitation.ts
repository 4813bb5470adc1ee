/** What an MCP server wants to know: a form, field by field, or a page to visit. */
import type { ElicitationApproval } from '../../../client/approvals/approval.ts'
import type { JsonObject } from '../../../protocol/json.ts'
import { printable } from '../../style.ts'
import type { Asking } from './ask.ts'

interface Field {
  readonly type?: string
  readonly title?: string
  readonly description?: string
  readonly enum?: readonly unknown[]
  readonly default?: unknown
}

export async function askElicitation(approval: ElicitationApproval, asking: Asking): Promise<void> {
  const { style, say, ask } = asking
  const { mcp_server_name: server, url } = approval.request
  say(`${style.yellow('?')} ${style.bold(printable(server))} asks: ${printable(approval.message)}`)
  if (url) say(`    ${printable(url)}`)
  const fields = fieldsOf(approval.schema)
  const go = fields.length > 0 ? 'y: fill in' : 'y: accept'
  const answer = await ask(`  [${go}, n: decline, c: cancel] `, approval.signal)
  if (answer === undefined) return
  if (answer === 'n') return void approval.deny()
  if (answer !== 'y') return void approval.cancel()
  if (fields.length === 0) return void approval.allow()
  const required = new Set((approval.schema as { required?: string[] }).required ?? [])
  const content: Record<string, unknown> = {}
  for (const [name, field] of fields) {
    const value = await askField(name, field, required.has(name), approval.signal, asking)
    if (approval.status !== 'pending') return
    if (value !== undefined) content[name] = value
  }
  approval.answer(content)
}

function fieldsOf(schema: JsonObject | undefined): [string, Field][] {
  return Object.entries((schema?.properties ?? {}) as Record<string, Field>)
}

async function askField(
  name: string,
  field: Field,
  isRequired: boolean,
  signal: AbortSignal,
  { say, ask }: Asking,
): Promise<unknown> {
  const about = field.description ? ` (${printable(field.description)})` : ''
  const choices = field.enum ?? (field.type === 'boolean' ? ['yes', 'no'] : undefined)
  const hint = choices ? ` [${choices.join(' / ')}]` : ''
  const preset = field.default === undefined ? '' : ` [enter: ${JSON.stringify(field.default)}]`
  for (;;) {
    const text = await ask(`  ${printable(field.title ?? name)}${about}${hint}${preset}: `, signal)
    if (text === undefined) return undefined
    if (text === '' && field.default !== undefined) return field.default
    if (text === '' && !isRequired) return undefined
    const value = fieldValue(text, field)
    if (value !== undefined) return value
    say(
      `  That does not fit: ${choices ? `one of ${choices.join(', ')}` : `a ${field.type ?? 'text'}`}, please.`,
    )
  }
}

/** The text as the field wants it, or undefined. */
export function fieldValue(text: string, { type, enum: choices }: Field): unknown {
  if (choices) return choices.find((choice) => String(choice) === text)
  if (text === '') return undefined
  if (type === 'boolean') {
    if (/^(y|yes|true)$/i.test(text)) return true
    return /^(n|no|false)$/i.test(text) ? false : undefined
  }
  if (type === 'number' || type === 'integer') {
    const number = Number(text)
    return Number.isNaN(number) || (type === 'integer' && !Number.isInteger(number)) ? undefined : number
  }
  return text
}
