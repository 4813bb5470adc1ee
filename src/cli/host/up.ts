/**
 * `fairlead up` runs the host until ctrl-c. Sessions go on when it ends, and the next host takes them over. With
 * `--detach` it starts the host in the background and ends when the host answers.
 */
import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { signInUrl } from '../../api/browser-access.ts'
import { ISOLATION_SETTINGS } from '../../api/commands.ts'
import type { RemoteAccess } from '../../api/resources.ts'
import type { Config } from '../../host/config.ts'
import type { Daemon } from '../../host/daemon.ts'
import { originProblem } from '../../host/http/origins.ts'
import { dataFolder } from '../../process/data-folder.ts'
import { defineCommand, oneOf, UsageError, type Values } from '../command-line.ts'
import type { Io } from '../io.ts'
import { ISOLATION_OPTION } from '../isolation.ts'
import { packageVersion } from '../package-version.ts'
import { findHost } from './find-host.ts'
import { phoneText } from './phone.ts'
import { startDetached } from './start.ts'
import { checkLimits, startTrouble } from './start-trouble.ts'

const OPTIONS = {
  port: { type: 'string', short: 'p', value: 'N', about: 'the port (FAIRLEAD_PORT, otherwise 4180)' },
  listen: { type: 'string', value: 'ADDRESS', about: 'an address beyond this machine; needs --host and TLS' },
  host: {
    type: 'string',
    multiple: true,
    value: 'NAME',
    about: 'a name under which the host is reached (repeatable)',
  },
  origin: {
    type: 'string',
    multiple: true,
    value: 'URL',
    about:
      'another origin whose pages may use the API with the token, such as http://localhost:5173 (repeatable)',
  },
  'tls-cert': { type: 'string', value: 'FILE', about: 'the certificate, for an address beyond this machine' },
  'tls-key': { type: 'string', value: 'FILE', about: 'the key of the certificate' },
  'behind-proxy': { type: 'boolean', about: 'a proxy with TLS is in front of the host' },
  insecure: { type: 'boolean', about: 'listen beyond this machine without encryption' },
  root: {
    type: 'string',
    multiple: true,
    value: 'FOLDER',
    about: 'allow sessions only in this folder and below (repeatable)',
  },
  'allow-bypass': { type: 'boolean', about: 'allow the mode bypassPermissions' },
  isolation: ISOLATION_OPTION,
  'max-sessions': { type: 'string', value: 'N', about: 'the limit of running processes (100)' },
  'min-free-disk': {
    type: 'string',
    value: 'MB',
    about: 'pause sessions when less disk space is free (100; 0: never)',
  },
  fleet: { type: 'string', value: 'URL', about: 'join the fleet of this NATS server: see `fairlead fleet`' },
  config: {
    type: 'string',
    short: 'c',
    value: 'FILE',
    about: 'the settings file (config.json in the data folder)',
  },
  detach: { type: 'boolean', short: 'd', about: 'run in the background' },
  json: { type: 'boolean', about: 'print one JSON object' },
} as const

type UpValues = Values<typeof OPTIONS>

export const up = defineCommand(
  {
    name: 'up',
    most: 0,
    about: `
Starts the host and prints the address of its console. The host runs until ctrl-c; sessions keep running without it, and
the next host takes them over. A second \`fairlead up\` finds the first.

On a terminal, the address signs in one browser, once, within 10 minutes. In a file, a pipe or with --json it is the plain
address: \`fairlead open\` signs in.`,
    options: OPTIONS,
    examples: ['fairlead up', 'fairlead up --detach --root ~/projects'],
  },
  async ({ values }, io) => {
    if (values.detach) {
      const { url, isNew } = await startDetached(io, argsOf(values))
      await tellRunning(io, values, url, !isNew)
      return 0
    }
    checkLimits()
    const folder = dataFolder({ env: io.env })
    const file = values.config ?? join(folder, 'config.json')
    if (values.config !== undefined && !existsSync(file))
      throw new UsageError(`--config: ${file} does not exist`)
    // Loaded late, so that other commands start faster.
    const { AlreadyRunningError, startDaemon } = await import('../../host/daemon.ts')
    const { daemonOptions, readConfig } = await import('../../host/config.ts')
    const config = { ...readConfig(file), ...configIn(values) }
    const { extensionFor } = await import('./fleet/settings.ts')
    const options = {
      version: packageVersion(),
      ...daemonOptions(config),
      extend: await extensionFor(config, values.fleet, file),
    }
    try {
      const daemon = await startDaemon(options)
      const remove = io.onInterrupt(() => {
        remove()
        void daemon.stop()
      })
      const { url, defaultAgent: agent } = daemon
      tell(io, values, { url, agent, ...(isForPerson(io, values) && { link: daemon.createSignInUrl() }) })
      await tellPhone(io, values, { remote: daemon.remote, createCode: () => daemon.createSignInCode() })
      const problems = daemon.problems.map((problem) => `Problem: ${problem}\n`)
      if (!values.json) io.err(changedRulesText(daemon.changedRules) + problems.join(''))
      await daemon.stopped
      if (!values.json)
        io.err('The host has stopped. Open sessions keep running; `fairlead up` takes them over.\n')
      return 0
    } catch (error) {
      if (error instanceof AlreadyRunningError) {
        await tellRunning(io, values, error.url, true)
        return 0
      }
      if ((error as NodeJS.ErrnoException).code === 'EADDRINUSE')
        throw new Error(
          `Another program uses the port. Choose another one with --port, or see \`fairlead doctor\`.`,
        )
      throw startTrouble(error, folder)
    }
  },
)

function changedRulesText(changed: Daemon['changedRules']): string {
  if (changed.length === 0) return ''
  const lines = changed.map(({ id, text }) => `  ${id}: ${text}\n`)
  return `Policies whose meaning changed with this update (see Policies in the console):\n${lines.join('')}`
}

function configIn(values: UpValues): Config {
  const { 'tls-cert': cert, 'tls-key': key, 'max-sessions': most, 'min-free-disk': disk, isolation } = values
  if ((cert === undefined) !== (key === undefined))
    throw new UsageError('--tls-cert and --tls-key go together')
  return {
    ...(values.port !== undefined && { port: numberIn('port', values.port, 65_535) }),
    ...(values.listen !== undefined && { listen: values.listen }),
    ...(values.host && { hosts: values.host }),
    ...(values.origin && { origins: values.origin.map(originIn) }),
    ...(values.root && { roots: values.root }),
    ...(cert !== undefined && key !== undefined && { tls: { cert, key } }),
    ...(values['behind-proxy'] && { behindProxy: true }),
    ...(values.insecure && { insecure: true }),
    ...(values['allow-bypass'] && { allowBypass: true }),
    ...(isolation !== undefined && { isolation: oneOf('--isolation', isolation, ISOLATION_SETTINGS) }),
    ...(most !== undefined && { maxSessions: numberIn('max-sessions', most, 10_000) }),
    ...(disk !== undefined && { minFreeDiskMb: numberIn('min-free-disk', disk, 1_000_000) }),
  }
}

interface Told {
  readonly url: string
  /** Contains a code that signs one browser in. */
  readonly link?: string
  readonly agent?: string
  readonly runs?: boolean
}

function tell(io: Io, { json }: UpValues, { url, link, agent, runs = false }: Told): void {
  if (json) {
    io.out(`${JSON.stringify({ url, ...(agent && { agent }), runs })}\n`)
    return
  }
  io.out(`${runs ? 'Fairlead is already running' : 'Fairlead is up'}: ${link ?? url}\n`)
  io.err(
    link === undefined
      ? 'To sign in, run `fairlead open`, or paste the output of `fairlead token` into the page.\n'
      : 'The address signs in one browser, once, within 10 minutes. `fairlead open` creates another.\n',
  )
  if (agent === 'sim')
    io.err(
      'Claude Code is not installed: sessions run on the simulator. Install it, or see `fairlead doctor`.\n',
    )
}

/** Most hosts listen on loopback, and their person did not ask for a phone. */
async function tellPhone(
  io: Io,
  values: UpValues,
  { remote, createCode }: { remote: RemoteAccess | undefined; createCode: () => string | Promise<string> },
): Promise<void> {
  const isLocal = remote === undefined || ('missing' in remote && remote.missing === 'address')
  if (isForPerson(io, values) && !isLocal) io.out(await phoneText(remote, createCode, io))
}

/** Others could read a code in a log. */
function isForPerson({ stdout }: Io, { json }: UpValues): boolean {
  return stdout.isTTY === true && !json
}

/** Reports a host in another process. */
async function tellRunning(io: Io, values: UpValues, url: string, runs: boolean): Promise<void> {
  const found = isForPerson(io, values) ? findHost(io) : undefined
  // A missing code is not an error here; `fairlead open` explains it.
  const made = found && (await found.api.call('createSignInCode', {}).catch(() => undefined))
  tell(io, values, { url, runs, ...(made && { link: signInUrl(found.url, made.code) }) })
  if (!made) return
  const createCode = async () => (await found.api.call('createSignInCode', {})).code
  await tellPhone(io, values, { remote: made.remote, createCode })
}

function numberIn(name: string, text: string, most: number): number {
  if (/^\d+$/.test(text) && Number(text) <= most) return Number(text)
  throw new UsageError(`--${name} takes a number up to ${most}, not '${text}'`)
}

function originIn(text: string): string {
  const problem = originProblem(text)
  if (problem !== undefined) throw new UsageError(`--origin: ${problem}`)
  return text
}

/** The same options, for the host in the background. */
function argsOf({ detach: _, json: __, ...values }: UpValues): string[] {
  return Object.entries(values).flatMap(([name, value]) =>
    value === true ? [`--${name}`] : [value].flat().map((it) => `--${name}=${it}`),
  )
}
