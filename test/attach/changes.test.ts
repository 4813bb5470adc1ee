/** The loop after the edit, in a terminal. */
import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, beforeAll, test } from 'vitest'
import { repository } from '../host/work/repository.ts'
import { newDaemon } from './stage.ts'
import { TERMINAL_LOOP, terminalLoop } from './terminal-loop.ts'
import { PATIENCE } from './tmux.ts'

const daemon = newDaemon()
beforeAll(async () => {
  repository(daemon.cwd)
  await daemon.start()
  const file = join(daemon.folder, 'scenario.json')
  writeFileSync(file, JSON.stringify(TERMINAL_LOOP))
  const env = { FAIRLEAD_SIM_SCENARIO: file, FAIRLEAD_SIM_SPEED: '0' }
  await daemon.api().call('putAgents', { body: { agents: [{ name: 'test', command: 'sim', env }] } })
})
afterAll(() => daemon.end())

test(
  'new in a worktree, approve, comment on lines, a second turn, commit, merge: the branch is gone',
  {
    timeout: 10 * PATIENCE,
  },
  () => terminalLoop(daemon, daemon.cwd, 'test'),
)
