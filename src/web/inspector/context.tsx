import { useMemo } from 'react'
import { objectsIn } from '../../state/fields.ts'
import { control } from '../session/control.ts'
import { useAction } from '../store/action.ts'
import { When } from '../ui/age.tsx'
import { Button } from '../ui/button.tsx'
import { DisclosureSign } from '../ui/disclosure.tsx'
import { Failure } from '../ui/failure.tsx'
import { Meter } from '../ui/meter.tsx'
import { count } from '../ui/numbers.ts'
import { RawJson } from '../ui/raw-json.tsx'
import { type ContextAccount, contextAccount } from './context-parts.ts'
import type { SectionProps } from './inspector.tsx'
import { Part, Table } from './part.tsx'

export function Context({ summary: { id }, state }: SectionProps) {
  const { contextUsage } = state.facts
  const { context } = state.usage
  const account = useMemo(() => contextUsage && contextAccount(contextUsage), [contextUsage])
  const refresh = useAction(() => control(id, 'get_context_usage'))
  const isRunning = state.process.status === 'running'
  return (
    <Part
      title="Context"
      tools={
        <Button size="small" action={refresh} disabled={!isRunning}>
          {account ? 'Ask anew' : 'Ask the CLI'}
        </Button>
      }
    >
      <Failure error={refresh.error} />
      {context && (
        <p className="row wrap">
          <strong>
            {count(context.tokens)}
            {context.window !== undefined && ` of ${count(context.window)}`} tokens
          </strong>
          {context.window !== undefined && (
            <Meter part={context.tokens / context.window} label={percent(context.tokens, context.window)} />
          )}
          <span className="soft small">
            {context.isEstimate ? 'as of its last answer' : 'by the CLI’s account'}, <When at={context.at} />
          </span>
        </p>
      )}
      {!context && !account && <p className="soft">Nothing is known yet: the model has not answered.</p>}
      {account ? (
        <Breakdown account={account} />
      ) : (
        <p className="soft">
          {isRunning
            ? 'What it consists of is told when the CLI is asked.'
            : 'The process does not run: it can be asked when it does.'}
        </p>
      )}
      {contextUsage && (
        <>
          <Sources title="Memory files" list={contextUsage.memoryFiles} />
          <Sources title="MCP tools" list={contextUsage.mcpTools} />
          <RawJson value={contextUsage} label="The CLI’s answer" />
        </>
      )}
    </Part>
  )
}

function Breakdown({ account: { parts, used, window } }: { account: ContextAccount }) {
  const shown = parts.filter(({ tokens }) => tokens > 0)
  return (
    <>
      <div
        className="context-bar"
        role="img"
        aria-label={`${count(used)} of ${count(window)} tokens in use, by the table below`}
      >
        {shown.map(({ name, tokens, kind }, index) => (
          <span
            key={name}
            data-kind={kind}
            data-color={index % 6}
            title={`${name}: ${count(tokens)}`}
            style={{ flexGrow: tokens }}
          />
        ))}
      </div>
      <Table head={['Part', 'Tokens', 'Of the window']} numbersFrom={1}>
        {shown.map(({ name, tokens, kind }, index) => (
          <tr key={name}>
            <td>
              <span className="context-swatch" data-kind={kind} data-color={index % 6} /> {name}
            </td>
            <td className="number">{tokens.toLocaleString()}</td>
            <td className="number">{percent(tokens, window)}</td>
          </tr>
        ))}
      </Table>
    </>
  )
}

const percent = (part: number, whole: number): string =>
  whole > 0 ? `${((part / whole) * 100).toFixed(1)}%` : '–'

function Sources({ title, list }: { title: string; list: unknown }) {
  const entries = objectsIn(list) ?? []
  if (entries.length === 0) return null
  return (
    <details>
      <summary>
        <DisclosureSign />
        {title} <span className="soft">{entries.length}</span>
      </summary>
      <ul className="inspector-list">
        {entries.map((it) => (
          <li key={String(it.path ?? it.name)} className="row">
            <span className="mono cut grow">{String(it.path ?? it.name ?? '')}</span>
            <span className="soft small">{typeof it.tokens === 'number' ? count(it.tokens) : ''}</span>
          </li>
        ))}
      </ul>
    </details>
  )
}
