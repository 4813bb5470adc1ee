// The table of docs/guide/from-claude-p.md is what print-mode.e2e.test.ts runs on the real CLIs.
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { expect, test } from 'vitest'
import {
  commandOf,
  type Outcome,
  PRINT_CASES,
  type PrintCase,
  type Printed,
} from '../e2e/print-mode-cases.ts'

const page = join(fileURLToPath(new URL('../..', import.meta.url)), 'docs/guide/from-claude-p.md')
const HEAD =
  '| arguments | `claude` prints, exits with | `fairlead run` prints, exits with |\n|---|---|---|\n'

function words(prints: Printed): string {
  if (prints === 'json') return 'the result as JSON'
  if (prints === 'messages') return 'the messages, one per line'
  if (prints === 'nothing') return 'nothing'
  if ('perhaps' in prints) return `${words(prints.perhaps)} or nothing`
  return 'text' in prints ? `\`${prints.text}\`` : 'the error'
}
const told = ({ prints, exit }: Outcome) => `${words(prints)}, ${exit.join(' or ')}`

function oursOf(it: PrintCase): string {
  if (it.fairlead === undefined) return 'the same'
  const { args } = it.fairlead
  const outcome = told(it.fairlead) === told(it.claude) ? 'the same' : told(it.fairlead)
  return args === undefined ? outcome : `${outcome}, as \`${commandOf(it, args)}\``
}
const cell = (text: string) => text.replaceAll('|', '\\|')
const rowOf = (it: PrintCase) =>
  `| \`${cell(commandOf(it))}\`${it.signal ? `, then ${it.signal}` : ''} | ${told(it.claude)} | ${cell(oursOf(it))} |\n`

test('the table of the page is that of the test', async () => {
  const before = readFileSync(page, 'utf8')
  const [start, after = ''] = before.split(HEAD)
  const rest = after.replace(/^(?:\|.*\n)*/, '')
  const whole = `${start}${HEAD}${PRINT_CASES.map(rowOf).join('')}${rest}`
  await expect(whole, 'the table is not up to date: run `npm run docs`').toMatchFileSnapshot(page)
})
