import { agentBinary } from '../agent.ts'
import { defineCommand } from '../command-line.ts'
import type { Io } from '../io.ts'
import { packageVersion } from '../package-version.ts'
import { runOnce, runPrompts } from '../run/prompts.ts'
import { welcome } from '../texts.ts'

const DEMO = 'fix the bug'
/** Safe: the scenario defines the tools' output, and nothing is run. */
const ALLOWED = ['Bash', 'Edit']

export const tryOut = defineCommand(
  {
    name: 'try',
    most: 0,
    about: `
Asks for prompts and runs them on the simulator, one after the other, until ctrl-d. Where there is no terminal it shows
one turn and ends. The same as \`fairlead run --agent sim\`, with a greeting.`,
    options: {
      json: { type: 'boolean', about: "print the CLI's messages, one JSON object per line" },
    },
  },
  async ({ values: { json = false } }, io) => {
    const isTerminal = io.stdin.isTTY === true && io.stdout.isTTY === true
    const context = { io: json ? io : inOrder(io), json, canAsk: isTerminal, waits: true }
    const options = agentBinary('sim')
    if (!json) io.out(welcome(packageVersion()))
    if (isTerminal) return runPrompts(options, { ...context, agent: 'sim' })
    if (!json) io.out(`Here is one turn of the simulator, with the prompt "${DEMO}":\n\n`)
    const code = await runOnce(DEMO, { ...options, allowedTools: ALLOWED, persistSession: false }, context)
    if (!json) io.out('\nIn a terminal you can type prompts yourself. All commands: fairlead --help\n')
    return code
  },
)

/** Writes everything to stdout, so that the answer and the events stay in order. */
function inOrder(io: Io): Io {
  return { ...io, stderr: io.stdout, err: (text) => io.out(text) }
}
