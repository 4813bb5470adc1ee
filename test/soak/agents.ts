/** The agents of a soak: the simulator as it is and with each of its faults, or real CLIs on the scripted API. */
import { mkdirSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import type { AgentConfig } from '../../src/api/resources.ts'
import type { Model } from '../../src/simulator/index.ts'
import { type ClaudeVersion, claudeBinary, claudeVersions } from '../e2e/claude-binaries.ts'
import { type Fault, infoOf } from './faults/table.ts'

const SIMULATOR = fileURLToPath(new URL('../../dist/simulator/agent/main.js', import.meta.url))
/** What the faults of agents are to the simulator, where it needs more than the name. */
const VALUES: Partial<Record<Fault, string>> = {
  'slow-start': 'slow-start=2000',
  'huge-line': 'huge-line@turn',
  deaf: 'deaf@approval',
}

export function simulatedAgents(folder: string, scenario: string, faults: ReadonlySet<Fault>): AgentConfig[] {
  const env = { ...homeIn(folder), FAIRLEAD_SIM_SPEED: '2', FAIRLEAD_SIM_SCENARIO: scenario }
  const own = [...faults].filter((name) => infoOf(name).by === 'agent')
  const plain = { name: 'sim', command: SIMULATOR, args: [], env }
  return [
    plain,
    ...own.map((name) => ({
      ...plain,
      name: `sim ${name}`,
      env: { ...env, FAIRLEAD_SIM_FAULTS: VALUES[name] ?? name },
    })),
  ]
}

export function realAgents(folder: string, model: Model): AgentConfig[] {
  const env = { ...homeIn(folder), ...model.env }
  return (Object.keys(claudeVersions) as ClaudeVersion[]).map((version) => ({
    name: `claude ${version}`,
    command: claudeBinary(version),
    args: [],
    env,
  }))
}

/** A user who has never started the CLI; all that it writes stays in the folder. */
function homeIn(folder: string): Record<string, string> {
  const home = join(folder, 'home')
  const temp = join(folder, 'tmp')
  for (const path of [home, temp]) mkdirSync(path, { recursive: true })
  return {
    HOME: home,
    CLAUDE_CONFIG_DIR: join(home, '.claude'),
    TMPDIR: temp,
    CLAUDE_TMPDIR: temp,
    CLAUDE_CODE_TMPDIR: temp,
  }
}
