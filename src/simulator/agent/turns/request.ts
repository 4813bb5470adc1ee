/** Calls the model once, with retries: waits after errors that may pass, and tries again. */
import type { JsonObject } from '../../../protocol/json.ts'
import { ApiFailure } from '../replies/source.ts'
import type { ReplyReader } from './reply.ts'
import type { Thread } from './thread.ts'

const FIRST_DELAY = 500
const MAX_DELAY = 32_000
const MAX_RETRIES = 10
/** The maximum number of retries while the API is overloaded. */
const OVERLOADED_RETRIES = 2
/** If the server asks for a longer wait, in seconds, the agent gives up. */
const MAX_RETRY_AFTER = 600

/** Resolves when the reply is complete. Rejects with an `ApiFailure`, or when the signal is aborted. */
export async function request(
  thread: Thread,
  body: JsonObject,
  reader: ReplyReader,
  signal: AbortSignal,
): Promise<void> {
  const { source, output, profile } = thread.agent
  const onRequest = (id: string) => {
    reader.requestId = id
  }
  for (let attempt = 1; ; attempt += 1) {
    try {
      for await (const event of source.stream(body, signal, onRequest)) {
        if (signal.aborted) throw signal.reason
        await reader.take(event)
        await output.drained()
      }
      return
    } catch (error) {
      if (signal.aborted || !(error instanceof ApiFailure)) throw error
      // After a 404, and in 2.1.197 after a broken stream, request the reply as a whole.
      if ((reader.hasStarted && profile.isOld) || error.status === 404) {
        await reader.takeWhole(await source.whole(body, signal, onRequest))
        if (reader.hasStarted) thread.leftOpen(reader.stopReason)
        return
      }
      reader.close(false)
      await retry(thread, error, attempt, signal)
    }
  }
}

/** Waits until the next attempt, or gives up with the error. */
async function retry(
  thread: Thread,
  failure: ApiFailure,
  attempt: number,
  signal: AbortSignal,
): Promise<void> {
  const { env, output, pace, profile } = thread.agent
  const max_retries = Number(env.CLAUDE_CODE_MAX_RETRIES ?? MAX_RETRIES)
  const most =
    failure.status === 529 && !profile.isFirst ? Math.min(max_retries, OVERLOADED_RETRIES) : max_retries
  if (!mayPass(failure) || attempt > most) throw failure
  const { retryAfter, status } = failure
  const backoff = Math.min(FIRST_DELAY * 2 ** (attempt - 1), MAX_DELAY)
  const retry_delay_ms =
    retryAfter === undefined ? backoff + Math.round(Math.random() * 0.25 * backoff) : retryAfter * 1000
  const error = failure.code
  output.system('api_retry', { attempt, max_retries, retry_delay_ms, error_status: status, error })
  await pace.wait(retry_delay_ms, signal)
}

function mayPass({ status, retryAfter = 0 }: ApiFailure): boolean {
  if (retryAfter > MAX_RETRY_AFTER) return false
  return (
    status === null || status === 401 || status === 408 || status === 409 || status === 429 || status >= 500
  )
}
