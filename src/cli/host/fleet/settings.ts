/** The `fleet` part of the host's configuration: read for `up`, written by `fleet join` and removed by `fleet leave`. */
import { existsSync, readFileSync, renameSync, writeFileSync } from 'node:fs'
import { hostname } from 'node:os'
import type { Engine } from '../../../fleet/ports.ts'
import { type FleetSettings, fleetSettingsSchema } from '../../../fleet/settings.ts'
import type { Config } from '../../../host/config.ts'
import type { ExtendHost } from '../../../host/extension.ts'

/** Throws an error that names the file and the field. */
export function fleetSettingsIn(value: unknown, file: string): FleetSettings {
  const found = fleetSettingsSchema.safeParse(value)
  if (found.success) return found.data
  const problems = found.error.issues.map(
    ({ path, message }) => `${['fleet', ...path].join('.')}: ${message}`,
  )
  throw new Error(`${file}: ${problems.join('; ')}`)
}

export async function openEngine(settings: FleetSettings): Promise<Engine> {
  const { openNats } = await import('../../../fleet/nats/nats-engine.ts')
  const { url, creds, ca, prefix, replicas, maxEventMb, insecure, name = hostname() } = settings
  return openNats({
    ...{ url, creds, ca, prefix, replicas },
    name: `fairlead ${name}`,
    isInsecure: insecure,
    maxEventBytes: maxEventMb === undefined ? undefined : maxEventMb * 1024 * 1024,
  })
}

/** What `up` adds to the host. Nothing of a fleet is loaded without one. */
export async function extensionFor(
  config: Config,
  url: string | undefined,
  file: string,
): Promise<ExtendHost | undefined> {
  if (config.fleet === undefined && url === undefined) return undefined
  const given = {
    ...config.fleet,
    ...(url !== undefined && { url }),
    ...(config.insecure && { insecure: true }),
  }
  const settings = fleetSettingsIn(given, url === undefined ? file : '--fleet')
  const { joinFleet } = await import('../../../fleet/fleet-node.ts')
  return joinFleet({ settings, open: () => openEngine(settings) })
}

/** Sets the part, or removes it, and leaves the rest of the file alone. */
export function writeFleetSettings(file: string, fleet: FleetSettings | undefined): void {
  const config = existsSync(file) ? (JSON.parse(readFileSync(file, 'utf8')) as Record<string, unknown>) : {}
  const { fleet: _, ...rest } = config
  const next = `${file}.new`
  writeFileSync(next, `${JSON.stringify({ ...rest, ...(fleet && { fleet }) }, null, 2)}\n`, { mode: 0o600 })
  renameSync(next, file)
}
