/**
 * `--scenario`: the simulator plays the file itself. Any other agent is pointed at a scripted model that is started
 * here, and that lives as long as the run.
 */
import { resolve } from 'node:path'
import type { SessionOptions } from '../../client/session-options.ts'
import { type Model, startModel } from '../../simulator/model/server.ts'
import type { Io } from '../io.ts'
import { scenarioFrom } from '../scenario-file.ts'

export interface Staged {
  readonly options: SessionOptions
  readonly model?: Model
}

export async function stageScenario(
  file: string | undefined,
  agent: string | undefined,
  io: Io,
): Promise<Staged> {
  if (file === undefined) return { options: {} }
  const scenario = scenarioFrom(file, io.cwd)
  if (agent === 'sim') return { options: { extraArgs: { 'sim-scenario': resolve(io.cwd, file) } } }
  const model = await startModel({ scenario })
  // The variable is for a simulator that was named by its path.
  return { options: { env: { ...model.env, FAIRLEAD_SIM_SCENARIO: resolve(io.cwd, file) } }, model }
}
