// @ts-check
// Hooks as a policy: no command touches the production database, files with secrets stay closed, every edit goes into a log.
// A hook runs before permissions are looked at, so that no setting and no mode of the CLI can skip it.
//
//   node examples/hook-policy.mjs "fix the bug"
import { argv } from 'node:process'
import { openSession } from 'fairlead'

/** @returns {import('fairlead/protocol').HookOutput<'PreToolUse'>} */
const deny = (/** @type {string} */ reason) => ({
  hookSpecificOutput: {
    hookEventName: 'PreToolUse',
    permissionDecision: 'deny',
    permissionDecisionReason: reason,
  },
})

const session = await openSession({
  onApproval: (approval) => approval.allow(),
  hooks: {
    PreToolUse: [
      {
        handler: (input) => {
          if (input.tool_name === 'Bash' && /\bprod-db\b/.test(input.tool_input.command))
            return deny('Commands must not touch prod-db.')
          if (input.tool_name === 'Read' && /\.(env|pem)$/.test(input.tool_input.file_path))
            return deny('Files with secrets stay closed.')
        },
      },
    ],
    PostToolUse: [
      {
        matcher: 'Edit|Write',
        handler: (input) => {
          if (input.tool_name === 'Edit' || input.tool_name === 'Write')
            console.log(`changed ${input.tool_input.file_path}`)
        },
      },
    ],
  },
})
const { status, text } = await session.send(argv[2] ?? 'fix the bug').result
console.log(`${status}: ${text}`)
await session.close()
