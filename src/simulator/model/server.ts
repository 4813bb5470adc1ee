/**
 * The scripted Messages API: an HTTP server on the loopback interface that the real CLI uses as its API. `startModel` starts it,
 * `close` ends it together with every connection, whatever is held or being streamed. A client that goes away in the middle of a
 * response ends only that response; the log records it.
 */
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { checkOptionNames, type OptionNames } from '../../protocol/option-names.ts'
import { amount, aPort } from '../../protocol/option-values.ts'
import type { Scenario, Step } from '../scenario.ts'
import { checkScenario } from '../scenario-check.ts'
import { readScenarioFile } from '../scenario-file.ts'
import { Holds } from './holds.ts'
import { type ModelRequest, RequestLog, type RequestTest } from './log.ts'
import { respond } from './respond.ts'

/** What `startModel` takes. */
export interface ModelOptions {
  /** A scenario, or the path of a JSON or YAML file with one. */
  scenario?: Scenario | string
  /** Any free port if omitted. */
  port?: number
  /** How many requests the log keeps. Each can take several hundred kilobytes. */
  keepRequests?: number
}

const OPTIONS: OptionNames<ModelOptions> = { scenario: true, port: aPort, keepRequests: amount }

/** A scripted Messages API that runs. Pass `env` to the real CLI, and it talks to this server. */
export interface Model {
  readonly url: string
  /** The environment variables that the CLI needs to talk to this server. */
  readonly env: {
    readonly ANTHROPIC_BASE_URL: string
    readonly ANTHROPIC_API_KEY: string
    readonly CLAUDE_CODE_DISABLE_NONESSENTIAL_TRAFFIC: string
  }
  /** The newest requests, oldest first. */
  readonly requests: readonly ModelRequest[]
  /** Returns the first request that passes, in the log or in future. Checks again when a request changes. */
  waitForRequest(passes: RequestTest, options?: { timeoutMs?: number }): Promise<ModelRequest>
  /** Replaces the scenario for future requests. Forgets released names and counted errors. */
  use(scenario: Scenario | string): void
  /** Releases whatever waits or will wait at the hold. */
  release(name: string): void
  /** Resolves when a request has arrived at the hold. */
  held(name: string): Promise<void>
  close(): Promise<void>
}

const KEEP_REQUESTS = 200
const WAIT_MS = 10_000

/** Starts a scripted Messages API on loopback, so that a real CLI runs without a model. */
export async function startModel(options: ModelOptions = {}): Promise<Model> {
  checkOptionNames(options, OPTIONS)
  const log = new RequestLog(options.keepRequests ?? KEEP_REQUESTS)
  const holds = new Holds()
  let scenario = copyOf(options.scenario ?? { scripts: [] })
  const progress = { holds, acted: new WeakMap<Step, number>() }
  const running = new Set<Promise<void>>()

  const server = createServer((request: IncomingMessage, response: ServerResponse) => {
    const over = respond({ request, response, scenario, progress, log }).finally(() => running.delete(over))
    running.add(over)
  })
  // The end of an idle connection by the server could cross with the next request on it.
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

/** Returns a copy in which every step is a separate object, because the model counts by object how often a step has acted. */
function copyOf(scenario: Scenario | string): Scenario {
  if (typeof scenario === 'string') return readScenarioFile(scenario)
  return JSON.parse(JSON.stringify(checkScenario(scenario)))
}
