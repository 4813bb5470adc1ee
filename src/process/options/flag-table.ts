import type { CliOptions } from './options.ts'

/**
 * How a value is written. Whatever has a value is one token, `--flag=value`, so that a value that begins with a
 * dash is not taken for a flag.
 *
 * - text, number, json: `--flag=value`
 * - switch: `--flag` when true; unless: `--flag` when false; optional: `--flag`, or with a text `--flag=text`
 * - csv: the list as one value, left out when empty; list: the same, but an empty one is `--flag=`
 * - each: the flag once per entry
 */
type Kind = 'text' | 'number' | 'json' | 'switch' | 'unless' | 'optional' | 'csv' | 'list' | 'each'

export interface Flag {
  readonly flag: `--${string}`
  readonly kind: Kind
  /** The first version that takes the flag, as each was asked. An older one ends with "unknown option". */
  readonly since?: string
  /** Values that came later than the flag. */
  readonly valuesSince?: { readonly [value: string]: string }
  /** The only values that the CLI takes. */
  readonly choices?: readonly string[]
  /** For numbers. */
  readonly range?: 'positive' | 'positive whole' | 'whole'
}

/** Options that become part of another option's value. */
type Merged = 'sandbox' | 'skills' | 'extraArgs'
export type FlagOption = Exclude<keyof CliOptions, Merged>

/** Always there: they make it a stream of JSON lines both ways. */
export const FIXED_FLAGS = [
  ...['--output-format', 'stream-json'],
  '--verbose',
  ...['--input-format', 'stream-json'],
] as const

/** In the order of the command line. */
export const FLAGS: { readonly [Option in FlagOption]-?: Flag } = {
  permissionPromptToolName: { flag: '--permission-prompt-tool', kind: 'text' },
  permissionPrompts: {
    flag: '--permission-prompts',
    kind: 'text',
    choices: ['host', 'none'],
    since: '2.1.259',
  },
  permissionMode: { flag: '--permission-mode', kind: 'text' },
  allowDangerouslySkipPermissions: { flag: '--allow-dangerously-skip-permissions', kind: 'switch' },
  dangerouslySkipPermissions: { flag: '--dangerously-skip-permissions', kind: 'switch' },
  replayUserMessages: { flag: '--replay-user-messages', kind: 'switch' },
  includePartialMessages: { flag: '--include-partial-messages', kind: 'switch' },
  includeHookEvents: { flag: '--include-hook-events', kind: 'switch', since: '2.1.90' },

  model: { flag: '--model', kind: 'text' },
  fallbackModel: { flag: '--fallback-model', kind: 'csv' },
  effort: { flag: '--effort', kind: 'text', since: '2.1.38' },
  thinking: {
    flag: '--thinking',
    kind: 'text',
    choices: ['adaptive', 'enabled', 'disabled'],
    since: '2.1.50',
  },
  maxThinkingTokens: { flag: '--max-thinking-tokens', kind: 'number', range: 'whole' },
  thinkingDisplay: {
    flag: '--thinking-display',
    kind: 'text',
    choices: ['summarized', 'omitted', 'highlights'],
    since: '2.1.96',
    valuesSince: { highlights: '2.1.277' },
  },
  maxTurns: { flag: '--max-turns', kind: 'number', range: 'positive whole' },
  maxBudgetUsd: { flag: '--max-budget-usd', kind: 'number', range: 'positive' },
  taskBudget: { flag: '--task-budget', kind: 'number', range: 'positive whole', since: '2.1.85' },
  agent: { flag: '--agent', kind: 'text' },
  betas: { flag: '--betas', kind: 'each' },
  jsonSchema: { flag: '--json-schema', kind: 'json' },

  resume: { flag: '--resume', kind: 'text' },
  continue: { flag: '--continue', kind: 'switch' },
  forkSession: { flag: '--fork-session', kind: 'switch' },
  resumeSessionAt: { flag: '--resume-session-at', kind: 'text' },
  resumeDropsTurn: { flag: '--resume-drops-turn', kind: 'text', since: '2.1.223' },
  sessionId: { flag: '--session-id', kind: 'text' },
  persistSession: { flag: '--no-session-persistence', kind: 'unless' },
  sessionMirror: { flag: '--session-mirror', kind: 'switch', since: '2.1.100' },
  awaitInitialize: { flag: '--await-initialize', kind: 'switch', since: '2.1.261' },

  tools: { flag: '--tools', kind: 'list' },
  allowedTools: { flag: '--allowedTools', kind: 'csv' },
  disallowedTools: { flag: '--disallowedTools', kind: 'csv' },
  mcpServers: { flag: '--mcp-config', kind: 'json' },
  mcpConfig: { flag: '--mcp-config', kind: 'each' },
  strictMcpConfig: { flag: '--strict-mcp-config', kind: 'switch' },
  plugins: { flag: '--plugin-dir', kind: 'each' },
  pluginsWithoutMcp: { flag: '--plugin-dir-no-mcp', kind: 'each', since: '2.1.197' },
  additionalDirectories: { flag: '--add-dir', kind: 'each' },

  settings: { flag: '--settings', kind: 'json' },
  managedSettings: { flag: '--managed-settings', kind: 'json' },
  settingSources: { flag: '--setting-sources', kind: 'list', choices: ['user', 'project', 'local'] },
  projectConfigRoot: { flag: '--project-config-root', kind: 'text', since: '2.1.275' },
  debug: { flag: '--debug', kind: 'optional' },
  debugFile: { flag: '--debug-file', kind: 'text' },
  debugToStderr: { flag: '--debug-to-stderr', kind: 'switch' },
}
