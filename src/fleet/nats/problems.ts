/** What an error of the NATS client means, in words that say what to do. */
import { FleetError, type FleetProblem } from '../fleet-error.ts'

const JETSTREAM_OFF = [503, 10_039, 10_076]
/** Storage, memory, or a limit of the account or the stream. */
const FULL = [10_023, 10_028, 10_047, 10_077, 10_122, 10_123]

export function fleetError(error: unknown, url: string): FleetError {
  if (error instanceof FleetError) return error
  const [problem, message] = explained(error as Error, url)
  return new FleetError(problem, message, error)
}

function explained(error: Error & { code?: unknown }, url: string): [FleetProblem, string] {
  const causes = chainOf(error)
  const said = causes.map(({ message }) => message).join(': ')
  const has = (...names: string[]) => causes.some(({ name }) => names.includes(name))
  const codes = causes.map(({ code }) => code)
  if (has('AuthorizationError', 'UserAuthenticationExpiredError') || /authorization violation/i.test(said))
    return [
      'credentials',
      `The fleet's server ${url} refuses the credentials of this node. Give the file that \`fairlead fleet init\` wrote for it (--creds), and look whether it was revoked.`,
    ]
  if (has('PermissionViolationError'))
    return ['credentials', `The credentials of this node may not use this fleet: ${error.message}`]
  if (has('JetStreamNotEnabled') || codes.some((code) => JETSTREAM_OFF.includes(code as number)))
    return [
      'no-jetstream',
      `The server ${url} runs without JetStream. Start it with \`--jetstream\` or a \`jetstream\` block in its configuration, as \`fairlead fleet init\` writes it.`,
    ]
  if (
    codes.some((code) => FULL.includes(code as number)) ||
    /insufficient|maximum bytes|no space/i.test(said)
  )
    return [
      'full',
      `The store of the fleet's server is full (${error.message}). Events wait on this node until it has room.`,
    ]
  if (/certificate|tls|ssl|self.signed/i.test(said))
    return [
      'no-tls',
      `The connection to ${url} cannot be encrypted: ${error.message}. Beyond this machine a fleet needs TLS with a certificate that this node knows (--ca FILE), or --insecure.`,
    ]
  if (has('NoRespondersError')) return ['no-node', 'nobody is connected to the fleet under this name']
  if (has('TimeoutError')) return ['unreachable', `The fleet's server ${url} did not answer in time.`]
  if (has('ConnectionError', 'ClosedConnectionError', 'DrainingConnectionError') || isOfNetwork(codes))
    return [
      'unreachable',
      `No server of the fleet answers at ${url}. Is nats-server running there, and may this machine reach the port?`,
    ]
  return ['other', error.message]
}

function isOfNetwork(codes: readonly unknown[]): boolean {
  return codes.some((code) => typeof code === 'string' && /^E[A-Z]+$/.test(code))
}

function chainOf(error: unknown): { name: string; message: string; code?: unknown }[] {
  const chain = []
  for (let it = error; it instanceof Error && chain.length < 5; it = it.cause)
    chain.push({ name: it.name, message: it.message, code: (it as { code?: unknown }).code })
  return chain
}
