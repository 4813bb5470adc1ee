import { expect, test } from 'vitest'
import type { PendingApproval } from './approvals.ts'
import { APPROVAL_KINDS, type ApprovalKind } from './request.ts'
import { approvalText, approvalTitle, approvalView } from './view.ts'

const request = { subtype: 'can_use_tool', tool_name: 'Bash', input: { command: 'make\nall' } } as const
const pending: PendingApproval = {
  status: 'pending',
  id: 'r1',
  kind: 'tool',
  request,
  generation: 1,
  at: 5,
  toolName: 'Bash',
}

test('an approval with its session', () => {
  expect(approvalView({ id: 's1', title: 'Nightly', cwd: '/srv' }, pending)).toEqual({
    id: 'r1',
    session: 's1',
    sessionTitle: 'Nightly',
    cwd: '/srv',
    kind: 'tool',
    toolName: 'Bash',
    request,
    since: 5,
  })
})

const ROWS: readonly [ApprovalKind, Record<string, unknown>, title: string, text: string][] = [
  ['tool', request, 'Run a command', 'Bash: make\nall'],
  ['tool', { ...request, title: 'Run \u061cmake' }, 'Run \\u{61c}make', 'Bash: make\nall'],
  [
    'question',
    { input: { questions: [{ question: 'A?' }, { question: 'B?' }] } },
    'Question',
    'question: A? B?',
  ],
  ['plan', { input: { plan: '# Do' } }, 'Approve a plan', 'plan: # Do'],
  ['elicitation', { mcp_server_name: 'shop', message: 'Who?' }, 'shop asks for input', 'shop asks: Who?'],
  [
    'elicitation',
    { mode: 'url', url: 'https://a', message: 1 },
    'an MCP server asks you to open a page',
    'an MCP server asks: ',
  ],
  ['dialog', { dialog_kind: 'pick' }, 'Dialog pick', 'dialog: pick'],
  ['dialog', { dialog_kind: 7 }, 'Dialog', 'dialog:'],
  ['question', { input: 3 }, 'Question', 'question: '],
  ['plan', {}, 'Approve a plan', 'plan: '],
]

test('every kind has a row', () => {
  expect(new Set(ROWS.map(([kind]) => kind))).toEqual(new Set(APPROVAL_KINDS))
})

test.each(ROWS)('%s %j', (kind, asked, title, text) => {
  const view = { kind, request: asked, ...(kind === 'tool' && { toolName: 'Bash' }) }
  expect(approvalTitle(view)).toBe(title)
  expect(approvalText(view)).toBe(text)
})
