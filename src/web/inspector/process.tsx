import { api } from '../store/connection.ts'
import { useFetched } from '../store/fetched.ts'
import { When } from '../ui/age.tsx'
import { Copy } from '../ui/copy.tsx'
import { Failure } from '../ui/failure.tsx'
import { RawJson } from '../ui/raw-json.tsx'
import type { SectionProps } from './inspector.tsx'
import { Facts, Part, useAnswer } from './part.tsx'

export function Process({ summary, state }: SectionProps) {
  const { process, facts, control } = state
  const { ended } = process
  const seen = useFetched(
    `${summary.id} ${process.generation} ${process.status} ${state.turns.past.size}`,
    () => api.call('getProcess', { params: { id: summary.id } }),
  )
  const stderr = ended?.stderr ?? seen.value?.stderr
  const memory = seen.value?.memoryBytes
  const binary = useAnswer(summary.id, state, 'get_binary_version')
  return (
    <Part title="Process">
      <Facts
        rows={[
          ['State', process.status === 'none' ? 'not started yet' : process.status],
          ['Pid', process.status === 'running' ? process.pid : undefined],
          ['Memory', memory && `${Math.round(memory / 1024 / 1024)} MB`],
          ['Generation', process.generation || undefined],
          ['Agent', process.agent ?? summary.agent],
          ['Version', binary.value?.version ?? facts.version ?? process.version],
          ['Built', binary.value?.buildTime],
          ['Started', process.startedAt && <When at={process.startedAt} />],
          ['Ready', process.initializedAt && <When at={process.initializedAt} />],
          ['Folder', <code key="cwd">{process.cwd ?? summary.cwd}</code>],
          ['Conversation', summary.cliSessionId && <code key="id">{summary.cliSessionId}</code>],
          ['Survives the host', summary.durable ? 'yes' : 'no: ends with the host'],
          [
            'Isolated',
            summary.isolation === 'require'
              ? 'yes: cannot see the host’s data or your other processes'
              : 'no: could read the host’s token and approve its own requests',
          ],
          ['Login', facts.account?.email ?? facts.account?.tokenSource ?? facts.apiKeySource],
          [
            'Waiting for the CLI',
            control.calls.length > 0 ? control.calls.map(({ subtype }) => subtype).join(', ') : undefined,
          ],
        ]}
      />
      <Failure error={process.initializeError ?? seen.error} />
      {ended && (
        <>
          <h3>How it ended</h3>
          <Facts
            rows={[
              ['Cause', ended.cause],
              ['Exit code', ended.exitCode],
              ['Signal', ended.signal],
              ['When', <When key="at" at={ended.at} />],
              ['Error', ended.error],
            ]}
          />
        </>
      )}
      <h3>Standard error</h3>
      {stderr ? (
        <>
          <p>
            <Copy text={stderr} />
          </p>
          {/* biome-ignore lint/a11y/noNoninteractiveTabindex: the keyboard must reach what scrolls */}
          <pre className="card process-stderr" tabIndex={0}>
            {stderr}
          </pre>
        </>
      ) : (
        <p className="soft">It wrote nothing there.</p>
      )}
      <RawJson value={process} />
    </Part>
  )
}
