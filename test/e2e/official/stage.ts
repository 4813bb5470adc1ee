/**
 * A home folder, a scripted model and an agent for the official client to drive: a real CLI, which asks the model, or the simulator, which
 * plays the same scenario at speed 0. `close` waits until no process of it is left and removes the folder.
 */
import { mkdirSync, mkdtempSync, realpathSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { expect, vi } from 'vitest'
import { type Scenario, startModel } from '../../../src/simulator/index.ts'
import { type ClaudeVersion, claudeBinary } from '../claude-binaries.ts'
import { processesOf } from '../stage.ts'

const SIMULATOR = fileURLToPath(new URL('../../../dist/simulator/agent/main.js', import.meta.url))

export interface OfficialStage {
  readonly home: string
  readonly cwd: string
  readonly executable: string
  readonly env: NodeJS.ProcessEnv
  close(): Promise<void>
}

export async function setOfficialStage(
  agent: 'real' | 'simulator',
  version: ClaudeVersion,
  scenario: Scenario,
): Promise<OfficialStage> {
  const home = realpathSync(mkdtempSync(join(tmpdir(), 'fairlead-official-')))
  const cwd = join(home, 'work')
  for (const folder of [cwd, join(home, 'tmp')]) mkdirSync(folder)
  writeFileSync(join(home, 'scenario.json'), JSON.stringify(scenario))
  const model = await startModel({ scenario })
  return {
    home,
    cwd,
    executable: agent === 'real' ? claudeBinary(version) : SIMULATOR,
    env: {
      ...model.env,
      PATH: process.env.PATH,
      HOME: home,
      USERPROFILE: home,
      CLAUDE_CONFIG_DIR: join(home, 'claude'),
      TMPDIR: join(home, 'tmp'),
      CLAUDE_TMPDIR: join(home, 'tmp'),
      CLAUDE_CODE_TMPDIR: join(home, 'tmp'),
      FAIRLEAD_STAGE: home,
      FAIRLEAD_SIM_VERSION: version,
      FAIRLEAD_SIM_SCENARIO: join(home, 'scenario.json'),
      FAIRLEAD_SIM_SPEED: '0',
    },
    async close() {
      await vi.waitFor(() => expect(processesOf(home)).toEqual([]), { timeout: 90_000 })
      await model.close()
      rmSync(home, { recursive: true, force: true })
    },
  }
}
