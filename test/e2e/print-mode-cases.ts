/**
 * Invocations of `claude -p`, and what the same arguments give with `fairlead run -p`. print-mode.e2e.test.ts runs both on each tested
 * version of the CLI; the table in docs/guide/from-claude-p.md is made of them.
 */

export type Printed =
  | { readonly text: string }
  | { readonly error: RegExp; readonly isWordedAlike: boolean }
  | 'json'
  | 'messages'
  | 'nothing'

export interface Outcome {
  readonly prints: Printed
  readonly exit: number
}

export interface PrintCase {
  readonly args: readonly string[]
  /** What is piped in. */
  readonly input?: string
  readonly claude: Outcome
  /** Where it differs. */
  readonly fairlead?: Outcome & { readonly args?: readonly string[] }
}

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
    { prompt: 'explain this', replies: [[{ text: 'A log.' }]] },
  ],
}

function bash() {
  return { tool: 'Bash', input: { command: 'touch made', description: 'Makes' } }
}

const SCHEMA = JSON.stringify({ type: 'object', properties: { n: { type: 'number' } }, required: ['n'] })
const NOWHERE = '11111111-1111-4111-8111-111111111111'

const text = (said: string): Outcome => ({ prints: { text: said }, exit: 0 })
const error = (pattern: RegExp, isWordedAlike = true): Outcome => ({
  prints: { error: pattern, isWordedAlike },
  exit: 1,
})
const json: Outcome = { prints: 'json', exit: 0 }
const messages: Outcome = { prints: 'messages', exit: 0 }
const refused: Outcome = { prints: 'nothing', exit: 1 }
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
  { args: ['two texts'], claude: text('Done.'), fairlead: { ...text('Done.'), exit: 5 } },
  { args: [...stream, 'say one'], claude: refused, fairlead: messages },
  {
    args: ['--output-format', 'json', '--resume', NOWHERE, 'say one'],
    claude: refused,
    fairlead: { prints: 'json', exit: 1 },
  },
  { args: ['--no-such-flag', 'say one'], claude: refused, fairlead: { ...refused, exit: 2 } },
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

/** As one would type it. */
export function commandOf({ args, input }: PrintCase, given = args): string {
  const quoted = given.map((it) => (/^[\w=/.-]+$/.test(it) ? it : it.startsWith('{') ? "'{…}'" : `"${it}"`))
  const piped = input === undefined ? '' : input === 'say one' ? 'echo say one | ' : 'cat log | '
  return `${piped}-p ${quoted.join(' ')}`.trim().replace(NOWHERE, 'ID')
}
