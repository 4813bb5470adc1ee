import { navigate, sessionAddress } from '../router.ts'
import { newId, useAction } from '../store/action.ts'
import { api } from '../store/connection.ts'
import { Button } from '../ui/button.tsx'
import { Failure } from '../ui/failure.tsx'
import { ResumeIcon } from '../ui/icons.ts'

const PROMPT = 'Fix the bug in src/total.js'

export function TryDemo() {
  const demo = useAction(async () => {
    const { path } = await api.call('listFolders', {})
    const id = newId()
    await api.call('createSession', {
      body: { commandId: id, id, cwd: path, agent: 'sim', title: 'Demo', prompt: PROMPT },
    })
    navigate(sessionAddress(id))
  })
  return (
    <>
      <Button action={demo}>
        <ResumeIcon />
        Try the demo
      </Button>
      <span className="soft">
        The demo uses a simulated <code>claude</code>: no account, no cost.
      </span>
      <Failure error={demo.error} />
    </>
  )
}
