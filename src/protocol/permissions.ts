import type { JsonObject, OpenString, Unlisted } from './json.ts'
import { mismatch, OneOf, type ShapeOf, Variants } from './shape.ts'

/**
 * `manual` is how newer CLIs spell `default` (they accept both); `auto` lets a classifier decide and never asks; current CLIs no
 * longer know `delegate`.
 */
export const PERMISSION_MODES = [
  'default',
  'acceptEdits',
  'bypassPermissions',
  'plan',
  'dontAsk',
  'auto',
  'manual',
  'delegate',
] as const
export type PermissionMode = (typeof PERMISSION_MODES)[number]
export function isPermissionMode(value: unknown): value is PermissionMode {
  return (PERMISSION_MODES as readonly unknown[]).includes(value)
}

export type PermissionBehavior = 'allow' | 'deny' | 'ask'

export const PERMISSION_DESTINATIONS = [
  'userSettings',
  'projectSettings',
  'localSettings',
  'session',
  'cliArg',
] as const
/** Where the CLI saves an update. Only `session` is lost when the process ends. */
export type PermissionDestination = (typeof PERMISSION_DESTINATIONS)[number]

export interface PermissionRule {
  toolName: string
  ruleContent?: string
}
/** Formats a rule as settings files and the CLI's own messages do: `Bash(ls *)`. */
export function ruleText({ toolName, ruleContent }: PermissionRule): string {
  return ruleContent === undefined ? toolName : `${toolName}(${ruleContent})`
}
interface RulesUpdate<T> {
  type: T
  rules: PermissionRule[]
  behavior: PermissionBehavior
  destination: PermissionDestination
}
interface DirectoriesUpdate<T> {
  type: T
  directories: string[]
  destination: PermissionDestination
}
export type AddRules = RulesUpdate<'addRules'>
export type ReplaceRules = RulesUpdate<'replaceRules'>
export type RemoveRules = RulesUpdate<'removeRules'>
export type AddDirectories = DirectoriesUpdate<'addDirectories'>
export type RemoveDirectories = DirectoriesUpdate<'removeDirectories'>
export interface SetMode {
  type: 'setMode'
  mode: OpenString<PermissionMode>
  destination: PermissionDestination
}
export interface UnlistedUpdate {
  type: Unlisted
  [field: string]: unknown
}
export type PermissionUpdate =
  | AddRules
  | ReplaceRules
  | RemoveRules
  | SetMode
  | AddDirectories
  | RemoveDirectories
  | UnlistedUpdate

export type DecisionClassification = 'user_temporary' | 'user_permanent' | 'user_reject'

/** The response to `can_use_tool`. */
export type PermissionResult = PermissionAllow | PermissionDeny
export interface PermissionAllow {
  behavior: 'allow'
  /** The complete input, changed or not: 2.1.197 rejects an allow without it. */
  updatedInput: JsonObject
  updatedPermissions?: PermissionUpdate[]
  toolUseID?: string
  decisionClassification?: DecisionClassification
}
export interface PermissionDeny {
  behavior: 'deny'
  /** Becomes the tool's result. The CLI drops it if `interrupt` is set. */
  message: string
  interrupt?: boolean
  toolUseID?: string
  decisionClassification?: DecisionClassification
}

/** A refused tool use, as listed in `result.permission_denials`. */
export interface PermissionDenial {
  tool_name?: string
  tool_use_id?: string
  tool_input?: JsonObject
}

export type DecisionReasonType = OpenString<
  'rule' | 'mode' | 'hook' | 'workingDir' | 'subcommandResults' | 'safetyCheck' | 'classifier' | 'other'
>

type UpdateNamed<N> = Extract<PermissionUpdate, { type: N }>
const destination = new OneOf(...PERMISSION_DESTINATIONS)
const behavior = new OneOf<PermissionBehavior>('allow', 'deny', 'ask')
const rulesShape = { rules: [{ toolName: 'string' }], behavior, destination } as const
const directoriesShape = { directories: ['string'], destination } as const
const updateShapes: { [N in Exclude<PermissionUpdate['type'], Unlisted>]: ShapeOf<UpdateNamed<N>> } = {
  addRules: rulesShape,
  replaceRules: rulesShape,
  removeRules: rulesShape,
  setMode: { mode: 'string', destination },
  addDirectories: directoriesShape,
  removeDirectories: directoriesShape,
}
const updateCheck = new Variants('type', 'open', updateShapes)
const resultCheck = new Variants('behavior', 'closed', {
  allow: { updatedInput: {} } satisfies ShapeOf<PermissionAllow, 'behavior'>,
  deny: { message: 'string' } satisfies ShapeOf<PermissionDeny, 'behavior'>,
})

export function isPermissionUpdate(value: unknown): value is PermissionUpdate {
  return mismatch(value, updateCheck) === undefined
}
export function isPermissionResult(value: unknown): value is PermissionResult {
  return mismatch(value, resultCheck) === undefined
}
