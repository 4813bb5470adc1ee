/** From a new session in a worktree to the merge, in a terminal, on the real CLI. */
import { join } from 'node:path'
import { onTestFinished, test } from 'vitest'
import { TERMINAL_LOOP, terminalLoop } from '../attach/terminal-loop.ts'
import { PATIENCE } from '../attach/tmux.ts'
import { DaemonProcess } from '../host/daemon-process.ts'
import { repository } from '../host/work/repository.ts'
import { claudeBinary } from './claude-binaries.ts'
import { setStage } from './stage.ts'

const VERSION = '2.1.325'

test(`the loop of work in a terminal on ${VERSION}`, { timeout: 10 * PATIENCE }, async () => {
  const stage = await setStage(VERSION, TERMINAL_LOOP)
  onTestFinished(() => stage.close())
  const env = { ...stage.env, CLAUDE_BIN: claudeBinary(VERSION) }
  const daemon = new DaemonProcess(env, ['--root', stage.home])
  // Ends before what it runs in: the last that was registered comes first.
  onTestFinished(() => daemon.end())
  await daemon.start()
  const shop = join(stage.cwd, 'shop')
  repository(shop)
  await terminalLoop(daemon, shop)
})
