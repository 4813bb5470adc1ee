/** The flags of the real CLI: those in its help, and those that only its clients use. */
import type { SimVersion } from '../version.ts'

/**
 * - switch: `--flag`
 * - value: `--flag VALUE` or `--flag=VALUE`
 * - optional: `--flag`, `--flag=VALUE`, or `--flag VALUE` if VALUE is not a flag
 * - many: `--flag VALUE VALUE …` or `--flag=VALUE`, any number of times
 */
type FlagKind = 'switch' | 'value' | 'optional' | 'many'

export interface FlagSpec {
  readonly kind: FlagKind
  /** The name of the value in messages and in the help. */
  readonly value?: string
  readonly since?: SimVersion
  readonly choices?: readonly string[]
  /** The choices in 2.1.37. */
  readonly firstChoices?: readonly string[]
  /** Choices that came later than the flag. */
  readonly newChoices?: readonly string[]
  /** Choices of 2.1.197 that later versions accept without listing them. */
  readonly unnamed?: readonly string[]
  readonly help?: string
}

const value = (name: string, more: Partial<FlagSpec> = {}): FlagSpec => ({
  kind: 'value',
  value: `<${name}>`,
  ...more,
})
const many = (name: string, more: Partial<FlagSpec> = {}): FlagSpec => ({
  kind: 'many',
  value: `<${name}...>`,
  ...more,
})
const flag = (help?: string, more: Partial<FlagSpec> = {}): FlagSpec => ({
  kind: 'switch',
  ...(help === undefined ? {} : { help }),
  ...more,
})

export const FLAGS: { readonly [name: string]: FlagSpec } = {
  '--print': flag('Print response and exit (useful for pipes)'),
  '--input-format': value('format', { choices: ['text', 'stream-json'], help: 'Format of stdin' }),
  '--output-format': value('format', { choices: ['text', 'json', 'stream-json'], help: 'Format of stdout' }),
  '--verbose': flag('Needed for --output-format=stream-json'),
  '--include-partial-messages': flag('Pass on the stream of each message as it arrives'),
  '--include-hook-events': flag(undefined, { since: '2.1.197' }),
  '--replay-user-messages': flag('Echo what the host sends'),
  '--permission-prompt-tool': value('tool', { help: '"stdio" asks the host about permissions' }),
  '--permission-prompts': value('target', { since: '2.1.325', choices: ['host', 'none'] }),
  '--permission-mode': value('mode', {
    choices: ['acceptEdits', 'auto', 'bypassPermissions', 'default', 'dontAsk', 'plan'],
    firstChoices: ['acceptEdits', 'bypassPermissions', 'default', 'delegate', 'dontAsk', 'plan'],
    newChoices: ['manual'],
    help: 'Permission mode of the session',
  }),
  '--allow-dangerously-skip-permissions': flag(),
  '--dangerously-skip-permissions': flag('Bypass all permission checks'),
  '--model': value('model', { help: 'Model of the session' }),
  '--fallback-model': value('model'),
  '--effort': value('level', { since: '2.1.197' }),
  '--thinking': value('mode', { since: '2.1.197', choices: ['enabled', 'adaptive', 'disabled'] }),
  '--max-thinking-tokens': value('tokens'),
  '--thinking-display': value('display', {
    since: '2.1.197',
    choices: ['summarized', 'omitted'],
    newChoices: ['highlights'],
  }),
  '--max-turns': value('turns', { help: 'End a turn after so many answers of the model' }),
  '--max-budget-usd': value('amount', { help: 'Stop when this much is spent' }),
  '--task-budget': value('tokens', { since: '2.1.197' }),
  '--agent': value('agent'),
  '--agents': value('json'),
  '--betas': many('betas'),
  '--json-schema': value('schema', { help: 'Ask for structured output of this JSON Schema' }),
  '--resume': { kind: 'optional', value: '[value]', help: 'Resume a conversation by session ID' },
  '--continue': flag('Continue the most recent conversation in the current directory'),
  '--fork-session': flag('When resuming, create a new session ID'),
  '--resume-session-at': value('message id'),
  '--resume-drops-turn': value('message id', { since: '2.1.325' }),
  '--session-id': value('uuid', { help: 'Use this session ID (a UUID)' }),
  '--no-session-persistence': flag('Write no transcript'),
  '--session-mirror': flag(undefined, { since: '2.1.197' }),
  '--await-initialize': flag(undefined, { since: '2.1.325' }),
  '--tools': many('tools'),
  '--allowedTools': many('tools', { help: 'Tools that need no permission, such as "Bash(git *) Edit"' }),
  '--disallowedTools': many('tools', { help: 'Tools that are denied' }),
  '--mcp-config': many('configs', { help: 'MCP servers, as JSON or a file' }),
  '--strict-mcp-config': flag(),
  '--mcp-debug': flag(),
  '--plugin-dir': value('path'),
  '--plugin-dir-no-mcp': value('path', { since: '2.1.197' }),
  '--plugin-url': value('url', { since: '2.1.197' }),
  '--add-dir': many('directories', { help: 'More directories that tools may use' }),
  '--settings': value('file-or-json', { help: 'Settings, as JSON or a file' }),
  '--managed-settings': value('json', { since: '2.1.197' }),
  '--setting-sources': value('sources'),
  '--project-config-root': value('path', { since: '2.1.325' }),
  '--system-prompt': value('prompt'),
  '--system-prompt-file': value('file'),
  '--append-system-prompt': value('prompt'),
  '--append-system-prompt-file': value('file'),
  '--system-prompt-snapshot': value('on|off', { since: '2.1.325', choices: ['on', 'off'] }),
  '--exclude-dynamic-system-prompt-sections': flag(undefined, { since: '2.1.197' }),
  '--disable-slash-commands': flag(),
  '--enable-auth-status': flag(),
  '--forward-subagent-text': flag(undefined, { since: '2.1.325' }),
  '--prompt-suggestions': {
    kind: 'optional',
    value: '[value]',
    since: '2.1.325',
    choices: ['true', 'false', '1', '0', 'yes', 'no', 'on', 'off'],
  },
  '--autocompact': value('auto|tokens', { since: '2.1.325' }),
  '--restricted': flag(undefined, { since: '2.1.325' }),
  '--bare': flag(undefined, { since: '2.1.197' }),
  '--brief': flag(undefined, { since: '2.1.197' }),
  '--chrome': flag(),
  '--no-chrome': flag(),
  '--safe-mode': flag(undefined, { since: '2.1.197' }),
  '--ide': flag(),
  '--file': many('specs'),
  '--init': flag(),
  '--init-only': flag(),
  '--maintenance': flag(),
  '--name': value('name', { since: '2.1.197' }),
  '--debug': { kind: 'optional', value: '[filter]' },
  '--debug-file': value('path'),
  '--debug-to-stderr': flag(),
  '--sdk-url': value('url'),
  '--version': flag('Output the version number'),
  '--help': flag('Display help for command'),
  '--sim-scenario': value('file', { help: 'Play this scenario (JSON or YAML); may be given several times' }),
  '--sim-version': value('version', { help: 'Behave as this version of the CLI' }),
  '--sim-faults': value('list', { help: 'Do these things wrong; see below' }),
}

export const ALIASES: { readonly [name: string]: string } = {
  '-p': '--print',
  '-c': '--continue',
  '-r': '--resume',
  '-d': '--debug',
  '-d2e': '--debug-to-stderr',
  '-n': '--name',
  '-v': '--version',
  '-h': '--help',
  '--allowed-tools': '--allowedTools',
  '--disallowed-tools': '--disallowedTools',
}
