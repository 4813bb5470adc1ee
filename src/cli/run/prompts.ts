/** Prompt after prompt in one session, until the person leaves. */
import type { SessionOptions } from '../../client/session-options.ts'
import { OFFERS } from '../../simulator/scenarios/index.ts'
import { table } from '../command-line.ts'
import { Conversation, INTERRUPTED, type RunContext } from './conversation.ts'
import { summarize } from './summary.ts'

const LEAVING = ['/exit', '/quit', 'exit', 'quit']

export interface PromptsContext extends RunContext {
  readonly agent: string | undefined
}

/** The exit code. */
export async function runPrompts(options: SessionOptions, context: PromptsContext): Promise<number> {
  const { io, agent, json } = context
  const talk = new Conversation(context)
  try {
    await talk.open(options)
    talk.takeKeys()
    io.err(introduction(agent))
    for (;;) {
      const prompt = await talk.prompt()
      if (prompt === undefined || LEAVING.includes(prompt)) break
      if (prompt === '') continue
      const [start, costBefore] = [performance.now(), talk.cost]
      const result = await talk.turn(prompt)
      if (result.status === 'interrupted') await talk.stopAll()
      const measured = { milliseconds: performance.now() - start, cost: talk.cost - costBefore }
      if (!json) summarize(result, measured, talk.output)
    }
    if (talk.sessionId !== undefined) io.err(`To go on with it: ${goOn(agent, talk.sessionId)}\n`)
    return 0
  } catch (error) {
    if (talk.presses > 0) return INTERRUPTED
    throw error
  } finally {
    await talk.close()
  }
}

function introduction(agent: string | undefined): string {
  const keys = 'ctrl-c interrupts a turn. At the prompt, ctrl-c or ctrl-d leaves.\n\n'
  if (agent !== 'sim') return `Type a prompt. ${keys}`
  return `This is the simulator: no login, no model, nothing is changed. Try one of these, or anything else:\n${table(OFFERS)}${keys}`
}

function goOn(agent: string | undefined, id: string): string {
  const named = agent === undefined ? '' : ` --agent ${agent}`
  return `fairlead run${named} --resume ${id}`
}
