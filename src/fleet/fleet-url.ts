/** Where a fleet's servers are: one address, or several with commas between them. */
const LOOPBACK = /^(localhost|127(\.\d{1,3}){3}|\[::1\])$/

/** Whether nothing leaves this machine on the way there. */
export function isLoopbackUrl(url: string): boolean {
  return url.split(',').every((it) => LOOPBACK.test(new URL(it).hostname))
}

/** Undefined: it can be used. */
export function fleetUrlProblem(url: string): string | undefined {
  for (const one of url.split(',')) {
    const parsed = URL.canParse(one) ? new URL(one) : undefined
    if (!parsed || !['nats:', 'tls:'].includes(parsed.protocol) || parsed.hostname === '')
      return `'${one}' is no address of a NATS server: write it as nats://host:4222 or tls://host:4222`
    if (parsed.username !== '' || parsed.password !== '')
      return 'credentials do not belong in the address, where others can read them: use --creds FILE'
  }
  return undefined
}
