import type { IncomingMessage, ServerResponse } from 'node:http'
import type { Scenario } from '../scenario.ts'
import { Answer } from './answer.ts'
import type { ModelRequest, RequestLog } from './log.ts'
import { type Incoming, type Plan, plan } from './plan.ts'
import { type Progress, play } from './play.ts'

export interface Call {
  request: IncomingMessage
  response: ServerResponse
  scenario: Scenario
  progress: Progress
  log: RequestLog
}

/** The longest request that the CLI was seen to send had 40 MB. */
const MAX_BODY = 64 * 1024 * 1024

/** Answers one request and logs it. Never rejects: a client that goes away is an outcome like any other. */
export async function respond({ request, response, scenario, progress, log }: Call): Promise<void> {
  const body = await readBody(request).catch(() => undefined)
  if (body === undefined) return
  const { method = '', url = '' } = request
  const [path = ''] = url.split('?')
  const planned = plan({ method, path, body }, scenario)
  const entry = log.add(newEntry(method, path, planned))
  const answer = new Answer(response, (outcome) => log.update(entry, outcome))
  try {
    if (planned.kind === 'reply') await play(planned.choice.steps, planned, answer, progress)
    else if (planned.kind === 'error') await answer.fail(planned.error)
    else await answer.json(planned.json)
  } catch (error) {
    if (answer.gone.aborted) log.update(entry, { aborted: true })
    else await answer.fail({ status: 500, message: String(error) }).catch(() => response.destroy())
  }
}

function newEntry(method: string, path: string, planned: Plan): ModelRequest {
  const { steps: _, ...chosen } = planned.kind === 'reply' ? planned.choice : { side: false, steps: [] }
  const body = planned.body === undefined ? {} : { body: planned.body }
  return { at: Date.now(), method, path, ...body, ...chosen, answer: 'open', aborted: false }
}

/** Reads to the end in any case: a client that is still sending does not read a response. */
async function readBody(request: IncomingMessage): Promise<Incoming['body']> {
  const chunks: Buffer[] = []
  let length = 0
  for await (const chunk of request as AsyncIterable<Buffer>) {
    length += chunk.length
    if (length <= MAX_BODY) chunks.push(chunk)
  }
  return length > MAX_BODY ? 'too long' : { text: Buffer.concat(chunks).toString() }
}
