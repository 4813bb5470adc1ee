import { mcpToolName } from '../../../protocol/tools/tools.ts'
import { shortInput } from '../../../state/short-input.ts'
import { JsonText, jsonOf } from '../../ui/raw-json.tsx'
import type { Call } from '../call.ts'
import { Pictures } from '../pictures/pictures.tsx'
import { Output } from './bash.tsx'
import { ToolCard } from './tool-card.tsx'
import { Writing } from './writing.tsx'

/** An MCP tool, or one without a view of its own. */
export function Other({ call }: { call: Call }) {
  const { server, tool } = mcpToolName(call.name) ?? {}
  const fields = Object.keys(call.input).length
  return (
    <ToolCard
      call={call}
      title={tool ?? call.name}
      about={
        <>
          {server !== undefined && <span className="tag">{server}</span>}{' '}
          <code>{shortInput(call.input) || (fields > 0 ? oneLineJson(call.input) : '')}</code>
        </>
      }
      startsOpen={call.status === 'failed'}
    >
      {() => (
        <>
          {call.status === 'writing' ? (
            <Writing call={call} />
          ) : (
            fields > 0 && <JsonText value={call.input} />
          )}
          <Pictures content={call.content} />
          <Output call={call} name="output" text={prettied(call.output)} />
        </>
      )}
    </ToolCard>
  )
}

function oneLineJson(value: unknown): string {
  return JSON.stringify(value)?.slice(0, 200) ?? ''
}

const MAX = 100_000

function prettied(text: string): string {
  if (text.length > MAX || !/^\s*[[{]/.test(text)) return text
  try {
    return jsonOf(JSON.parse(text))
  } catch {
    return text
  }
}
