/** `fairlead model` runs the scripted Messages API until ctrl-c, and logs each request when its answer has ended. */
import type { ModelRequest } from '../../simulator/model/log.ts'
import { type Model, startModel } from '../../simulator/model/server.ts'
import type { Scenario } from '../../simulator/scenario.ts'
import { BUILT_IN } from '../../simulator/scenarios/index.ts'
import { defineCommand, UsageError } from '../command-line.ts'
import type { Io } from '../io.ts'
import { scenarioFrom } from '../scenario-file.ts'
import { logged, requestLine } from './request-line.ts'

export const model = defineCommand(
  {
    name: 'model',
    most: 0,
    about: `
Serves a Messages API on the loopback interface that answers from a scenario in place of a model, prints the
environment that makes a claude use it, and logs each request until ctrl-c. Without --scenario it plays the
built-in ones, such as "fix the bug".

Exit code: 0 after ctrl-c, 1 when it cannot listen, 2 usage error.`,
    options: {
      port: { type: 'string', short: 'p', value: 'N', about: 'the port; any free one unless given' },
      scenario: {
        type: 'string',
        short: 's',
        value: 'FILE',
        about: 'what to answer: a JSON or YAML file (docs/scenarios.md)',
      },
      json: { type: 'boolean', about: 'print the environment and each request as a JSON object in a line' },
    },
    examples: ['fairlead model', 'fairlead model --port 8787 --scenario demo.yaml'],
  },
  async ({ values }, io) => {
    const scenario: Scenario = values.scenario ? scenarioFrom(values.scenario, io.cwd) : BUILT_IN
    const server = await listen(portOf(values.port), scenario)
    const json = values.json ?? false
    const stopped = interrupted(io)
    io.out(json ? `${JSON.stringify({ url: server.url, env: server.env })}\n` : introduction(server))
    const follow = followRequests(server, (request) => {
      const entry = logged(request)
      io.out(`${json ? JSON.stringify(entry) : requestLine(entry)}\n`)
    })
    await stopped
    await server.close()
    await follow
    return 0
  },
)

async function listen(port: number | undefined, scenario: Scenario): Promise<Model> {
  try {
    return await startModel({ scenario, ...(port !== undefined && { port }) })
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException
    if (code === 'EADDRINUSE')
      throw new Error(`Port ${port} is in use. Choose another one, or leave out --port.`)
    if (code === 'EACCES') throw new Error(`You may not use port ${port}. Choose one above 1023.`)
    throw error
  }
}

function portOf(text: string | undefined): number | undefined {
  if (text === undefined) return undefined
  if (/^\d+$/.test(text) && Number(text) <= 65_535) return Number(text)
  throw new UsageError(`'${text}' is not a port`)
}

function introduction({ url, env }: Model): string {
  const entries = Object.entries(env)
  const before = entries.map(([name, value]) => `${name}=${value}`).join(' ')
  return [
    `A scripted Messages API listens at ${url}`,
    '',
    ...entries.map(([name, value]) => `export ${name}=${value}`),
    '',
    'For example:',
    `  ${before} claude -p "fix the bug"`,
    '',
    'Press ctrl-c to stop. Requests:',
    '',
  ].join('\n')
}

function interrupted(io: Io): Promise<void> {
  return new Promise((resolve) => {
    const remove = io.onInterrupt(() => {
      remove()
      resolve()
    })
  })
}

const FOR_EVER = 2 ** 31 - 1

/** Calls `tell` once for each request, when it is over. Resolves when the model closes. */
async function followRequests(server: Model, tell: (request: ModelRequest) => void): Promise<void> {
  const told = new WeakSet<ModelRequest>()
  const isNew = (request: ModelRequest) =>
    !told.has(request) && (request.answer !== 'open' || request.aborted)
  for (;;) {
    const request = await server.waitForRequest(isNew, { timeoutMs: FOR_EVER }).catch(() => undefined)
    if (request === undefined) return
    told.add(request)
    tell(request)
  }
}
