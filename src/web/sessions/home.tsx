import { navigate, sessionAddress } from '../router.ts'
import { newId, useAction } from '../store/action.ts'
import { api } from '../store/connection.ts'
import { useFetched } from '../store/fetched.ts'
import { useLive } from '../store/use-live.ts'
import { Button } from '../ui/button.tsx'
import { Empty } from '../ui/empty.tsx'
import { Failure } from '../ui/failure.tsx'
import { Link } from '../ui/link.tsx'

export function Home() {
  const { sessions, approvals } = useLive()
  if (!sessions) return <p className="loading">Connecting to the host…</p>
  if (sessions.length === 0) return <FirstSession />
  const working = sessions.filter(({ group }) => group === 'working').length
  return (
    <Empty title={approvals.length > 0 ? `${approvals.length} wait for you` : 'Nothing waits for you'}>
      <p>
        {working === 0 ? 'No session works at the moment.' : `${working} at work.`} Choose one at the side, or
        with <kbd>j</kbd> and <kbd>k</kbd>.
      </p>
      <p className="row wrap">
        {approvals.length > 0 && (
          <Link className="button" data-kind="primary" href="/inbox">
            Answer them
          </Link>
        )}
        <Link className="button" href="/new">
          New session
        </Link>
      </p>
    </Empty>
  )
}

const DEMO_PROMPT = 'Fix the bug in src/total.js'

function FirstSession() {
  const agents = useFetched('agents', () => api.call('getAgents', {}))
  const demo = useAction(async () => {
    const { path } = await api.call('listFolders', {})
    const id = newId()
    await api.call('createSession', {
      body: { commandId: id, id, cwd: path, agent: 'sim', title: 'Demo', prompt: DEMO_PROMPT },
    })
    navigate(sessionAddress(id))
  })
  const claude = agents.value?.agents.find(({ name }) => name !== 'sim')
  const isReady = claude !== undefined && claude.problem === undefined
  return (
    <Empty title="Every agent at a glance">
      <p>
        {!agents.value
          ? 'Looking for agents…'
          : isReady
            ? `${claude.name}${claude.version ? ` ${claude.version}` : ''} is ready.`
            : `No Claude Code CLI was found${claude?.problem ? `: ${claude.problem}` : ''}. The demo needs none.`}
      </p>
      <p className="row wrap">
        {isReady && (
          <Link className="button" data-kind="primary" href="/new">
            New session
          </Link>
        )}
        <Button kind={isReady ? 'plain' : 'primary'} action={demo}>
          Demo session on the simulator
        </Button>
      </p>
      <Failure error={demo.error ?? agents.error} />
    </Empty>
  )
}
