/**
 * A whole host: data folder, lock, journal, sessions, HTTP. `startDaemon` opens them in this order and, if one cannot be
 * opened, closes those before it; `stop` closes them in reverse. The CLIs' processes go on unless `all` is set.
 */
import { chmodSync, existsSync, mkdirSync, openSync, realpathSync, statSync } from 'node:fs'
import { homedir } from 'node:os'
import { join } from 'node:path'
import { signInUrl } from '../api/browser-access.ts'
import type { IsolationSetting } from '../api/commands.ts'
import type { PolicyList, RemoteAccess } from '../api/resources.ts'
import { dataFolder, hostPort } from '../process/data-folder.ts'
import { FairleadError, OptionsError } from '../protocol/errors.ts'
import { checkOptionNames, type OptionNames } from '../protocol/option-names.ts'
import {
  aFunction,
  amount,
  aName,
  anObject,
  aPort,
  aText,
  texts,
  valuesOf,
  yesOrNo,
} from '../protocol/option-values.ts'
import type { AdmissionLimits } from './admission.ts'
import { Agents } from './agents.ts'
import { Browsers } from './browsers/browsers.ts'
import { SignInCodes } from './browsers/sign-in-codes.ts'
import { Budgets } from './budgets.ts'
import { JOURNAL_FILE, SESSIONS_FOLDER } from './data-files.ts'
import { spaceOf } from './disk/space.ts'
import type { ExtendHost, HostExtension } from './extension.ts'
import { Git } from './git/git.ts'
import { approvalHandlers } from './handlers/approval-handlers.ts'
import { browserHandlers } from './handlers/browser-handlers.ts'
import { guardHandlers } from './handlers/bypass-guard.ts'
import type { Handlers } from './handlers/handler.ts'
import { hostHandlers } from './handlers/host-handlers.ts'
import { projectHandlers } from './handlers/project-handlers.ts'
import { reviewHandlers } from './handlers/review-handlers.ts'
import { sessionHandlers } from './handlers/session-handlers.ts'
import { workHandlers } from './handlers/work-handlers.ts'
import { Host } from './host.ts'
import { hostLog, logFile } from './host-log.ts'
import { createApp } from './http/app.ts'
import { consoleFile } from './http/console-files.ts'
import { docsFile, isOfDocs } from './http/docs-files.ts'
import { originProblem } from './http/origins.ts'
import { Security } from './http/security.ts'
import { listen } from './http/server.ts'
import { eventStream } from './http/sse.ts'
import { StreamHub } from './http/stream-hub.ts'
import type { ProjectSettings } from './isolation.ts'
import { SqliteStore } from './journal/sqlite/sqlite-store.ts'
import { runningHost, takeLock } from './lock.ts'
import { lostSessions, lostText } from './lost-journal.ts'
import { metricsText } from './metrics.ts'
import { Policies } from './policies/policies.ts'
import { PromptTemplates } from './prompt-templates.ts'
import { isLoopback, remoteAccess } from './remote-access.ts'
import { type JanitorOptions, SessionJanitor } from './session-janitor.ts'
import type { SessionDeps } from './sessions/session-deps.ts'
import { sharedFolders } from './shared-folders.ts'
import { tokenIn } from './token.ts'

/** What `startDaemon` takes. */
export interface DaemonOptions {
  readonly version: string
  readonly folder?: string
  readonly port?: number | undefined
  /** Default: loopback. Any other needs `hosts`, and TLS, a proxy with TLS, or `isInsecure`. */
  readonly address?: string | undefined
  readonly hosts?: readonly string[] | undefined
  /** Other origins whose pages may use the API with the token, such as a dev server: `http://localhost:5173`. */
  readonly origins?: readonly string[] | undefined
  /** Files with a certificate and its key, for an address that others can reach. */
  readonly tls?: { readonly cert: string; readonly key: string } | undefined
  readonly isBehindProxy?: boolean | undefined
  readonly isInsecure?: boolean | undefined
  /** New sessions only in these folders. Default: the home folder and where the host was started. */
  readonly roots?: readonly string[] | undefined
  readonly allowBypass?: boolean | undefined
  /** `require`: no session can read the data folder. */
  readonly isolation?: IsolationSetting | undefined
  /** By absolute path of a folder: settings of the sessions in it and below. */
  readonly projects?: Readonly<Record<string, ProjectSettings>> | undefined
  readonly limits?: AdmissionLimits
  readonly attend?: JanitorOptions
  /** With less free on the disk, sessions are paused. 0: never. Default: 100 MB, or 5 % of a disk below 2 GB. */
  readonly minFreeDiskBytes?: number | undefined
  /** How many past processes of a session keep their output files. */
  readonly keptOutputs?: number | undefined
  readonly simulator?: string
  /** Joins the host to others. */
  readonly extend?: ExtendHost | undefined
}
const NAMES: OptionNames<DaemonOptions> = {
  version: aText,
  folder: aName,
  port: aPort,
  address: aName,
  hosts: texts,
  origins: texts,
  tls: valuesOf('an object with `cert` and `key`', aName),
  isBehindProxy: yesOrNo,
  isInsecure: yesOrNo,
  roots: texts,
  allowBypass: yesOrNo,
  isolation: true,
  projects: anObject,
  limits: anObject,
  attend: anObject,
  minFreeDiskBytes: amount,
  keptOutputs: amount,
  simulator: aText,
  extend: aFunction,
}

/** A host that serves its API and console. */
export interface Daemon {
  readonly url: string
  /** A link that signs in one browser, once, for the person who started the host. */
  createSignInUrl(): string
  /** The same, without the address: a code that signs in one browser, once. */
  createSignInCode(): string
  /** Where other devices reach the host, or what is missing for that. */
  readonly remote: RemoteAccess
  readonly host: Host
  readonly defaultAgent: string
  /** Stored rules whose meaning has changed with an update. */
  readonly changedRules: PolicyList['changed']
  /** What was wrong at the start. */
  readonly problems: readonly string[]
  stop(options?: { all?: boolean | undefined }): Promise<void>
  /** Resolves when the host has stopped, whoever stopped it. */
  readonly stopped: Promise<void>
}

/** Another host already uses this folder. */
export class AlreadyRunningError extends FairleadError {
  readonly url: string
  readonly pid: number
  constructor(url: string, pid: number) {
    super('already-running', `a host runs already at ${url} (process ${pid})`)
    this.url = url
    this.pid = pid
  }
}

const LOOPBACK = '127.0.0.1'
/** A host that starts may take long to take over many sessions. */
const START_WAIT = 30_000

/** The owner of the folder could replace the host's token and settings. */
function checkOwner(folder: string): void {
  const { uid } = statSync(folder)
  const own = process.getuid?.()
  if (own === undefined || uid === own) return
  throw new OptionsError(
    `The data folder ${folder} belongs to another user (${uid}). Choose your own with FAIRLEAD_HOME.`,
  )
}

/** Starts a host with its HTTP API, WebSocket and console, in this program. */
export async function startDaemon(options: DaemonOptions): Promise<Daemon> {
  checkOptionNames(options, NAMES)
  const { version, address = LOOPBACK, hosts = [], origins = [] } = options
  checkAddress(options)
  for (const problem of origins.map(originProblem)) if (problem !== undefined) throw new OptionsError(problem)
  const given = options.folder ?? dataFolder()
  mkdirSync(given, { recursive: true, mode: 0o700 })
  // Links are resolved now: an agent could change them later.
  const folder = realpathSync(given)
  checkOwner(folder)
  chmodSync(folder, 0o700)
  const lock = takeLock(folder, version)
  if (!lock) throw await alreadyRunning(folder)
  const closers: (() => unknown)[] = [() => lock.release()]
  let log: SessionDeps['log'] = () => {}
  const closeAll = async () => {
    for (const close of closers.reverse()) {
      try {
        await close()
      } catch (error) {
        log('error', `while it ended: ${error}`)
      }
    }
  }
  try {
    const token = tokenIn(folder)
    const startedAt = Date.now()
    // Opened synchronously: a host that ends at once must not find its folder gone while the log is being opened.
    const file = openSync(join(folder, 'host.log'), 'a', 0o600)
    log = hostLog(logFile(file), token)
    const store = new SqliteStore(join(folder, JOURNAL_FILE))
    /** Problems found at the start, which remain until the next start. */
    const found: string[] = []
    const tellProblem = (problem: string) => {
      found.push(problem)
      log('error', problem)
    }
    const lost = lostSessions(join(folder, SESSIONS_FOLDER), store)
    if (lost.length > 0) tellProblem(lostText(lost.length, store.sessions().length === 0))
    const { simulator } = options
    const agents = new Agents(store, { file: join(folder, 'agents-env.json'), simulator, log, tellProblem })
    const policies = new Policies(store, tellProblem)
    for (const { id, text } of policies.list.changed)
      log('warn', `policy ${id} means something else: ${text}`)
    const budgets = new Budgets(store, Date.now, tellProblem)
    const roots = (options.roots ?? [homedir(), process.cwd()])
      .filter(existsSync)
      .map((path) => realpathSync(path))
    const host: Host = new Host({
      store,
      folder: join(folder, SESSIONS_FOLDER),
      agent: (name) => agents.get(name),
      evaluate: policies.evaluate,
      git: new Git({ scratch: join(folder, 'git'), roots }),
      log,
      roots,
      allowBypass: options.allowBypass ?? false,
      isolation: { folder, setting: options.isolation ?? 'off', projects: options.projects },
      limits: options.limits,
      keptOutputs: options.keptOutputs,
      disk: { space: () => spaceOf(join(folder, 'sessions')), minFreeBytes: options.minFreeDiskBytes },
      warningsOf: sharedFolders,
      blocked: (session) => budgets.blocked(session),
    })
    host.listen({
      events: (session, events) => {
        const spends = events.some(
          (it) => it.kind === 'received' && (it.message.type === 'result' || it.message.type === 'assistant'),
        )
        if (spends) budgets.check(session)
      },
    })
    const joined: { extension?: HostExtension } = {}
    const problems = () => [...host.problems, ...found, ...(joined.extension?.problems ?? [])]
    let endsAll = false
    closers.push(() => host.stop({ all: endsAll }))
    await host.start()
    await agents.rename((names) => host.renameAgents(names))
    let tellStopped = () => {}
    const stopped = new Promise<void>((resolve) => {
      tellStopped = resolve
    })
    let stopping: Promise<void> | undefined
    const stop = ({ all = false }: { all?: boolean | undefined } = {}) => {
      endsAll ||= all
      // Sessions may take long to end. The API works meanwhile, so that clients can see how many are left.
      stopping ??= (all ? host.endSessions() : Promise.resolve()).then(closeAll).then(tellStopped)
      return stopping
    }
    const janitor = new SessionJanitor(host, options.attend)
    closers.push(() => janitor.stop())
    const browsers = new Browsers({ store, token, log })
    const codes = new SignInCodes()
    const isSecure = options.tls !== undefined || (options.isBehindProxy ?? false)
    const security = new Security({ token, browsers, codes, hosts, origins, isSecure })
    const extended = (own: Handlers, of: Host) => {
      const handlers = guardHandlers(own, of)
      const agentNames = () =>
        agents.list.agents.filter((it) => it.problem === undefined).map((it) => it.name)
      const extension = options.extend?.({ host, handlers, version, folder, log, agents: agentNames })
      if (extension) joined.extension = extension
      return extension?.handlers ?? handlers
    }
    // Set below: the port may be chosen when the host listens.
    let remote: RemoteAccess = { missing: 'address' }
    const app = createApp({
      handlers: extended(
        {
          ...sessionHandlers(host),
          ...approvalHandlers(host),
          ...workHandlers(host),
          ...projectHandlers(host, roots),
          ...reviewHandlers(host),
          ...browserHandlers(browsers, codes, () => remote),
          // Later, so that the client that asks for it gets an answer.
          ...hostHandlers({
            host,
            policies,
            budgets,
            templates: new PromptTemplates(store, tellProblem),
            agents,
            roots,
            stop: (how) => void setTimeout(stop, 50, how),
          }),
        },
        host,
      ),
      security,
      log,
      health: () => ({
        ok: problems().length === 0,
        name: 'fairlead',
        version,
        pid: process.pid,
        startedAt,
        sessions: host.sessions().length,
        running: host.running,
        problems: problems(),
      }),
      metrics: () => metricsText({ host, clients: hub.clients, buffered: hub.buffered, startedAt, version }),
      page: (path) => (isOfDocs(path) ? docsFile(path) : consoleFile(path)),
      stream: (query, label, signal, { browser }) => {
        const onEnd = (listener: () => void) =>
          browser === undefined ? () => {} : browsers.onEnd(browser, listener)
        return eventStream(hub, query, label, signal, onEnd)
      },
    })
    const hub = new StreamHub(joined.extension?.source ?? host, version)
    closers.push(() => joined.extension?.close())
    const port = options.port ?? hostPort() ?? 0
    const server = await listen({ app, hub, security, browsers, log, address, port, tls: options.tls })
    // Closed in reverse: clients are notified before their connections end.
    closers.push(
      () => server.close(),
      () => hub.close('the host ends'),
    )
    remote = remoteAccess({
      address,
      port: server.port,
      hosts,
      hasTls: options.tls !== undefined,
      isBehindProxy: options.isBehindProxy ?? false,
    })
    const url = `${options.tls ? 'https' : 'http'}://${address === '0.0.0.0' || address === '::' ? (hosts[0] ?? LOOPBACK) : address}:${server.port}`
    lock.tell(url)
    log('info', 'the host is up', { url })
    return {
      url,
      createSignInUrl: () => signInUrl(url, codes.create().code),
      createSignInCode: () => codes.create().code,
      remote,
      host,
      defaultAgent: agents.list.default,
      changedRules: policies.list.changed,
      problems: problems(),
      stop,
      stopped,
    }
  } catch (error) {
    await closeAll()
    throw error
  }
}

function checkAddress({
  address = LOOPBACK,
  hosts = [],
  tls,
  isBehindProxy = false,
  isInsecure = false,
}: DaemonOptions): void {
  if (isLoopback(address)) return
  if (hosts.length === 0)
    throw new OptionsError(
      `${address} can be reached by others: name the host, as in --host agents.example.org`,
    )
  if (!tls && !isBehindProxy && !isInsecure)
    throw new OptionsError(
      `${address} can be reached by others, and its traffic would not be encrypted: add a certificate (--tls-cert, --tls-key), use a proxy with TLS (--behind-proxy), or pass --insecure`,
    )
}

/** Waits for a host that is just starting and has no address yet. */
async function alreadyRunning(folder: string): Promise<Error> {
  const first = runningHost(folder)
  for (const deadline = Date.now() + START_WAIT; Date.now() < deadline; ) {
    const { url = '', pid = 0 } = runningHost(folder) ?? {}
    if (url !== '') return new AlreadyRunningError(url, pid)
    // That host has failed to start.
    if (first && pid !== first.pid) break
    await new Promise((resolve) => setTimeout(resolve, 50))
  }
  return new Error(`another host started at the same moment and does not respond; try again`)
}
