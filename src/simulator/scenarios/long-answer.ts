import type { Scenario } from '../scenario.ts'

const TEXT = `# How a turn works

A **turn** begins with a message of the user and ends with one \`result\`. In between, the model may be asked several
times: whenever it calls a tool, it is told the result and goes on.

## The order of things

1. The host writes a user message to stdin.
2. The CLI answers with \`system/init\`, at the start of *every* turn.
3. The reply is streamed, block by block.
4. Tools run; some need an approval.
5. The \`result\` says what it took.

## What comes when

| message | when | how often |
|---|---|---|
| \`system/init\` | at the start of a turn | once |
| \`stream_event\` | while the model speaks | many times |
| \`assistant\` | when a block is complete | once for each block |
| \`control_request\` | when a tool needs an approval | once for each question |
| \`result\` | at the end | once |

## A host in a few lines

\`\`\`js
const session = await openSession({ cwd: process.cwd() })
session.send('What is in this folder?')
for await (const message of session.messages()) {
  if (message.type === 'result') break
}
\`\`\`

## Things to know

- An \`assistant\` message comes *before* the end of its own block.
- Cost adds up over the process; usage does not.
  - Read the latest cost, never the sum.
- An approval has no time limit.

> Silence is not death: a tool may run for minutes without a word.

### In short

Wait for the \`result\`, answer what is asked, and keep what you do not know.`

export const longAnswer: Scenario = {
  scripts: [
    {
      prompt: { pattern: '[Ee]xplain|[Mm]arkdown|[Ll]ong answer|[Hh]ow (it|does|do) ' },
      replies: [[{ thinking: 'This deserves a thorough answer with an example.' }, { text: TEXT }]],
    },
  ],
}
