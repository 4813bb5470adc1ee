import { homedir } from 'node:os'
import { setTimeout as sleep } from 'node:timers/promises'
import { SessionEndedError } from '../../client/errors.ts'
import { startSession } from '../../client/open-session.ts'
import { BinaryNotFoundError, FairleadError } from '../../process/errors.ts'
import { type Binary, findBinary, placesToLook } from '../../process/find-binary.ts'
import { atLeast, type CliVersion, readVersion } from '../../process/version.ts'
import type { AccountInfo, InitializeResponse } from '../../protocol/control/initialize.ts'
import { SIM_VERSIONS } from '../../simulator/agent/version.ts'
import { agentBinary } from '../agent.ts'
import type { Io } from '../io.ts'
import { printable } from '../terminal/cells.ts'
import { shorten } from '../terminal/truncate.ts'
import type { Finding } from './finding.ts'

const NEEDED_NODE: readonly [number, number] = [20, 19]
const SLOW_MS = 10_000
const TIME_TO_END = 2000
const [OLDEST, NEWEST] = [SIM_VERSIONS[0], SIM_VERSIONS[SIM_VERSIONS.length - 1] as string]

export function checkNode(version = process.versions.node): Finding {
  const [major = 0, minor = 0] = version.split('.').map(Number)
  const [needMajor, needMinor] = NEEDED_NODE
  const fits = major > needMajor || (major === needMajor && minor >= needMinor)
  const facts = { version }
  if (fits) return { check: 'node', state: 'ok', text: `Node ${version}`, facts }
  const remedy = `Install Node ${NEEDED_NODE.join('.')} or newer.`
  return { check: 'node', state: 'problem', text: `Node ${version} is too old`, remedy, facts }
}

export function checkAgent(agent: string | undefined, io: Io): { finding: Finding; binary?: Binary } {
  const isNamed = agent !== undefined || Boolean(io.env.CLAUDE_BIN)
  const places = allPlaces(io)
  const line = ({ path, source, reason }: Place) => `${path} (${source}): ${reason ?? 'is there'}`
  try {
    const binary = findBinary({ ...agentBinary(agent), env: io.env, cwd: io.cwd })
    const others = places.filter(({ path, reason }) => path !== binary.path && reason === undefined)
    const more =
      others.length === 0 || isNamed ? '' : `; ${others.length} more would have been found after it`
    const finding: Finding = {
      check: 'agent',
      state: more === '' ? 'ok' : 'note',
      text: `agent ${binary.path}${more}`,
      details: isNamed && agent === 'sim' ? [] : places.filter(({ path }) => path !== binary.path).map(line),
      ...(more !== '' && { remedy: 'To run another one, use --agent or CLAUDE_BIN.' }),
      facts: { path: binary.path, places },
    }
    return { finding, binary }
  } catch (error) {
    if (!(error instanceof BinaryNotFoundError)) throw error
    const finding: Finding = {
      check: 'agent',
      state: 'problem',
      text: isNamed ? `"${agent ?? io.env.CLAUDE_BIN}" cannot be run` : 'Claude Code is not installed',
      details: error.looked.map(line),
      remedy:
        'Install it: npm install -g @anthropic-ai/claude-code. Or name its binary with --agent or CLAUDE_BIN.  ' +
        'Without one, --agent sim runs the simulator.',
      facts: { places: error.looked },
    }
    return { finding }
  }
}

interface Place {
  readonly path: string
  readonly source: string
  /** Why it cannot be run; absent if it can. */
  readonly reason?: string
}

/** Every place where a claude may be, in search order, and what is there. */
function allPlaces({ env, cwd }: Io): Place[] {
  const home = env.HOME ?? env.USERPROFILE ?? homedir()
  return placesToLook({ env, home, cwd }).map(({ path, source }) => {
    try {
      findBinary({ binary: path, env, cwd })
      return { path, source }
    } catch (error) {
      const [looked] = error instanceof BinaryNotFoundError ? error.looked : []
      return { path, source, reason: looked?.reason ?? String(error) }
    }
  })
}

export async function checkVersion(binary: Binary, io: Io): Promise<Finding> {
  const version = await readVersion(binary, { env: io.env, mustRun: true })
  const facts = { version: version.text, known: isKnown(version) }
  if (version.parsed === undefined) {
    const remedy = 'Run it with --version by hand. If it is Claude Code, reinstall it.'
    return { check: 'version', state: 'problem', text: version.problem ?? 'no version', remedy, facts }
  }
  if (isKnown(version))
    return { check: 'version', state: 'ok', text: `version ${version.text}, known`, facts }
  return {
    check: 'version',
    state: 'note',
    text: `version ${version.text}; Fairlead is tested with ${SIM_VERSIONS.join(' and ')}`,
    remedy: atLeast(version, NEWEST)
      ? '`fairlead discover` shows what is new in it.'
      : atLeast(version, OLDEST)
        ? 'It lies between them and should work. `fairlead discover` shows what it knows.'
        : 'Newer options are left out with a warning. Updating it is better: `claude update`.',
    facts,
  }
}

function isKnown({ parsed }: CliVersion): boolean {
  return parsed !== undefined && (SIM_VERSIONS as readonly string[]).includes(parsed.join('.'))
}

/** Starts the CLI without a prompt, so that no model is called, and without the user's MCP servers. */
export async function checkInitialize(
  binary: Binary,
  io: Io,
): Promise<{ finding: Finding; answer?: InitializeResponse }> {
  const start = performance.now()
  const session = await startSession({
    binary: binary.path,
    cwd: io.cwd,
    strictMcpConfig: true,
    persistSession: false,
  })
  try {
    const answer = await session.ready
    return { finding: answered(Math.round(performance.now() - start), answer), answer }
  } catch (error) {
    // A write to a dying process fails before its ending is known, and the ending explains more.
    if (error instanceof FairleadError) return { finding: unanswered(error.message, binary) }
    const ending = await Promise.race([session.ended, sleep(TIME_TO_END, undefined, { ref: false })])
    const { message } = ending ? new SessionEndedError(ending) : (error as Error)
    return { finding: unanswered(message, binary) }
  } finally {
    await session.close()
  }
}

function answered(ms: number, { capabilities = [] }: InitializeResponse): Finding {
  const isSlow = ms > SLOW_MS
  return {
    check: 'initialize',
    state: isSlow ? 'note' : 'ok',
    text: `responds to initialize after ${(ms / 1000).toFixed(1)} s`,
    ...(isSlow && { remedy: 'That is slow. Check the network connection and the proxy.' }),
    facts: { ms, capabilities },
  }
}

function unanswered(message: string, { path }: Binary): Finding {
  return {
    check: 'initialize',
    state: 'problem',
    text: `does not respond to initialize: ${shorten(message, 300)}`,
    remedy: `Run ${path} by hand in this folder to see the cause.`,
    facts: { error: message },
  }
}

export function checkLogin({ account = {} }: InitializeResponse, isSimulator: boolean): Finding {
  const who = identity(account)
  const facts = { account }
  if (who !== undefined) return { check: 'login', state: 'ok', text: `logged in: ${printable(who)}`, facts }
  if (isSimulator) return { check: 'login', state: 'ok', text: 'the simulator needs no login', facts }
  return {
    check: 'login',
    state: 'problem',
    text: 'the CLI is not logged in',
    remedy: 'Run `claude` and type /login, or set ANTHROPIC_API_KEY. Without a login: `fairlead model`.',
    facts,
  }
}

function identity(account: AccountInfo): string | undefined {
  const { email, organization, subscriptionType, tokenSource, apiKeySource, apiProvider } = account
  const person = [email, organization, subscriptionType].filter(Boolean).join(', ')
  if (person !== '') return person
  if (isGiven(apiKeySource)) return `API key (${apiKeySource})`
  if (isGiven(tokenSource)) return `token (${tokenSource})`
  if (isGiven(apiProvider) && apiProvider !== 'firstParty') return `provider ${apiProvider}`
  return undefined
}

function isGiven(source: string | undefined): boolean {
  return source !== undefined && source !== '' && source !== 'none'
}
