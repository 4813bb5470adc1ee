/** The port of the host: free, taken by a host of Fairlead, or by something else. */

import { createServer } from 'node:net'
import type { Health } from '../../api/resources.ts'
import { hostPort } from '../../process/data-folder.ts'
import type { Finding } from './finding.ts'

const TIME_TO_ANSWER = 1500

export async function checkPort(env: NodeJS.ProcessEnv): Promise<Finding> {
  const port = hostPort(env)
  if (port === undefined) {
    const facts = { given: env.FAIRLEAD_PORT }
    return problem(
      `FAIRLEAD_PORT is "${env.FAIRLEAD_PORT}", which is no port`,
      'Set it to 1 to 65535.',
      facts,
    )
  }
  const code = await whyNotFree(port)
  if (code === undefined)
    return { check: 'port', state: 'ok', text: `port ${port} is free`, facts: { port, state: 'free' } }
  if (code !== 'EADDRINUSE') {
    const remedy = 'Choose another one, above 1023, with FAIRLEAD_PORT.'
    return problem(`port ${port} cannot be used (${code})`, remedy, { port, state: code })
  }
  const version = await hostAt(port)
  if (version !== undefined) {
    const facts = { port, state: 'fairlead', version }
    return { check: 'port', state: 'ok', text: `port ${port}: a Fairlead host ${version} runs there`, facts }
  }
  const remedy = 'Stop it, or choose another port with FAIRLEAD_PORT.'
  return problem(`port ${port} is used by another program`, remedy, { port, state: 'other' })
}

function problem(text: string, remedy: string, facts: Finding['facts'] & object): Finding {
  return { check: 'port', state: 'problem', text, remedy, facts }
}

function whyNotFree(port: number): Promise<string | undefined> {
  return new Promise((resolve) => {
    const server = createServer()
    server.once('error', ({ code }: NodeJS.ErrnoException) => resolve(code ?? 'unknown'))
    server.listen(port, '127.0.0.1', () => server.close(() => resolve(undefined)))
  })
}

/** The version of the host there, as its health check tells it. */
async function hostAt(port: number): Promise<string | undefined> {
  try {
    const signal = AbortSignal.timeout(TIME_TO_ANSWER)
    const answer = await fetch(`http://127.0.0.1:${port}/api/healthz`, { signal })
    const { name, version } = (await answer.json()) as Partial<Health>
    return name === 'fairlead' ? version : undefined
  } catch {
    return undefined
  }
}
