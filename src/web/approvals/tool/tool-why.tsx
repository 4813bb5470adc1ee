import { needsPerson } from '../../../state/approvals/request.ts'
import type { ApprovalView } from '../../../state/approvals/view.ts'
import { objectIn, textIn } from '../../../state/fields.ts'

const TYPES: Readonly<Record<string, string>> = {
  rule: 'a rule',
  mode: 'the mode',
  hook: 'a hook',
  workingDir: 'outside the working folder',
  subcommandResults: 'a part of the command',
  safetyCheck: 'a safety check',
  classifier: 'the classifier',
}

/** Why the CLI asks, if it says so. */
export function ToolWhy({ request: { request } }: { request: ApprovalView }) {
  const reason = textIn(request.decision_reason)
  const given = textIn(request.decision_reason_type)
  const type = given === 'other' ? undefined : given
  const hook = textIn(request.decision_reason_hook_event)
  const blocked = textIn(request.blocked_path)
  const server = objectIn(request.mcp_server)
  const serverName = textIn(server?.name)
  const source = textIn(server?.source)
  const facts = [
    (reason ?? type) !== undefined && [
      'Why',
      [type && (TYPES[type] ?? type), hook, reason].filter(Boolean).join(': '),
    ],
    blocked && ['Blocked path', blocked],
    serverName && ['MCP server', source ? `${serverName}, from ${source}` : serverName],
    needsPerson(request) && ['Note', 'Only a person may decide this.'],
  ].filter((it): it is [string, string] => Array.isArray(it))
  if (facts.length === 0) return null
  return (
    <dl className="approval-facts">
      {facts.map(([name, text]) => (
        <div key={name}>
          <dt>{name}</dt>
          <dd>{text}</dd>
        </div>
      ))}
    </dl>
  )
}
