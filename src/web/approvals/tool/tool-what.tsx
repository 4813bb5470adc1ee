import type { JsonObject } from '../../../protocol/json.ts'
import type { Risk } from '../../../shell/risks/risk.ts'
import { inputOf } from '../../../state/approvals/request.ts'
import type { ApprovalView } from '../../../state/approvals/view.ts'
import { textIn } from '../../../state/fields.ts'
import { visible, visibleIn } from '../../../state/unseen.ts'
import { Command, RiskList } from './command.tsx'
import { FileChange, fileChangeOf } from './file-change.tsx'

interface Props {
  request: ApprovalView
  command: string | undefined
  risks: readonly Risk[]
}

/** What a tool would do. */
export function ToolWhat({ request, command, risks }: Props) {
  const input = inputOf(request.request)
  const describes = textIn(request.request.description) ?? textIn(input.description)
  if (command !== undefined) {
    const { command: _, description, dangerouslyDisableSandbox, ...rest } = input
    return (
      <>
        <Command command={command} risks={risks} />
        <RiskList risks={risks} />
        <InputFields input={rest} />
      </>
    )
  }
  const change = fileChangeOf(request)
  if (change) return <FileChange {...change} />
  return (
    <>
      {describes && <p className="approval-about">{visible(describes)}</p>}
      <InputFields input={input} />
    </>
  )
}

function InputFields({ input }: { input: JsonObject }) {
  const fields = Object.entries(visibleIn(input))
  if (fields.length === 0) return null
  return (
    <dl className="approval-facts">
      {fields.map(([name, value]) => (
        <div key={name}>
          <dt className="mono">{name}</dt>
          <dd>
            <FieldValue value={value} />
          </dd>
        </div>
      ))}
    </dl>
  )
}

function FieldValue({ value }: { value: unknown }) {
  if (typeof value !== 'string') return <pre>{JSON.stringify(value, null, 2)}</pre>
  return value.includes('\n') ? <pre>{value}</pre> : <span>{value}</span>
}
