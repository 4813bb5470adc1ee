/**
 * Invocations of `claude -p`, and what the same arguments give with `fairlead run -p`. print-mode.e2e.test.ts and
 * print-mode-differences.e2e.test.ts run both on each tested version of the CLI; the table in docs/guide/from-claude-p.md is made of them.
 */

export type Printed =
  | { readonly text: string }
  | { readonly error: RegExp; readonly isWordedAlike: boolean }
  | 'json'
  | 'messages'
  | 'nothing'
  /** It may end before it has printed this. */
  | { readonly perhaps: 'json' | { readonly text: string } }

export interface Outcome {
  readonly prints: Printed
  /** The exit code; several where versions of the CLI differ, that of the newest first. */
  readonly exit: readonly number[]
}

export interface PrintCase {
  readonly args: readonly string[]
  /** What is piped in. */
  readonly input?: string
  /** Sent while a tool runs. */
  readonly signal?: 'SIGINT' | 'SIGTERM'
  readonly claude: Outcome
  /** Where it differs. */
  readonly fairlead?: Outcome & { readonly args?: readonly string[] }
}

/** Made by the tool during which a signal is sent. */
export const RUNNING = 'running'

export const PRINT_SCENARIO = {
  scripts: [
    { prompt: 'say one', replies: [[{ text: 'One.' }]] },
    { prompt: 'two texts', replies: [[{ text: 'I look.' }, bash()], [{ text: 'Done.' }]] },
    {
      prompt: 'a number',
      replies: [[{ tool: 'StructuredOutput', input: { n: 4 } }], [{ text: 'Four.' }]],
    },
    { prompt: 'for ever', replies: [[bash()], [bash()], [bash()]] },
    { prompt: 'fail', replies: [[{ error: { status: 400 } }]] },
    { prompt: 'wait', replies: [[bash(`touch ${RUNNING}; sleep 20`)]] },
    { prompt: 'explain this', replies: [[{ text: 'A log.' }]] },
  ],
}

function bash(command = 'touch made') {
  return { tool: 'Bash', input: { command, description: 'Makes' } }
}

const SCHEMA = JSON.stringify({ type: 'object', properties: { n: { type: 'number' } }, required: ['n'] })
const NOWHERE = '11111111-1111-4111-8111-111111111111'

const text = (said: string): Outcome => ({ prints: { text: said }, exit: [0] })
const error = (pattern: RegExp, isWordedAlike = true): Outcome => ({
  prints: { error: pattern, isWordedAlike },
  exit: [1],
})
const json: Outcome = { prints: 'json', exit: [0] }
const messages: Outcome = { prints: 'messages', exit: [0] }
const refused: Outcome = { prints: 'nothing', exit: [1] }
const usage: Outcome = { prints: 'nothing', exit: [2] }
const stopped = text('Execution error')
const stream = ['--output-format', 'stream-json']

export const PRINT_CASES: readonly PrintCase[] = [
  { args: ['say one'], claude: text('One.') },
  { args: [], input: 'say one', claude: text('One.') },
  { args: ['explain this'], input: 'line 1\nline 2\n', claude: text('A log.') },
  { args: ['--allowedTools=Bash', 'two texts'], claude: text('Done.') },
  { args: ['--model', 'opus', '--append-system-prompt', 'Be brief.', 'say one'], claude: text('One.') },
  { args: ['--effort', 'low', '--max-budget-usd', '5', '--add-dir=/tmp', 'say one'], claude: text('One.') },
  { args: ['--output-format', 'json', 'say one'], claude: json },
  { args: ['--output-format', 'json', '--json-schema', SCHEMA, 'a number'], claude: json },
  { args: [...stream, '--verbose', '--allowedTools=Bash', 'two texts'], claude: messages },
  { args: [...stream, '--verbose', '--include-partial-messages', 'say one'], claude: messages },
  { args: ['fail'], claude: error(/^API Error/) },
  { args: ['--resume', NOWHERE, 'say one'], claude: refused },
  {
    args: ['--max-turns', '2', '--allowedTools=Bash', 'for ever'],
    claude: error(/^Error: Reached max/, false),
  },
  // What differs.
  { args: ['two texts'], claude: text('Done.'), fairlead: { ...text('Done.'), exit: [5] } },
  { args: [...stream, 'say one'], claude: refused, fairlead: messages },
  {
    args: ['--output-format', 'json', '--resume', NOWHERE, 'say one'],
    claude: refused,
    fairlead: { prints: 'json', exit: [1] },
  },
  { args: ['--no-such-flag', 'say one'], claude: refused, fairlead: usage },
  { args: [], claude: refused, fairlead: usage },
  { args: ['say one', 'there'], claude: text('One.'), fairlead: usage },
  { args: ['--max-turns', '0', 'say one'], claude: text('One.'), fairlead: usage },
  {
    args: ['--input-format', 'stream-json', ...stream, '--verbose'],
    input: `${JSON.stringify({ type: 'user', message: { role: 'user', content: 'say one' } })}\n`,
    claude: messages,
    fairlead: usage,
  },
  {
    args: ['--allowedTools=Bash', 'wait'],
    signal: 'SIGINT',
    claude: { prints: { perhaps: { text: 'Execution error' } }, exit: [0, 1] },
    fairlead: { ...stopped, exit: [130] },
  },
  {
    args: ['--output-format', 'json', '--allowedTools=Bash', 'wait'],
    signal: 'SIGINT',
    claude: { prints: { perhaps: 'json' }, exit: [0, 1] },
    fairlead: { ...json, exit: [130] },
  },
  {
    args: ['--allowedTools=Bash', 'wait'],
    signal: 'SIGTERM',
    claude: { prints: 'nothing', exit: [143] },
    fairlead: { ...stopped, exit: [130] },
  },
  {
    args: ['--allowedTools', 'Read', 'Bash', '--', 'two texts'],
    claude: text('Done.'),
    fairlead: { ...text('Done.'), args: ['--allowedTools', 'Read', '--allowedTools', 'Bash', 'two texts'] },
  },
  {
    args: ['--strict-mcp-config', 'say one'],
    claude: text('One.'),
    fairlead: { ...text('One.'), args: ['say one', '--', '--strict-mcp-config'] },
  },
]

/** By the first character of what is piped in. */
const PIPED: ReadonlyMap<string, string> = new Map([
  ['s', 'echo say one | '],
  ['l', 'cat log | '],
  ['{', 'cat messages | '],
])

/** As one would type it. */
export function commandOf({ args, input }: PrintCase, given = args): string {
  const quoted = given.map((it) => (/^[\w=/.-]+$/.test(it) ? it : it.startsWith('{') ? "'{…}'" : `"${it}"`))
  const piped = input === undefined ? '' : (PIPED.get(input[0] ?? '') ?? '')
  return `${piped}-p ${quoted.join(' ')}`.trim().replace(NOWHERE, 'ID')
}
