import type { Health } from '../../api/resources.ts'
import { askHost } from '../sign-in/signed-in.ts'
import { useAction } from '../store/action.ts'
import { useFetched } from '../store/fetched.ts'
import { useLive } from '../store/use-live.ts'
import { Age } from '../ui/age.tsx'
import { Button } from '../ui/button.tsx'
import { Copy } from '../ui/copy.tsx'
import { Failure } from '../ui/failure.tsx'
import { saveFile } from '../ui/save-file.ts'
import { Tag } from '../ui/tag.tsx'

/** It needs no sign-in, so it is not a route of the typed client. */
async function askHealth(): Promise<Health> {
  const response = await fetch('/api/healthz')
  if (!response.ok) throw new Error(`the host answered ${response.status}`)
  return (await response.json()) as Health
}

/** Saves a file: the browser would follow a link without its secret, and the host would refuse it. */
async function saveOpenApi(): Promise<void> {
  const response = await askHost('/api/openapi.json')
  const text = await response.text()
  if (!response.ok) throw new Error(`the host answered ${response.status}: ${text}`)
  saveFile('fairlead-openapi.json', 'application/json', [text])
}

export function About() {
  const { connection } = useLive()
  const save = useAction(saveOpenApi)
  // Fetched again after each reconnect: it may be a different host.
  const health = useFetched(connection.status === 'connected' ? 'health' : 'health, not connected', askHealth)
  const { value } = health
  return (
    <section className="card stack" aria-label="About this host">
      <h2>About this host</h2>
      <Failure error={health.error} again={health.again} />
      {value?.problems.map((problem) => (
        <p key={problem} className="failure">
          {problem}
        </p>
      ))}
      {value && (
        <dl className="settings-facts">
          <dt>State</dt>
          <dd>
            <Tag tone={value.ok ? 'success' : 'danger'}>{value.ok ? 'healthy' : 'has problems'}</Tag>
          </dd>
          <dt>Version</dt>
          <dd>Fairlead {value.version}</dd>
          <dt>Running for</dt>
          <dd>
            <Age since={value.startedAt} />, process {value.pid}
          </dd>
          <dt>Sessions</dt>
          <dd>{value.sessions}</dd>
          <dt>Address</dt>
          <dd className="row wrap">
            <code>{location.origin}</code> <Copy text={location.origin} />
          </dd>
          <dt>API</dt>
          <dd>
            <Button size="small" action={save}>
              Save the OpenAPI description
            </Button>{' '}
            <span className="soft">everything this page does, a program can do</span>
            <Failure error={save.error} />
          </dd>
        </dl>
      )}
    </section>
  )
}
