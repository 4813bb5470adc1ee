/** From a new session in a worktree to the merge, in the console, on the real CLI. */
import { join } from 'node:path'
import { onTestFinished, test } from 'vitest'
import { WebStage } from '../web/stage.ts'
import { LOOP, workLoop } from '../web/work-loop.ts'
import { claudeBinary } from './claude-binaries.ts'
import { setStage } from './stage.ts'

const VERSION = '2.1.325'

test(`the loop of work in a worktree on ${VERSION}`, async () => {
  const stage = await setStage(VERSION, LOOP)
  onTestFinished(() => stage.close())
  const env = { ...stage.env, CLAUDE_BIN: claudeBinary(VERSION) }
  // Ends before what it runs in: the last that was registered comes first.
  const web = await WebStage.alone(WebStage.open(env, ['--root', stage.home]))
  const page = await web.page()
  page.setDefaultTimeout(120_000)
  await workLoop(page, web.daemon.url, join(stage.cwd, 'shop'))
})
