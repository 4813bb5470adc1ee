/**
 * The scripted Messages API: an HTTP server on the loopback interface that the real CLI takes for the API.
 * `startModel` starts it, `close` ends it together with every connection, whatever is held or being streamed.
 * A client that goes away in the middle of an answer ends that answer only; the log says so.
 */
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import type { Scenario, Step } from '../scenario.ts'
import { checkScenario } from '../scenario-check.ts'
import { readScenarioFile } from '../scenario-file.ts'
import { Holds } from './holds.ts'
import { type ModelRequest, RequestLog, type RequestTest } from './log.ts'
import { respond } from './respond.ts'

export interface ModelOptions {
  /** A scenario, or the path of a JSON or YAML file with one. */
  scenario?: Scenario | string
  /** Without it, any free one. */
  port?: number
  /** How many requests the log keeps. Each can take some hundred kilobytes. */
  keepRequests?: number
}

export interface Model {
  readonly url: string
  /** What the CLI needs in its environment to talk to this server. */
  readonly env: {
    readonly ANTHROPIC_BASE_URL: string
    readonly ANTHROPIC_API_KEY: string
    readonly CLAUDE_CODE_DISABLE_NONESSENTIAL_TRAFFIC: string
  }
  /** The newest requests, oldest first. */
  readonly requests: readonly ModelRequest[]
  /** The first request that passes, of those in the log or those to come. Looks again when one changes. */
  waitForRequest(passes: RequestTest, options?: { timeoutMs?: number }): Promise<ModelRequest>
  /** Replaces the scenario for the requests to come. Names released and errors counted so far are forgotten. */
  use(scenario: Scenario | string): void
  /** Lets pass whatever waits or will wait at the hold. */
  release(name: string): void
  /** Resolves when a request has arrived at the hold. */
  held(name: string): Promise<void>
  close(): Promise<void>
}

const KEEP_REQUESTS = 200
const WAIT_MS = 10_000

export async function startModel(options: ModelOptions = {}): Promise<Model> {
  const log = new RequestLog(options.keepRequests ?? KEEP_REQUESTS)
  const holds = new Holds()
  let scenario = copyOf(options.scenario ?? { scripts: [] })
  const progress = { holds, acted: new WeakMap<Step, number>() }
  const running = new Set<Promise<void>>()

  const server = createServer((request: IncomingMessage, response: ServerResponse) => {
    const over = respond({ request, response, scenario, progress, log }).finally(() => running.delete(over))
    running.add(over)
  })
  // A connection that the server ends after some idle seconds can cross with the next request on it.
  server.keepAliveTimeout = 0
  await new Promise<void>((resolve, reject) => {
    server.once('error', reject)
    server.listen(options.port ?? 0, '127.0.0.1', resolve)
  })
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
  let closed: Promise<void> | undefined

  async function end(): Promise<void> {
    const ended = new Promise<void>((resolve) => server.close(() => resolve()))
    server.closeAllConnections()
    await ended
    await Promise.all(running)
    holds.close()
    log.close()
  }

  return {
    url,
    env: {
      ANTHROPIC_BASE_URL: url,
      ANTHROPIC_API_KEY: 'scripted-model',
      CLAUDE_CODE_DISABLE_NONESSENTIAL_TRAFFIC: '1',
    },
    requests: log.requests,
    waitForRequest: (passes, { timeoutMs = WAIT_MS } = {}) => log.wait(passes, timeoutMs),
    use(next) {
      scenario = copyOf(next)
      holds.reset()
    },
    release: (name) => holds.release(name),
    held: (name) => holds.arrival(name),
    close() {
      closed ??= end()
      return closed
    },
  }
}

/** A copy in which every step is an object of its own: how often a step has acted is counted by object. */
function copyOf(scenario: Scenario | string): Scenario {
  if (typeof scenario === 'string') return readScenarioFile(scenario)
  return JSON.parse(JSON.stringify(checkScenario(scenario)))
}
