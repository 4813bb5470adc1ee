/** How the wire works, for a reader who has not seen it. */
export const introduction = `# Protocol reference

<!-- Made by \`npm run docs\` from src/protocol, the fixtures of the tests and SPEC.md. Changes here are lost. -->

What the Claude Code CLI and its host say to each other in stream-json, with examples, versions and traps.

## How the wire works

- The host starts \`claude -p --input-format stream-json --output-format stream-json --verbose\` and keeps both pipes open. Every
  message is one JSON object on one line, both ways. A line that is no object ends the CLI.
- A prompt is a \`user\` message on stdin. A turn follows: \`system/init\`, then \`assistant\` messages and, for tools, \`user\` messages
  with their results, and at the end exactly one \`result\`. The process then waits for the next prompt. Closing stdin ends it.
- Beside the conversation runs the control channel. Both sides send \`control_request\` with a \`request_id\` and are answered by a
  \`control_response\` with the same one, in any order. The side that is asked must answer: the CLI waits without limit.
- Approvals are such requests: with \`--permission-prompt-tool stdio\` the CLI asks \`can_use_tool\`, and withdraws the question with
  \`control_cancel_request\` if it is settled otherwise.
- With \`--include-partial-messages\`, \`stream_event\` messages carry the model’s answer while it is written. The \`assistant\` messages
  come as well: they are the truth, the events a preview.
- The world is open: new types, subtypes and fields come with every version. Keep what you do not know, and do not fail on it.

**37**, **197** and **325** are the versions 2.1.37, 2.1.197 and 2.1.325 of the CLI; "seen" is what tests of this repository saw them do.
S1 to S4 are documents that say otherwise: SPEC.md names them. Ids such as R-TYPE-4 are its rules, each shown by a test. A field is
optional where it is not marked as required; \`?\` marks optional fields of an object inside.`
