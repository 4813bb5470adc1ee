/** `fairlead run`: one turn in the terminal, or one after the other. */
import { text as readAll } from 'node:stream/consumers'
import type { SessionOptions } from '../../client/session-options.ts'
import { BinaryNotFoundError } from '../../process/errors.ts'
import { OFFERS } from '../../simulator/scenarios/index.ts'
import { defineCommand, UsageError } from '../command-line.ts'
import type { Io } from '../io.ts'
import { isolationIn } from '../isolation.ts'
import { runOnce } from './once.ts'
import { agentOf, RUN_OPTIONS, type RunGiven, sessionOptions } from './options.ts'
import { runPrompts } from './prompts.ts'
import { stageScenario } from './scenario.ts'

export const run = defineCommand(
  {
    name: 'run',
    operands: '[PROMPT]',
    most: 1,
    about: `
Runs one turn: the text as it comes, each tool call in one line, approvals asked here, and the cost at the end.
The answer goes to stdout, everything else to stderr. ctrl-c interrupts the turn, a second one ends the CLI.
Tasks that the turn leaves in the background, such as sub-agents, are waited for.

Without PROMPT it is read from a piped stdin. Approvals cannot be asked then: what needs one is denied unless --allow or
--permission-mode says otherwise. On a terminal it asks for prompts, one after the other, until ctrl-d.

The simulator (--agent sim) needs no claude and no login. Prompts that it knows:
${OFFERS.map(([prompt]) => prompt).join(', ')}.

Exit code: 0 success, 1 the turn ended with an error, 2 called wrongly, 130 interrupted.`,
    options: RUN_OPTIONS,
    examples: [
      'fairlead run "What does this project do?"',
      'fairlead run --agent sim "fix the bug"',
      'fairlead run --scenario demo.yaml "go"',
      "fairlead run --allow 'Bash(npm test)' < prompt.md > answer.md",
    ],
  },
  async (given, io) => {
    const options = sessionOptions(given)
    const prompt = given.operands[0] ?? (io.stdin.isTTY ? undefined : await readAll(io.stdin))
    if (prompt?.trim() === '') throw new UsageError('The prompt is empty')
    try {
      return await runWith(given.values, options, prompt, io)
    } catch (error) {
      if (!(error instanceof BinaryNotFoundError) || given.values.agent !== undefined) throw error
      io.err(
        `fairlead run: ${error.message}\nTo try it without one: fairlead run --agent sim "fix the bug"\n`,
      )
      return 1
    }
  },
)

async function runWith(
  values: RunGiven['values'],
  options: SessionOptions,
  prompt: string | undefined,
  io: Io,
): Promise<number> {
  const agent = agentOf(values)
  const staged = await stageScenario(values.scenario, agent, io)
  const all = { ...options, ...staged.options, ...(await isolationIn(values, io)) }
  const context = {
    io,
    json: values.json ?? false,
    canAsk: io.stdin.isTTY === true,
    waits: !values['no-wait'],
  }
  try {
    if (prompt !== undefined) return await runOnce(prompt, all, context)
    return await runPrompts(all, { ...context, agent })
  } finally {
    await staged.model?.close()
  }
}
