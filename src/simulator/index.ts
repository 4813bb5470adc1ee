/** A simulated `claude`, and a scripted Messages API that the real one runs against, offline; the scenarios that both play. */
export type { FaultName, FaultSpec } from './agent/faults/plan.ts'
export type { SimVersion } from './agent/version.ts'
export type { ModelRequest, RequestTest } from './model/log.ts'
export { type Model, type ModelOptions, startModel } from './model/server.ts'
export type * from './scenario.ts'
export { checkScenario, ScenarioError } from './scenario-check.ts'
export { parseScenario, readScenarioFile, ScenarioFileError } from './scenario-file.ts'
export { type Simulator, type SimulatorOptions, simulator } from './simulator.ts'
