import { stripVTControlCharacters } from 'node:util'
import { expect, test } from 'vitest'
import { asks } from '../../../test/attach/world.ts'
import type { ApprovalView } from '../../api/resources.ts'
import { inputOf } from '../../state/approvals/request.ts'
import { style } from '../terminal/style.ts'
import { approvalLines } from './describe.ts'
import { riskLines, risksIn } from './risk-lines.ts'

const calls = (toolName: string, input: object): ApprovalView =>
  asks('a', { toolName, request: { subtype: 'can_use_tool', tool_name: toolName, input } })
const plain = (lines: readonly string[]) => lines.map(stripVTControlCharacters)
const risks = (view: ApprovalView) => plain(riskLines(risksIn(view, inputOf(view.request)), style))

test('the risky parts of a command are named, in their order', () => {
  const view = calls('Bash', { command: 'rm -rf build && git push --force origin main' })
  expect(risks(view).map((line) => line.split('  ')[0])).toEqual(['! Deletes recursively', '! Force push'])
  expect(plain(approvalLines(view, style))).toEqual(
    expect.arrayContaining([expect.stringMatching(/^ {4}! Force push {2}\S/)]),
  )
})

test('what is outside of the project is outside of the session’s folder', () => {
  expect(risks(calls('Bash', { command: 'echo a > /home/me/project/a' }))).toEqual([])
  expect(risks(calls('Bash', { command: 'echo a > /etc/motd' }))).toEqual([
    expect.stringContaining('! Writes outside the project'),
  ])
})

test('a command without one, another tool and an input of the wrong kind have none', () => {
  for (const view of [
    calls('Bash', { command: 'ls' }),
    calls('Write', { file_path: '/etc/motd' }),
    calls('Bash', { command: 7 }),
  ])
    expect(risks(view)).toEqual([])
})

test('what no screen shows is written out', () => {
  expect(risks(calls('Bash', { command: 'rm -rf "a\u202eb\x1b[2J"' })).join(' ')).not.toMatch(
    /[\p{Cc}\u202e]/u,
  )
})
