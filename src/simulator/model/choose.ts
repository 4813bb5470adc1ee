/**
 * Which reply a request gets. It depends on the request and the scenario alone, so that retries, resumed and
 * forked conversations and parallel sessions all get the reply they would get from a model that knows them.
 */
import { isObject, type JsonObject } from '../../protocol/json.ts'
import type { Reply, Scenario, Script } from '../scenario.ts'
import { isSideCall, userTexts } from './conversation.ts'

export interface Choice {
  side: boolean
  /** Absent for side calls and for prompts that nothing is scripted for. */
  script?: number | 'otherwise'
  /** Counted from 0. Past the script's end the steps are those of a short closing text. */
  reply?: number
  steps: Reply
}

const SIDE: Reply = [{ text: 'Scripted answer' }]
const CLOSING: Reply = [{ text: 'Done.' }]
const UNSCRIPTED: Reply = [{ text: 'Nothing is scripted for this prompt.' }]

/** Texts of the CLI after which a script does not go on: an interrupt, and the request to sum up for a compaction. */
const ENDS = ['[Request interrupted by user', 'CRITICAL: Respond with TEXT ONLY']

/** What the CLI says after an answer without text and tools; it keeps no assistant message of such an answer. */
const NOTHING_SAID = '[Your previous response had no visible output'

export function choose(body: JsonObject, scenario: Scenario): Choice {
  if (isSideCall(body)) return { side: true, steps: SIDE }
  const { script, reply, prompted } = place(
    Array.isArray(body.messages) ? body.messages : [],
    scenario.scripts,
  )
  const steps = scenario.scripts[script]?.replies[reply]
  if (steps !== undefined) return { side: false, script, reply, steps }
  if (prompted && scenario.otherwise !== undefined) {
    return { side: false, script: 'otherwise', reply: 0, steps: scenario.otherwise }
  }
  if (prompted) return { side: false, steps: UNSCRIPTED }
  return script === NONE ? { side: false, steps: CLOSING } : { side: false, script, reply, steps: CLOSING }
}

/** The index of no script. */
const NONE = -1

/**
 * Goes back to the last text that a script matches and counts the answers on the way.
 * `prompted`: the request ends in a text of the user that no script matches.
 */
function place(messages: unknown[], scripts: Script[]): { script: number; reply: number; prompted: boolean } {
  let reply = 0
  let prompted = false
  for (const message of messages.toReversed()) {
    if (isObject(message) && message.role === 'assistant') reply += 1
    for (const text of userTexts(message).toReversed()) {
      const script = scripts.findIndex(({ prompt }) => matches(prompt, text))
      if (script !== NONE) return { script, reply, prompted }
      if (ENDS.some((start) => text.startsWith(start))) return { script: NONE, reply, prompted }
      if (text.startsWith(NOTHING_SAID)) reply += 1
      if (reply === 0) prompted = true
    }
  }
  return { script: NONE, reply, prompted }
}

function matches(prompt: Script['prompt'], text: string): boolean {
  if (typeof prompt === 'string') return text.toLowerCase().includes(prompt.toLowerCase())
  return new RegExp(prompt.pattern).test(text)
}
