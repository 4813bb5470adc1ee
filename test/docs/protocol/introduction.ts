/** How the wire works, for a reader who has not seen it. */
export const introduction = `# Protocol reference

<!-- Made by \`npm run docs\` from src/protocol, the fixtures of the tests and SPEC.md. Changes here are lost. -->

What the Claude Code CLI and its host say to each other in stream-json, with examples, versions and traps.

## How the wire works

- The host starts \`claude -p --input-format stream-json --output-format stream-json --verbose\` and keeps both pipes open. Every
  message is one JSON object on one line, both ways. A line that is not a JSON object ends the CLI.
- A prompt is a \`user\` message on stdin. A turn follows: \`system/init\`, then \`assistant\` messages and, for tools, \`user\` messages
  with their results, and finally exactly one \`result\`. The process then waits for the next prompt. Closing stdin ends the process.
- The control channel runs beside the conversation. Either side sends a \`control_request\` with a \`request_id\`, and the other answers with a
  \`control_response\` that has the same id, in any order. Answer every request: the CLI waits without a time limit.
- Approvals are such requests: with \`--permission-prompt-tool stdio\` the CLI sends \`can_use_tool\`, and withdraws the request with
  \`control_cancel_request\` if it no longer needs the answer.
- With \`--include-partial-messages\`, \`stream_event\` messages carry the model’s answer as it streams. The \`assistant\` messages
  still follow: they are authoritative, the events are a preview.
- The protocol is open: every version adds types, subtypes and fields. Keep what you do not know, and do not fail on it.

**37**, **197** and **325** are the versions 2.1.37, 2.1.197 and 2.1.325 of the CLI; "seen" means that the tests of this repository saw them do it.
S1 to S4 are documents that say something else; SPEC.md names them. Ids such as R-TYPE-4 are rules of SPEC.md, each with a test. A field is
optional unless it is marked as required; in nested objects, \`?\` marks the optional fields.`
