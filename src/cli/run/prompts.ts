import type { SessionOptions } from '../../client/session-options.ts'
import { OFFERS } from '../../simulator/scenarios/index.ts'
import { table } from '../command-line.ts'
import { EXIT } from '../exit-codes.ts'
import { converse, type RunContext } from './conversation.ts'
import { summarize } from './outcome.ts'

const LEAVING = ['/exit', '/quit', 'exit', 'quit']

/** Runs one prompt in a CLI of its own. Returns the exit code. */
export function runOnce(prompt: string, options: SessionOptions, context: RunContext): Promise<number> {
  return converse(options, context, async (talk) => {
    const start = performance.now()
    const result = await talk.turn(prompt)
    const milliseconds = performance.now() - start
    const { sessionId, cost: costUsd } = talk
    const hasBegun = result.status !== 'error' || result.numTurns !== 0
    const isKept = sessionId !== undefined && options.persistSession !== false && hasBegun
    const goOn = isKept ? { goOn: `--resume ${sessionId}` } : {}
    context.printer?.end()
    if (!context.json && !context.printer) summarize(result, { milliseconds, costUsd, ...goOn }, talk.output)
    if (result.status === 'interrupted') return EXIT.interrupted
    if (result.status !== 'success') return EXIT.failed
    return result.denials.length > 0 ? EXIT.denied : EXIT.done
  })
}

export interface PromptsContext extends RunContext {
  readonly agent: string | undefined
}

/** Runs prompt after prompt in one session, until the person leaves. Returns the exit code. */
export function runPrompts(options: SessionOptions, context: PromptsContext): Promise<number> {
  const { io, agent, json } = context
  return converse(options, context, async (talk) => {
    talk.takeKeys()
    io.err(introduction(agent))
    for (;;) {
      const prompt = await talk.prompt()
      if (prompt === undefined || LEAVING.includes(prompt)) break
      if (prompt === '') continue
      const [start, costBefore] = [performance.now(), talk.cost]
      const result = await talk.turn(prompt)
      if (result.status === 'interrupted') await talk.stopAll()
      const measured = { milliseconds: performance.now() - start, costUsd: talk.cost - costBefore }
      if (!json) summarize(result, measured, talk.output)
    }
    const named = agent === undefined ? '' : ` --agent ${agent}`
    if (talk.sessionId !== undefined) io.err(`To continue: fairlead run${named} --resume ${talk.sessionId}\n`)
    return EXIT.done
  })
}

function introduction(agent: string | undefined): string {
  const keys = 'ctrl-c interrupts a turn. At the prompt, ctrl-c or ctrl-d quits.\n\n'
  if (agent !== 'sim') return `Type a prompt. ${keys}`
  return `This is a simulated claude: no login, no model, no changes. Try one of these, or anything else:\n${table(OFFERS)}${keys}`
}
