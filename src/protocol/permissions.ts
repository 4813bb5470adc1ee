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
/** How the CLI decides whether it asks before it uses a tool. */
export type PermissionMode = (typeof PERMISSION_MODES)[number]
/** Whether a value is a known permission mode. */
export function isPermissionMode(value: unknown): value is PermissionMode {
  return (PERMISSION_MODES as readonly unknown[]).includes(value)
}

/** What a permission rule does. */
export type PermissionBehavior = 'allow' | 'deny' | 'ask'

/** Where a permission update can be stored. */
export const PERMISSION_DESTINATIONS = [
  'userSettings',
  'projectSettings',
  'localSettings',
  'session',
  'cliArg',
] as const
/** Where the CLI saves an update. Only `session` is lost when the process ends. */
export type PermissionDestination = (typeof PERMISSION_DESTINATIONS)[number]

/** A tool, and optionally which of its uses: `Bash` with `npm test`. */
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
/** Adds permission rules. */
export type AddRules = RulesUpdate<'addRules'>
/** Replaces the permission rules with the same behaviour. */
export type ReplaceRules = RulesUpdate<'replaceRules'>
/** Removes permission rules. */
export type RemoveRules = RulesUpdate<'removeRules'>
/** Lets the tools work in more folders. */
export type AddDirectories = DirectoriesUpdate<'addDirectories'>
/** Removes folders that were added. */
export type RemoveDirectories = DirectoriesUpdate<'removeDirectories'>
/** Switches the permission mode. */
export interface SetMode {
  type: 'setMode'
  mode: OpenString<PermissionMode>
  destination: PermissionDestination
}
/** A permission update that this version does not know. */
export interface UnlistedUpdate {
  type: Unlisted
  [field: string]: unknown
}
/** A change of permissions, suggested by the CLI or sent with an answer. */
export type PermissionUpdate =
  | AddRules
  | ReplaceRules
  | RemoveRules
  | SetMode
  | AddDirectories
  | RemoveDirectories
  | UnlistedUpdate

/** How a person decided: once, for good, or against. */
export type DecisionClassification = 'user_temporary' | 'user_permanent' | 'user_reject'

/** The response to `can_use_tool`. */
export type PermissionResult = PermissionAllow | PermissionDeny
/** The answer that lets a tool run. */
export interface PermissionAllow {
  behavior: 'allow'
  /** The complete input, changed or not: 2.1.197 rejects an allow without it. */
  updatedInput: JsonObject
  updatedPermissions?: PermissionUpdate[]
  toolUseID?: string
  decisionClassification?: DecisionClassification
}
/** The answer that refuses a tool. */
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

/** Why the CLI asks for permission. */
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

/** Whether a value is a valid permission update. */
export function isPermissionUpdate(value: unknown): value is PermissionUpdate {
  return mismatch(value, updateCheck) === undefined
}
/** Whether a value is a valid answer to `can_use_tool`. */
export function isPermissionResult(value: unknown): value is PermissionResult {
  return mismatch(value, resultCheck) === undefined
}
