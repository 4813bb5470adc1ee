/**
 * Chooses the reply to a request. The choice depends only on the request and the scenario, so that retries, resumed and forked
 * conversations and parallel sessions all get the reply that a model which knows them would give.
 */
import { isObject, type JsonObject } from '../../protocol/json.ts'
import { blocksOf, textOf } from '../content.ts'
import { isStep, type PromptPattern, type Reply, type Scenario, type Script } from '../scenario.ts'
import { INTERRUPTED, NOTHING_SAID } from './cli-texts.ts'
import { isAssistant, isSideCall, latestTexts, userTexts } from './conversation.ts'

export interface Choice {
  side: boolean
  /** The index of the script, among the side scripts for a side call. Absent if nothing is scripted. */
  script?: number | 'otherwise'
  /** Counted from 0. After the end of the script, the steps are those of a short closing text. */
  reply?: number
  steps: Reply
}

const SIDE: Reply = [{ text: 'Scripted answer' }]
const CLOSING: Reply = [{ text: 'Done.' }]
const UNSCRIPTED: Reply = [{ text: 'Nothing is scripted for this prompt.' }]

/** Means that no script matches. */
const NONE = -1

export function choose(body: JsonObject, scenario: Scenario): Choice {
  if (isSideCall(body)) return chooseSide(latestTexts(body.messages), scenario)
  const messages: unknown[] = Array.isArray(body.messages) ? body.messages : []
  const { script, reply, prompted } = place(messages, scenario.scripts)
  const steps = replyOf(scenario.scripts[script], reply, messages)
  if (steps !== undefined) return { side: false, script, reply, steps }
  if (prompted && scenario.otherwise !== undefined)
    return { side: false, script: 'otherwise', reply: 0, steps: scenario.otherwise }
  if (prompted) return { side: false, steps: UNSCRIPTED }
  return script === NONE ? { side: false, steps: CLOSING } : { side: false, script, reply, steps: CLOSING }
}

function replyOf(script: Script | undefined, reply: number, messages: unknown[]): Reply | undefined {
  const { replies = [], failed } = script ?? {}
  if (failed !== undefined && hasUnexpectedFailure(messages, replies[reply - 1])) return failed
  return replies[reply]
}

/** Whether a tool call of the last reply came back with an error that the script did not plan: denied, or really failed. */
function hasUnexpectedFailure(messages: unknown[], last: Reply | undefined): boolean {
  const at = messages.findLastIndex(isAssistant)
  const calls = blocksIn(messages[at], 'tool_use')
  const results = messages.slice(at + 1).flatMap((message) => blocksIn(message, 'tool_result'))
  const steps = (last ?? []).filter((step) => isStep(step, 'tool'))
  return steps.some(({ fails }, index) => {
    const result = results.find(({ tool_use_id: id }) => id === calls[index]?.id)
    if (result?.is_error !== true) return false
    return fails === undefined || !textOf(result.content).includes(fails)
  })
}

function blocksIn(message: unknown, type: string): JsonObject[] {
  return isObject(message) ? blocksOf(message.content).filter((block) => block.type === type) : []
}

function chooseSide(texts: string[], { side = [] }: Scenario): Choice {
  const script = side.findIndex(({ prompt }) => texts.some((text) => matches(prompt, text)))
  const found = side[script]
  return found === undefined
    ? { side: true, steps: SIDE }
    : { side: true, script, reply: 0, steps: found.reply }
}

/**
 * Goes back to the last text that a script matches and counts the replies on the way. An interrupt ends the script. `prompted`:
 * the request ends with a text of the user that no script matches.
 */
function place(messages: unknown[], scripts: Script[]): { script: number; reply: number; prompted: boolean } {
  let reply = 0
  let prompted = false
  for (const message of messages.toReversed()) {
    if (isAssistant(message)) reply += 1
    for (const text of userTexts(message).toReversed()) {
      if (text.startsWith(INTERRUPTED)) return { script: NONE, reply, prompted }
      if (text.startsWith(NOTHING_SAID)) {
        reply += 1
        continue
      }
      const script = scripts.findIndex(({ prompt }) => matches(prompt, text))
      if (script !== NONE) return { script, reply, prompted }
      if (reply === 0) prompted = true
    }
  }
  return { script: NONE, reply, prompted }
}

function matches(prompt: PromptPattern, text: string): boolean {
  if (typeof prompt === 'string') return text.toLowerCase().includes(prompt.toLowerCase())
  return new RegExp(prompt.pattern).test(text)
}
