/** Talks with agents that play a scenario. They end with the test that began them. */
import { mkdtempSync, realpathSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, onTestFinished } from 'vitest'
import type { JsonObject } from '../../src/protocol/json.ts'
import type { Scenario } from '../../src/simulator/scenario.ts'
import { ASKING, Talk, type TalkOptions } from './talk.ts'

/** A tool call that really runs. */
export const bash = (command: string, more: JsonObject = {}) =>
  ({ tool: 'Bash', input: { command, description: 'Runs it', ...more }, run: true }) as const
export const write = (path: string, content = path) =>
  ({ tool: 'Write', input: { file_path: path, content }, run: true }) as const

export interface PlayOptions extends TalkOptions {
  readonly version?: string
}

export function playScenario(scenario: Scenario, options: PlayOptions = {}): Talk {
  const { version = '2.1.325', args = [], env = {} } = options
  const home = options.home ?? realpathSync(mkdtempSync(join(tmpdir(), 'fairlead-sim-')))
  const file = join(home, 'scenario.json')
  writeFileSync(file, JSON.stringify(scenario))
  const talk = new Talk({
    args: [...ASKING, ...args, '--sim-scenario', file],
    env: { FAIRLEAD_SIM_VERSION: version, ...env },
    home,
  })
  onTestFinished(async () => {
    expect(talk.strange).toEqual([])
    await talk.end()
  })
  return talk
}

/** Several turns of the event loop: what has to follow at once has followed. */
export async function settled(): Promise<void> {
  for (let turn = 0; turn < 20; turn += 1) await new Promise((resolve) => setImmediate(resolve))
}
