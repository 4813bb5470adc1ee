/** From a new session in a worktree to the merge, in the console, on the simulator. */
import { join } from 'node:path'
import { test } from 'vitest'
import { WebStage } from './stage.ts'
import { LOOP, workLoop } from './work-loop.ts'

test('new in a worktree, prompt, approve, review, two comments, second turn, commit, merge, branch gone', async () => {
  const stage = await WebStage.alone(WebStage.playing(LOOP))
  const page = await stage.page()
  await stage.daemon.api().call('putAgents', {
    body: { agents: [{ name: 'sim', command: 'sim' }], default: 'sim' },
  })
  await workLoop(page, stage.daemon.url, join(stage.daemon.cwd, 'shop'))
})
