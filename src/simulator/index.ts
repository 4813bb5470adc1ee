/** A scripted Messages API that the real CLI runs against, offline, and the scenarios that it plays. */
export type { ModelRequest, RequestTest } from './model/log.ts'
export { type Model, type ModelOptions, startModel } from './model/server.ts'
export type * from './scenario.ts'
export { checkScenario, ScenarioError } from './scenario-check.ts'
export { parseScenario, readScenarioFile, ScenarioFileError } from './scenario-file.ts'
