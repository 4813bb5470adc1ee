import { resolve } from 'node:path'
import type { SessionOptions } from '../../client/session-options.ts'
import { BinaryNotFoundError } from '../../process/errors.ts'
import { type Model, startModel } from '../../simulator/model/server.ts'
import { OFFERS } from '../../simulator/scenarios/index.ts'
import { inFlags } from '../agent.ts'
import { defineCommand, oneOf, UsageError } from '../command-line.ts'
import type { Io } from '../io.ts'
import { isolationIn } from '../isolation.ts'
import { scenarioFrom } from '../scenario-file.ts'
import { agentOf, isPrinted, RUN_OPTIONS, type RunGiven, sessionOptions } from './options.ts'
import { OUTPUT_FORMATS, Printer } from './print.ts'
import { runOnce, runPrompts } from './prompts.ts'
import { promptFrom } from './stdin.ts'

export const run = defineCommand(
  {
    name: 'run',
    operands: '[PROMPT] [-- FLAGS OF CLAUDE]',
    most: 1,
    passesOn: true,
    about: `
Runs one turn: prints the text as it comes, each tool call in one line and the cost at the end, and asks for approvals here.
The answer goes to stdout, everything else to stderr. ctrl-c interrupts the turn; pressed again, it ends the CLI.
The command waits for background tasks of the turn, such as sub-agents.

Piped input is the prompt, or follows PROMPT (\`cat log | fairlead run "explain this"\`); \`-\` stands for stdin. Nobody can be
asked for approvals then: what needs one is denied unless --allow or --permission-mode says otherwise. On a terminal without
PROMPT it asks for prompts, one after the other, until ctrl-d.

In place of \`claude -p\`: the flags of that command have the same names here, and those that are not listed go behind \`--\`.
With -p or --output-format only the answer is printed, as \`claude -p\` prints it, and approvals are never asked. Differences:
--allowedTools, --add-dir and --mcp-config take one value and can be repeated; stream-json needs no --verbose; background
tasks are waited for; a denied tool has an exit code of its own, and so has a usage error; json is printed also where no
turn could begin.

The simulator (--agent sim) needs no claude and no login. Prompts that it knows:
${OFFERS.map(([prompt]) => prompt).join(', ')}.

Exit code: 0 success, 1 the turn ended with an error, 2 usage error, 5 a tool was denied, 130 interrupted.`,
    options: RUN_OPTIONS,
    examples: [
      'fairlead run "What does this project do?"',
      'fairlead run --agent sim "fix the bug"',
      'fairlead run --scenario demo.yaml "go"',
      "fairlead run --allow 'Bash(npm test)' < prompt.md > answer.md",
      'git diff | fairlead run -p --output-format json "review this"',
    ],
  },
  async (given, io) => {
    const options = sessionOptions(given)
    const [operand] = given.operands
    if (isPrinted(given.values) && operand === undefined && io.stdin.isTTY)
      throw new UsageError('-p and --output-format need a prompt: as an argument, or from stdin')
    const prompt = await promptFrom(operand, io)
    if (prompt?.trim() === '') throw new UsageError('The prompt is empty')
    try {
      return await runWith(given.values, options, prompt, io)
    } catch (error) {
      if (!(error instanceof BinaryNotFoundError) || given.values.agent !== undefined) throw error
      io.err(
        `fairlead run: ${inFlags(error.message)}\nTo try it without one: fairlead run --agent sim "fix the bug"\n`,
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
  const staged = await stageScenario(values.scenario, agent, io.cwd)
  const all = { ...options, ...staged.options, ...(await isolationIn(values, io)) }
  const [json, waits] = [values.json ?? false, !values['no-wait']]
  // A terminal that the prompt was read from has come to its end.
  const canAsk = io.stdin.isTTY === true && !io.stdin.readableEnded && !isPrinted(values)
  const format = values['output-format'] ?? (values.print ? 'text' : undefined)
  const printer =
    format === undefined ? undefined : new Printer(oneOf('--output-format', format, OUTPUT_FORMATS), io)
  const context = { io, json, printer, canAsk, waits }
  try {
    if (prompt !== undefined) return await runOnce(prompt, all, context)
    return await runPrompts(all, { ...context, agent })
  } finally {
    await staged.model?.close()
  }
}

/** The simulator plays the file itself; any other agent gets a scripted model that lives as long as the run. */
async function stageScenario(
  file: string | undefined,
  agent: string | undefined,
  cwd: string,
): Promise<{ options: SessionOptions; model?: Model }> {
  if (file === undefined) return { options: {} }
  const scenario = scenarioFrom(file, cwd)
  if (agent === 'sim') return { options: { extraArgs: { 'sim-scenario': resolve(cwd, file) } } }
  const model = await startModel({ scenario })
  // The variable is for a simulator that was named by its path.
  return { options: { env: { ...model.env, FAIRLEAD_SIM_SCENARIO: resolve(cwd, file) } }, model }
}
