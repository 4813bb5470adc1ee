import { lazy, Suspense } from 'react'
import { navigate, sessionAddress } from '../router.ts'
import { newId, useAction } from '../store/action.ts'
import { api } from '../store/connection.ts'
import { useFetched } from '../store/fetched.ts'
import { useLive } from '../store/use-live.ts'
import { Button } from '../ui/button.tsx'
import { Empty } from '../ui/empty.tsx'
import { Failure } from '../ui/failure.tsx'
import { Link } from '../ui/link.tsx'

const Board = lazy(async () => ({ default: (await import('../board/board.tsx')).Board }))

export function Home() {
  const { sessions } = useLive()
  if (!sessions) return <p className="loading">Connecting to the host…</p>
  if (sessions.length === 0) return <FirstSession />
  return (
    <Suspense fallback={<p className="loading">Loading…</p>}>
      <Board sessions={sessions} />
    </Suspense>
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
