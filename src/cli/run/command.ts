import { resolve } from 'node:path'
import { text as readAll } from 'node:stream/consumers'
import type { SessionOptions } from '../../client/session-options.ts'
import { BinaryNotFoundError } from '../../process/errors.ts'
import { type Model, startModel } from '../../simulator/model/server.ts'
import { OFFERS } from '../../simulator/scenarios/index.ts'
import { defineCommand, UsageError } from '../command-line.ts'
import type { Io } from '../io.ts'
import { isolationIn } from '../isolation.ts'
import { scenarioFrom } from '../scenario-file.ts'
import { agentOf, RUN_OPTIONS, type RunGiven, sessionOptions } from './options.ts'
import { runOnce, runPrompts } from './prompts.ts'

export const run = defineCommand(
  {
    name: 'run',
    summary: 'run a prompt in the terminal, with approvals asked here',
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
  const staged = await stageScenario(values.scenario, agent, io.cwd)
  const all = { ...options, ...staged.options, ...(await isolationIn(values, io)) }
  const [json, canAsk, waits] = [values.json ?? false, io.stdin.isTTY === true, !values['no-wait']]
  const context = { io, json, canAsk, waits }
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
