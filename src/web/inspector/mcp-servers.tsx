import type { McpServer } from '../../state/facts.ts'
import { textIn } from '../../state/fields.ts'
import { control } from '../session/control.ts'
import { useAction } from '../store/action.ts'
import { Button } from '../ui/button.tsx'
import { DisclosureSign } from '../ui/disclosure.tsx'
import { Failure } from '../ui/failure.tsx'
import { RawJson } from '../ui/raw-json.tsx'
import { Tag } from '../ui/tag.tsx'
import type { Tone } from '../ui/tone.ts'
import type { SectionProps } from './inspector.tsx'
import { AskAgain, Part, useAnswer } from './part.tsx'

const TONES: Readonly<Record<string, Tone>> = {
  connected: 'success',
  failed: 'danger',
  'needs-auth': 'needs-you',
  pending: 'working',
}

export function McpServers({ summary: { id }, state }: SectionProps) {
  const asked = useAnswer(id, state, 'mcp_status')
  // The reducer puts the answer into the state, together with what the CLI reports unasked.
  const servers = state.facts.mcpServers
  const isRunning = state.process.status === 'running'
  return (
    <Part title="MCP servers" tools={<AskAgain isRunning={isRunning} {...asked} />}>
      <Failure error={asked.error} again={asked.again} />
      {!isRunning && <p className="soft">The process does not run: this is what it told last.</p>}
      {servers?.map((server) => (
        <Server key={server.name} id={id} server={server} isRunning={isRunning} onDone={asked.again} />
      ))}
      {servers?.length === 0 && <p className="soft">It has none.</p>}
      {!servers && !asked.isPending && <p className="soft">It has not told of any.</p>}
    </Part>
  )
}

interface Props {
  id: string
  server: McpServer
  isRunning: boolean
  onDone: () => void
}

function Server({ id, server, isRunning, onDone }: Props) {
  const { name, status, scope, error, tools = [] } = server
  const isOff = status === 'disabled'
  const reconnect = useAction(() => control(id, 'mcp_reconnect', { serverName: name }).finally(onDone))
  const toggle = useAction(() =>
    control(id, 'mcp_toggle', { serverName: name, enabled: isOff }).finally(onDone),
  )
  return (
    <article className="card stack mcp-server" aria-label={name}>
      <header className="row wrap">
        <h3>{name}</h3>
        <Tag tone={TONES[status]}>{status}</Tag>
        {scope && <span className="soft small">{scope}</span>}
        <span className="grow" />
        <Button size="small" disabled={!isRunning || isOff} action={reconnect}>
          Reconnect
        </Button>
        <Button size="small" disabled={!isRunning} action={toggle}>
          {isOff ? 'Turn on' : 'Turn off'}
        </Button>
      </header>
      {error && <p className="mcp-error">{error}</p>}
      <Failure error={reconnect.error ?? toggle.error} />
      {tools.length > 0 && (
        <details>
          <summary>
            <DisclosureSign />
            {tools.length} {tools.length === 1 ? 'tool' : 'tools'}
          </summary>
          <dl className="named">
            {tools.map((tool) => (
              <div key={String(tool.name)}>
                <dt className="mono">{String(tool.name)}</dt>
                <dd className="soft">{textIn(tool.description)}</dd>
              </div>
            ))}
          </dl>
        </details>
      )}
      <RawJson value={server} />
    </article>
  )
}
