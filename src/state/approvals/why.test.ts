import { expect, test } from 'vitest'
import { reasonsOf } from './why.ts'

const told = (request: object) =>
  reasonsOf(request as never).map(({ sentence }) =>
    sentence.map(({ text, isCode }) => (isCode ? `‹${text}›` : text)).join(''),
  )
const rules = (...contents: (string | undefined)[]) => [
  {
    type: 'addRules',
    rules: contents.map((it) => ({ toolName: 'Bash', ...(it !== undefined && { ruleContent: it }) })),
    behavior: 'allow',
    destination: 'localSettings',
  },
]

test.each<[object, string[]]>([
  [{}, []],
  [
    { matched_ask_rule: { source: 'projectSettings', tool_name: 'Bash', rule_content: 'git push:*' } },
    ['Matches the ask rule ‹Bash(git push:*)› in ‹.claude/settings.json›.'],
  ],
  [{ matched_ask_rule: 'Bash(rm *)', decision_reason_type: 'rule' }, ['Matches the ask rule ‹Bash(rm *)›.']],
  [
    { matched_ask_rule: { tool_name: 'mcp__x', source: 'policySettings' } },
    ['Matches the ask rule ‹mcp__x› in the managed settings.'],
  ],
  [{ decision_reason_type: 'rule', decision_reason: 'Bash(rm:*)' }, ['Matches a rule: Bash(rm:*).']],
  [
    { decision_reason_type: 'workingDir', decision_reason: 'x', blocked_path: '/srv/x' },
    ['‹/srv/x› is outside the folders of this session.'],
  ],
  [{ blocked_path: '/srv/x' }, ['‹/srv/x› is outside the folders of this session.']],
  [
    { decision_reason_type: 'safetyCheck', decision_reason: 'a sensitive file', blocked_path: '/a/.env' },
    ['A safety check found something: a sensitive file. It concerns ‹/a/.env›.'],
  ],
  [
    {
      decision_reason_type: 'hook',
      decision_reason_hook_event: 'PreToolUse',
      decision_reason: 'look first.',
    },
    ['A hook asks (‹PreToolUse›): look first.'],
  ],
  [{ decision_reason: 'because' }, ['Because.']],
  [
    {
      tool_name: 'Bash',
      decision_reason_type: 'other',
      decision_reason: 'This command requires approval',
      permission_suggestions: rules('touch:*'),
    },
    ['No rule covers ‹touch›.'],
  ],
  [
    {
      tool_name: 'Bash',
      decision_reason_type: 'subcommandResults',
      permission_suggestions: rules('git push:*', 'rm -rf dist'),
    },
    ['A part of the command needs approval.', 'No rule covers ‹git push› and ‹rm -rf dist›.'],
  ],
  [{ tool_name: 'Bash', permission_suggestions: rules(undefined) }, ['No rule covers this tool.']],
  [
    { permission_suggestions: [{ type: 'setMode', mode: 'acceptEdits', destination: 'session' }] },
    ['No rule allows this, and the permission mode asks before edits.'],
  ],
  [
    { mcp_server: { name: 'desk', source: 'plugin' }, requires_user_interaction: true, default_to_no: true },
    [
      'The tool belongs to the MCP server ‹desk›, from plugin.',
      'Claude Code itself preselects No here.',
      'Only a person may decide this.',
    ],
  ],
  [{ matched_ask_rule: 7, decision_reason: {}, blocked_path: [], mcp_server: 'x' }, []],
])('%j', (request, sentences) => {
  expect(told(request)).toEqual(sentences)
})

test('a path within the folder of the session is not called outside', () => {
  expect(reasonsOf({ blocked_path: '/home/me/shop/dist' } as never, '/home/me/shop')).toEqual([])
  expect(reasonsOf({ blocked_path: '/home/me/shop2' } as never, '/home/me/shop')).toHaveLength(1)
})

test('the part that asks is named by how it begins', () => {
  const [byRule] = reasonsOf({ matched_ask_rule: { tool_name: 'Bash', rule_content: 'git push:*' } } as never)
  const [byGap] = reasonsOf({ tool_name: 'Bash', permission_suggestions: rules('touch a') } as never)
  expect([byRule?.part, byGap?.part]).toEqual(['git push', 'touch a'])
})

test('R-SEC-3 characters that cannot be seen are written out', () => {
  expect(told({ decision_reason: 'a\u202eb', blocked_path: '/x\u001b' })[0]).toContain('\\u{1b}')
  expect(told({ decision_reason: 'a\u202eb' })).toEqual(['A\\u{202e}b.'])
})
