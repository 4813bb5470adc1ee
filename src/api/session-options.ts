/**
 * The `options` of a new session: what the CLI's command line, `initialize` and its environment accept. Which of them work
 * together, and with which CLI version, is checked where the command line is built. launch.test.ts checks that names and
 * types equal those of the library.
 */
import { z } from 'zod'
import { isObject, type JsonObject, parseObject } from '../protocol/json.ts'
import { isMcpServerConfig, type McpServerConfig } from '../protocol/mcp.ts'
import { PERMISSION_MODES } from '../protocol/permissions.ts'

const UUID = /^[\da-f]{8}(-[\da-f]{4}){3}-[\da-f]{12}$/i

const yesOrNo = z.boolean().exactOptional()
/** May be empty. */
const anyText = z.string().exactOptional()
const word = z.string().regex(/\S/, 'it is empty')
const text = word.exactOptional()
const oneOrMore = z.union([word, z.array(word)], {
  error: 'expected a text, or a list of texts; none may be empty',
})
/** A single text becomes a list. */
const texts = oneOrMore.transform((it) => (typeof it === 'string' ? [it] : it)).exactOptional()
const wordOrWords = oneOrMore.exactOptional()

const anyObject = z.custom<JsonObject>(isObject, 'expected an object').meta({ type: 'object' })
const object = anyObject.exactOptional()
const objectOrText = z
  .union([anyObject, word], { error: 'expected an object, or a text that is not empty' })
  .exactOptional()
const objectOrItsJson = z
  .union([anyObject, word.transform((it) => parseObject(it)).pipe(anyObject)], {
    error: 'expected an object, or its JSON text',
  })
  .exactOptional()

const whole = z.int('expected a whole number')
const above = 'expected a number above 0'
const environmentValue = z
  .union([z.string(), z.number(), z.boolean()], { error: 'expected a text' })
  .transform(String)
const mcpServer = z
  .custom<McpServerConfig>(isMcpServerConfig, 'expected an MCP server with what its type needs')
  .meta({ type: 'object' })
const agentDefinition = z.looseObject({
  description: z.string(),
  prompt: z.string(),
  tools: z.array(z.string()).exactOptional(),
  disallowedTools: z.array(z.string()).exactOptional(),
  model: anyText,
})
const settingSource = z.enum(['user', 'project', 'local'])

export const sessionOptionsSchema = z.strictObject({
  /** Kept in memory only. */
  env: z.record(z.string(), environmentValue).exactOptional(),
  fileCheckpointing: yesOrNo,
  /** CLI flags that have no name here; null for a flag without a value. */
  extraArgs: z
    .record(z.string(), z.union([z.string(), z.null()], { error: 'expected a text, or null' }))
    .exactOptional(),

  model: text,
  fallbackModel: wordOrWords,
  effort: text,
  thinking: z.enum(['adaptive', 'enabled', 'disabled']).exactOptional(),
  maxThinkingTokens: whole.min(0, 'expected a whole number, 0 or more').exactOptional(),
  thinkingDisplay: z.enum(['summarized', 'omitted', 'highlights']).exactOptional(),
  maxTurns: whole.positive(above).exactOptional(),
  maxBudgetUsd: z.number().positive(above).exactOptional(),
  taskBudget: whole.positive(above).exactOptional(),
  agent: text,
  betas: texts,
  jsonSchema: objectOrItsJson,

  permissionMode: z.enum(PERMISSION_MODES).exclude(['delegate']).exactOptional(),
  permissionPromptToolName: text,
  permissionPrompts: z.enum(['host', 'none']).exactOptional(),
  allowDangerouslySkipPermissions: yesOrNo,
  dangerouslySkipPermissions: yesOrNo,

  resume: text,
  continue: yesOrNo,
  forkSession: yesOrNo,
  resumeSessionAt: text,
  resumeDropsTurn: text,
  sessionId: z.string().regex(UUID, 'expected a UUID').exactOptional(),
  persistSession: yesOrNo,
  sessionMirror: yesOrNo,
  awaitInitialize: yesOrNo,

  /** `default`, or these. */
  tools: texts,
  allowedTools: texts,
  disallowedTools: texts,
  skills: z
    .union([z.literal('all'), z.array(z.string())], { error: 'expected `all`, or a list of texts' })
    .exactOptional(),
  mcpServers: z.record(z.string(), mcpServer).exactOptional(),
  mcpConfig: wordOrWords,
  strictMcpConfig: yesOrNo,
  plugins: texts,
  pluginsWithoutMcp: texts,
  additionalDirectories: texts,

  settings: objectOrText,
  sandbox: object,
  managedSettings: objectOrText,
  settingSources: z
    .union([settingSource, z.array(settingSource)], { error: 'expected a list of user, project and local' })
    .transform((it) => (typeof it === 'string' ? [it] : it))
    .exactOptional(),
  projectConfigRoot: text,
  includePartialMessages: yesOrNo,
  includeHookEvents: yesOrNo,
  replayUserMessages: yesOrNo,
  debug: z
    .union([z.boolean(), word], { error: 'expected true, false, or the categories as a text' })
    .exactOptional(),
  debugFile: text,
  debugToStderr: yesOrNo,

  systemPrompt: z
    .union([z.string(), z.array(z.string())], { error: 'expected a text, or a list of texts' })
    .exactOptional(),
  appendSystemPrompt: anyText,
  appendSubagentSystemPrompt: anyText,
  systemPromptSnapshot: z.unknown().exactOptional(),
  excludeDynamicSections: yesOrNo,
  planModeInstructions: anyText,
  toolAliases: z.record(z.string(), z.string()).exactOptional(),
  agents: z.record(z.string(), agentDefinition).exactOptional(),
  title: anyText,
  promptSuggestions: yesOrNo,
  agentProgressSummaries: yesOrNo,
  forwardSubagentText: yesOrNo,
  supportedDialogKinds: z.array(z.string()).exactOptional(),
  perTaskStopAffordance: yesOrNo,
  proactivity: yesOrNo,
  sdkMcpServerConfigs: object,
  sdkMcpServerManifests: object,
})

export type SessionOptionName = keyof typeof sessionOptionsSchema.shape
/** The options after the check: a single text is a list, JSON text an object. */
export type SessionOptionsInput = z.output<typeof sessionOptionsSchema>
