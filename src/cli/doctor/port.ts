import { createServer } from 'node:net'

import { hostPort } from '../../process/data-folder.ts'
import { healthAt } from '../host/find-host.ts'
import type { Finding } from './finding.ts'

const TIME_TO_ANSWER = 1500

export async function checkPort(env: NodeJS.ProcessEnv): Promise<Finding> {
  const port = hostPort(env)
  if (port === undefined) {
    const text = `FAIRLEAD_PORT is "${env.FAIRLEAD_PORT}", which is not a port`
    return problem(text, 'Set it to 1 to 65535.', { given: env.FAIRLEAD_PORT })
  }
  const code = await whyNotFree(port)
  if (code === undefined)
    return { check: 'port', state: 'ok', text: `port ${port} is free`, facts: { port, state: 'free' } }
  if (code !== 'EADDRINUSE') {
    const remedy = 'Choose another one, above 1023, with FAIRLEAD_PORT.'
    return problem(`port ${port} cannot be used (${code})`, remedy, { port, state: code })
  }
  const { name, version } = (await healthAt(`http://127.0.0.1:${port}`, TIME_TO_ANSWER)) ?? {}
  if (name === 'fairlead') {
    const facts = { port, state: 'fairlead', version }
    return { check: 'port', state: 'ok', text: `port ${port}: a Fairlead host ${version} is running`, facts }
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
