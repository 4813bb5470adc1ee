import { type FormField, formOf } from '../../../state/approvals/form.ts'
import { describeField, readForm } from '../../../state/approvals/read-form.ts'
import type { ApprovalDecision } from '../../../state/approvals/to-wire.ts'
import { printable } from '../../terminal/cells.ts'
import type { AskedApproval, Asking } from './ask.ts'

export async function askForm(
  { request, signal }: AskedApproval,
  asking: Asking,
): Promise<ApprovalDecision | undefined> {
  const { style, say, ask } = asking
  const { server, message, url, fields } = formOf(request)
  say(`${style.yellow('?')} ${style.bold(printable(server))} asks: ${printable(message)}`)
  if (url !== undefined) say(`    ${printable(url)}`)
  const go = fields.length > 0 ? 'y: fill in' : 'y: accept'
  const answer = await ask(`  [${go}, n: decline, c: cancel] `, signal)
  if (answer === undefined) return undefined
  if (answer === 'n') return { decision: 'deny' }
  if (answer !== 'y') return { decision: 'cancel' }
  if (fields.length === 0) return { decision: 'allow' }
  const values: [name: string, text: string][] = []
  for (const field of fields) {
    const text = await askField(field, signal, asking)
    if (text === undefined) return undefined
    // An empty answer keeps the field's default.
    if (text !== '') values.push([field.name, text])
  }
  const { content } = readForm({ fields }, Object.fromEntries(values))
  return { decision: 'allow', answers: content }
}

async function askField(
  field: FormField,
  signal: AbortSignal,
  { say, ask }: Asking,
): Promise<string | undefined> {
  const about = field.help ? ` (${field.help})` : ''
  const start = startText(field)
  const preset = start === '' ? '' : ` [enter: ${start}]`
  const question = printable(`  ${field.label}${about} [${describeField(field)}]${preset}: `)
  for (;;) {
    const text = await ask(question, signal)
    if (text === undefined) return undefined
    const values = text === '' ? {} : { [field.name]: text }
    const problem = readForm({ fields: [field] }, values).problems.get(field.name)
    if (problem === undefined) return text
    say(`  ${printable(problem)}`)
  }
}

function startText({ start }: FormField): string {
  if (typeof start === 'boolean') return start ? 'yes' : 'no'
  return typeof start === 'string' ? start : start.join(', ')
}
