// @ts-check
// ../hook-policy.mjs, written for the official client.
import { argv } from 'node:process'
import { query } from '@anthropic-ai/claude-agent-sdk'

/** @returns {import('@anthropic-ai/claude-agent-sdk').SyncHookJSONOutput} */
const deny = (/** @type {string} */ reason) => ({
  hookSpecificOutput: {
    hookEventName: 'PreToolUse',
    permissionDecision: 'deny',
    permissionDecisionReason: reason,
  },
})

const messages = query({
  prompt: argv[2] ?? 'fix the bug',
  options: {
    pathToClaudeCodeExecutable: process.env.CLAUDE_BIN,
    canUseTool: async (_toolName, input) => ({ behavior: 'allow', updatedInput: input }),
    hooks: {
      PreToolUse: [
        {
          hooks: [
            async (input) => {
              if (input.hook_event_name !== 'PreToolUse') return {}
              const given = /** @type {{ command?: string, file_path?: string }} */ (input.tool_input)
              if (input.tool_name === 'Bash' && /\bprod-db\b/.test(given.command ?? ''))
                return deny('Commands must not touch prod-db.')
              if (input.tool_name === 'Read' && /\.(env|pem)$/.test(given.file_path ?? ''))
                return deny('Files with secrets stay closed.')
              return {}
            },
          ],
        },
      ],
      PostToolUse: [
        {
          matcher: 'Edit|Write',
          hooks: [
            async (input) => {
              if (input.hook_event_name !== 'PostToolUse') return {}
              const given = /** @type {{ file_path?: string }} */ (input.tool_input)
              console.log(`changed ${given.file_path}`)
              return {}
            },
          ],
        },
      ],
    },
  },
})
for await (const message of messages) {
  if (message.type !== 'result') continue
  console.log(
    `${message.subtype}: ${message.subtype === 'success' ? message.result : message.errors.join(', ')}`,
  )
}
