/** `fairlead run`: one turn in the terminal. */
import { text as readAll } from 'node:stream/consumers'
import { BinaryNotFoundError } from '../../process/errors.ts'
import { defineCommand, UsageError } from '../command-line.ts'
import type { Io } from '../io.ts'
import { RUN_OPTIONS, sessionOptions } from './options.ts'
import { runTurn } from './turn.ts'

export const run = defineCommand(
  {
    name: 'run',
    summary: 'run one prompt in the terminal, with approvals asked here',
    operands: '[PROMPT]',
    most: 1,
    about: `
Runs one turn: the text as it comes, each tool call in one line, approvals asked here, and the cost at the end.
The answer goes to stdout, everything else to stderr. Without PROMPT it is read from a piped stdin; approvals
cannot be asked then, and what needs one is denied unless --allow or --permission-mode says otherwise.
ctrl-c interrupts the turn, a second one ends the CLI.

Exit code: 0 success, 1 the turn ended with an error, 2 called wrongly, 130 interrupted.`,
    options: RUN_OPTIONS,
    examples: [
      'fairlead run "What does this project do?"',
      'fairlead run --agent sim "fix the bug"',
      "fairlead run --allow 'Bash(npm test)' < prompt.md > answer.md",
    ],
  },
  async (given, io) => {
    const options = sessionOptions(given)
    const prompt = given.operands[0] ?? (await pipedPrompt(io))
    if (prompt.trim() === '') throw new UsageError('The prompt is empty')
    try {
      return await runTurn(prompt, options, {
        io,
        json: given.values.json ?? false,
        canAsk: io.stdin.isTTY === true,
      })
    } catch (error) {
      if (!(error instanceof BinaryNotFoundError) || given.values.agent !== undefined) throw error
      io.err(
        `fairlead run: ${error.message}\nTo try it without one: fairlead run --agent sim "fix the bug"\n`,
      )
      return 1
    }
  },
)

async function pipedPrompt({ stdin }: Io): Promise<string> {
  if (stdin.isTTY) throw new UsageError('A prompt is needed, as an argument or on stdin')
  return readAll(stdin)
}
