import { randomUUID } from 'node:crypto'
import type { Wire } from './io/output.ts'
import type { Profile } from './version.ts'

/** What is wrong with the proxy in the environment. Earlier versions do not check it. */
export function proxyProblem(env: NodeJS.ProcessEnv, { isOld }: Profile): string | undefined {
  const names = ['HTTPS_PROXY', 'https_proxy', 'HTTP_PROXY', 'http_proxy']
  const name = names.find((it) => env[it] !== undefined && env[it] !== '')
  const url = name === undefined ? undefined : env[name]
  if (isOld || url === undefined || URL.canParse(url)) return undefined
  return (
    `Invalid proxy URL in ${name}: "${url}" cannot be parsed as a URL.\n` +
    'Proxy settings must be a complete URL including the scheme, e.g. "http://proxy.example.com:8080".\n' +
    `Fix or unset ${name} and restart Claude Code.`
  )
}

export function startupFailure(session_id: string, error: string): Wire {
  return {
    type: 'result',
    subtype: 'error_during_execution',
    is_error: true,
    duration_ms: 0,
    duration_api_ms: 0,
    num_turns: 0,
    stop_reason: null,
    session_id,
    total_cost_usd: 0,
    usage: {},
    modelUsage: {},
    permission_denials: [],
    uuid: randomUUID(),
    errors: [error],
  }
}
