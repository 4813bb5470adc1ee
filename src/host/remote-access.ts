import type { RemoteAccess } from '../api/resources.ts'

interface Reached {
  readonly address: string
  readonly port: number
  readonly hosts: readonly string[]
  readonly hasTls: boolean
  readonly isBehindProxy: boolean
}

const LOOPBACK = ['127.0.0.1', '::1', 'localhost']

export function isLoopback(address: string): boolean {
  return LOOPBACK.includes(address)
}

/** The address for other devices: that of the proxy, or the first of `hosts`. */
export function remoteAccess({ address, port, hosts, hasTls, isBehindProxy }: Reached): RemoteAccess {
  const [name] = hosts
  if (isBehindProxy && name !== undefined) return { url: `https://${name}` }
  if (isLoopback(address) || name === undefined) return { missing: 'address' }
  return hasTls ? { url: `https://${name}:${port}` } : { missing: 'encryption' }
}
