/** What the model says in the tests of the transcript. */
import type { Scenario } from '../../src/simulator/scenario.ts'

const ESC = '\u001b'
export const EVIL = 'http://evil.invalid'

const COLOURED = `${ESC}[32m✓ total${ESC}[0m ${ESC}[1;31mFAIL${ESC}[0m${ESC}]8;;javascript:steal()${ESC}\\link${ESC}]8;;${ESC}\\${ESC}[2J${ESC}]0;owned\u0007 end`

const MALICIOUS = `<script>window.stolen = 1</script>

<img src="${EVIL}/a.png" onerror="window.stolen = 2">

![a picture](${EVIL}/b.png) and [a trap](javascript:window.stolen=3) and [another](  JaVaScRiPt:window.stolen=4 ),
<a href="javascript:window.stolen=5">html</a>, <https://example.org/fine> &lt;b&gt;

\`\`\`html
<iframe src="${EVIL}/c"></iframe>
\`\`\`
`

const NEW = `export function total(items) {
  let sum = 0
  for (let i = 0; i < items.length; i++) {
    sum += items[i].price
  }
  return sum
}
`

/** Of so many items consists the long session. */
export const MANY = 5000

export const SCENARIO: Scenario = {
  scripts: [
    {
      prompt: 'stream slowly',
      replies: [[{ text: 'One two three ', open: true }, { hold: 'on' }, { text: 'four.' }]],
    },
    {
      prompt: 'run coloured',
      replies: [
        [{ tool: 'Bash', input: { command: 'npm test -- --color' }, result: COLOURED }],
        [{ text: 'It ran.' }],
      ],
    },
    {
      prompt: 'run failing',
      replies: [
        [{ tool: 'Bash', input: { command: 'npm run build' }, fails: 'Exit code 2\nno such thing' }],
        [{ text: 'It failed.' }],
      ],
    },
    {
      prompt: 'run long',
      replies: [
        [
          {
            tool: 'Bash',
            input: { command: 'seq 500' },
            result: Array.from({ length: 500 }, (_, i) => `line ${i + 1}`).join('\n'),
          },
        ],
        [{ text: 'Counted.' }],
      ],
    },
    {
      prompt: 'edit it',
      replies: [
        [{ tool: 'Write', input: { file_path: 'total.js', content: NEW }, run: true }],
        [
          {
            tool: 'Edit',
            input: { file_path: 'total.js', old_string: 'let sum = 0', new_string: 'let sum = 0n' },
            run: true,
          },
        ],
        [{ text: 'Edited.' }],
      ],
    },
    {
      prompt: 'think about it',
      replies: [[{ thinking: 'A secret thought that nobody needs to read.' }, { text: 'Thought enough.' }]],
    },
    {
      prompt: 'use an agent',
      replies: [
        [
          {
            tool: 'Agent',
            input: { description: 'Look around', prompt: 'inner work', subagent_type: 'Explore' },
          },
        ],
        [{ text: 'The agent is back.' }],
      ],
    },
    {
      prompt: 'inner work',
      replies: [
        [
          { text: 'I look inside.' },
          { tool: 'Grep', input: { pattern: 'needle' }, result: 'src/a.ts\nsrc/b.ts' },
        ],
        [{ text: 'Found in two files.' }],
      ],
    },
    {
      prompt: 'many things',
      replies: [Array.from({ length: MANY }, (_, i) => ({ text: `Thing ${i + 1}.`, chunk: 100 }))],
    },
    { prompt: 'be malicious', replies: [[{ text: MALICIOUS }]] },
    {
      prompt: 'all tools',
      replies: [
        [
          {
            tool: 'TodoWrite',
            input: {
              todos: [
                { content: 'Look', status: 'completed', activeForm: 'Looking' },
                { content: 'Mend', status: 'in_progress', activeForm: 'Mending' },
                { content: 'Test', status: 'pending', activeForm: 'Testing' },
              ],
            },
          },
          {
            tool: 'Read',
            input: { file_path: 'src/total.js', offset: 2 },
            result: '     2\tlet a = 1\n     3\tlet b = 2',
          },
          { tool: 'Grep', input: { pattern: 'foo', path: 'src' }, result: 'src/a.ts\nsrc/b.ts' },
          {
            tool: 'WebFetch',
            input: { url: 'https://example.org/page', prompt: 'Sum it up' },
            result: 'A **page**.',
          },
          {
            tool: 'NotebookEdit',
            input: { notebook_path: 'n.ipynb', new_source: 'print(1)', cell_id: 'c1' },
            result: 'Updated',
          },
          { tool: 'TideTable', input: { harbour: 'Hamburg', days: 3 }, result: '{"high":[1,2]}' },
        ],
        [{ message: { type: 'tide_event', height: 3 } }, { text: 'All used.' }],
      ],
    },
  ],
  otherwise: [{ text: 'Yes.' }],
}
