/** The first screen of all: a session with a real agent, or one with the simulator where there is none. */
import { navigate, sessionAddress } from '../router.ts'
import { newId, useAction } from '../store/action.ts'
import { api } from '../store/connection.ts'
import { useFetched } from '../store/fetched.ts'
import { Button } from '../ui/button.tsx'
import { Empty } from '../ui/empty.tsx'
import { Failure } from '../ui/failure.tsx'
import { Link } from '../ui/link.tsx'

const DEMO_PROMPT = 'Fix the bug in src/total.js'

export function FirstSession() {
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
          <Link className="button" data-kind="main" href="/new">
            New session
          </Link>
        )}
        <Button kind={isReady ? 'plain' : 'main'} isPending={demo.isPending} onClick={() => demo.run()}>
          Demo session on the simulator
        </Button>
      </p>
      <Failure error={demo.error ?? agents.error} />
    </Empty>
  )
}
