/** A QR code that signs in a phone, renewed before its one-time code expires; or what the host lacks for that. */
import { lazy, Suspense, useEffect } from 'react'
import { signInUrl } from '../../api/browser-access.ts'
import type { RemoteAccess } from '../../api/resources.ts'
import { formatDuration } from '../../state/format/duration.ts'
import { useNow } from '../store/clock.ts'
import { api } from '../store/connection.ts'
import { useFetched } from '../store/fetched.ts'
import { Button } from '../ui/button.tsx'
import { Copy } from '../ui/copy.tsx'
import { CopyLine } from '../ui/copy-line.tsx'
import { Failure } from '../ui/failure.tsx'
import { RefreshIcon } from '../ui/icons.ts'
import { Note } from '../ui/note.tsx'
import { Page } from '../ui/page.tsx'
import './connect-phone.css'

const QrCode = lazy(async () => ({ default: (await import('./qr-code.tsx')).QrCode }))

export function ConnectPhone() {
  const { value, error, again, isPending } = useFetched('sign-in code', () =>
    api.call('createSignInCode', {}),
  )
  return (
    <Page title="Connect a phone">
      <div className="connect-phone">
        <Failure error={error} again={again} />
        {isPending && !value && <p className="soft">Creating a one-time code…</p>}
        {value &&
          (value.remote && 'url' in value.remote ? (
            <Code url={value.remote.url} code={value.code} expiresAt={value.expiresAt} onRenew={again} />
          ) : (
            <Missing remote={value.remote} />
          ))}
      </div>
    </Page>
  )
}

interface CodeProps {
  url: string
  code: string
  expiresAt: number
  onRenew: () => void
}

function Code({ url, code, expiresAt, onRenew }: CodeProps) {
  const left = expiresAt - useNow()
  const isOver = left <= 0
  useEffect(() => {
    if (isOver) onRenew()
  }, [isOver, onRenew])
  const address = signInUrl(url, code)
  return (
    <>
      <div className="connect-code">
        <Suspense fallback={<p className="soft">Drawing the code…</p>}>
          <QrCode text={address} label={`QR code that opens ${url} and signs in`} />
        </Suspense>
        <p className="soft number" role="timer">
          {isOver ? 'Renewing the code…' : `New code in ${formatDuration(left)}`}
        </p>
        <div className="row">
          <Button size="small" onClick={onRenew}>
            <RefreshIcon />
            Renew code
          </Button>
          <Copy text={address} label="Copy link" />
        </div>
      </div>
      <div className="stack">
        <ol className="connect-steps">
          <li>
            Connect the phone to a network that reaches <code>{new URL(url).host}</code>.
          </li>
          <li>Point the phone’s camera at the code and open the link.</li>
          <li>Add the page to the home screen: Fairlead then opens like an app.</li>
        </ol>
        <Note>
          The code signs in one browser, once. Settings lists signed-in browsers and signs them out.
        </Note>
      </div>
    </>
  )
}

function Missing({ remote }: { remote: RemoteAccess | undefined }) {
  if (remote === undefined || 'url' in remote)
    return <Note tone="needs-you">This host is older than this page. Restart it to connect a phone.</Note>
  const isLocal = remote.missing === 'address'
  return (
    <div className="stack">
      <Note tone="needs-you">
        {isLocal
          ? 'This host listens on this machine only, so a phone cannot reach it.'
          : 'The connection to this host is not encrypted: others on the network could read it and sign in.'}
      </Note>
      <h2>
        {isLocal
          ? 'Start the host with an address, a name and a certificate'
          : 'Start the host with a certificate'}
      </h2>
      <CopyLine command="fairlead down" />
      <CopyLine command="fairlead up --listen 0.0.0.0 --host NAME --tls-cert FILE --tls-key FILE" />
      <p className="soft">
        <code>NAME</code> is the name by which the phone reaches this machine, such as <code>atlas.lan</code>.
        Sessions keep running while the host restarts.
      </p>
      <h2>Or put a proxy with TLS in front of the host</h2>
      <CopyLine command="fairlead up --behind-proxy --host NAME" />
      <p className="soft">
        A private network such as Tailscale can provide both the name and the certificate.
      </p>
    </div>
  )
}
