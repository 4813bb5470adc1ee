// A page in React on a running host: start sessions, read along, answer approvals, stop a turn.
//
//   npm create vite@latest page -- --template react     (this file as src/main.jsx; npm install fairlead)
//   fairlead up --origin http://localhost:5173

import { connectLive } from 'fairlead/api'
import { useApprovals, useLive, useLiveness, useSession, useSessions } from 'fairlead/react'
import { toMarkdown } from 'fairlead/state'
import { useState } from 'react'
import { createRoot } from 'react-dom/client'

const { searchParams } = new URL(location.href)
const url = searchParams.get('host') ?? 'http://127.0.0.1:4180'
const live = connectLive({ url, token: prompt('The token (fairlead token)') ?? '', label: 'react page' })

function Page() {
  const [chosen, choose] = useState('')
  const { connection } = useLive(live)
  const sessions = useSessions(live) ?? []
  const start = async (form) => {
    const body = { cwd: String(form.get('cwd')), title: String(form.get('title')) }
    choose((await live.api.call('createSession', { body })).result.id)
  }
  return (
    <main>
      {connection.status !== 'connected' && <p role="alert">{connection.reason ?? connection.status}</p>}
      <form action={start}>
        <input name="cwd" placeholder="Folder" required />
        <input name="title" placeholder="Title" required />
        <button type="submit">Start session</button>
      </form>
      <nav>
        {sessions.map(({ id, title }) => (
          <button key={id} type="button" onClick={() => choose(id)} aria-current={id === chosen}>
            {title}
          </button>
        ))}
      </nav>
      {chosen && <Session key={chosen} id={chosen} />}
    </main>
  )
}

function Session({ id }) {
  const { state, send, interrupt } = useSession(live, id)
  return (
    <section>
      <Liveness id={id} />
      <pre>{state && toMarkdown(state)}</pre>
      {useApprovals(live, id).map((approval) => (
        <fieldset key={approval.id}>
          <legend>
            {approval.toolName} {JSON.stringify(approval.request.input)}
          </legend>
          <button type="button" onClick={() => approval.answer({ decision: 'allow' })}>
            Allow
          </button>
          <button type="button" onClick={() => approval.answer({ decision: 'deny' })}>
            Deny
          </button>
        </fieldset>
      ))}
      <form action={(form) => send(String(form.get('text')))}>
        <input name="text" placeholder="Message" required />
        <button type="button" onClick={() => interrupt()}>
          Stop
        </button>
      </form>
    </section>
  )
}

/** In a component of its own: its age changes every second. */
function Liveness({ id }) {
  return <p role="status">{useLiveness(live, id)?.words}</p>
}

createRoot(document.getElementById('root')).render(<Page />)
