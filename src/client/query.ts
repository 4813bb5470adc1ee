/**
 * One-shot use: prompts in, messages out. The session is opened when iteration begins and closed when it ends, however
 * it ends. Stdin stays open until every prompt has its result and nothing is left that the CLI could ask about.
 */

import type { Prompt } from '../driver/prompt.ts'
import { OptionsError } from '../protocol/errors.ts'
import { checkOptionNames, type OptionNames } from '../protocol/option-names.ts'
import type { StdoutMessage } from '../protocol/stdout.ts'
import { startSession } from './open-session.ts'
import { SESSION_OPTIONS } from './option-names.ts'
import type { Session } from './session.ts'
import type { SessionOptions } from './session-options.ts'

/** What `query` takes. */
export interface QueryOptions {
  /** One prompt, or prompts as they come: each is sent when it is there. */
  readonly prompt: Prompt | AsyncIterable<Prompt>
  readonly options?: SessionOptions
}

const NAMES: OptionNames<QueryOptions> = { prompt: true, options: true }
const IN_OPTIONS = Object.fromEntries(
  Object.keys(SESSION_OPTIONS).map((name) => [name, `\`options.${name}\``]),
)

/**
 * Sends one prompt, or many, and yields every message of the CLI until the last result. The process ends with the loop.
 *
 * @example
 * for await (const message of query({ prompt: 'What is in this folder?' })) {
 *   if (message.type === 'result') console.log(message.subtype, message.total_cost_usd)
 * }
 */
export async function* query(given: QueryOptions): AsyncGenerator<StdoutMessage, void> {
  checkOptionNames(given, NAMES, IN_OPTIONS)
  const { prompt, options = {} } = given
  if (prompt === undefined) throw new OptionsError('`prompt` is missing.')
  // Nobody sees the session, so nobody needs its state.
  const session = await startSession({ ...options, keepState: false })
  const messages = session.messages()
  // Not awaited here: the messages are to flow meanwhile.
  const fed = feed(session, prompt)
  fed.catch(() => {})
  try {
    yield* messages
    await fed
    options.signal?.throwIfAborted()
  } catch (error) {
    options.signal?.throwIfAborted()
    throw error
  } finally {
    await session.close()
    await fed.catch(() => {})
  }
}

/** Sends the prompts and ends the input when all have their results. The CLI finishes background tasks and exits. */
async function feed(session: Session, prompt: QueryOptions['prompt']): Promise<void> {
  try {
    if (isStream(prompt)) {
      const results: Promise<unknown>[] = []
      for await (const one of prompt) results.push(session.send(one).result)
      await Promise.all(results)
    } else {
      await session.send(prompt).result
    }
    session.endInput()
  } catch (error) {
    // The reader learns of a dead process from the messages; of a prompt that cannot be sent, only from here.
    void session.close()
    throw error
  }
}

function isStream(prompt: QueryOptions['prompt']): prompt is AsyncIterable<Prompt> {
  return typeof prompt === 'object' && Symbol.asyncIterator in prompt
}
