/**
 * Starts an agent: reads the command line, rejects what the real CLI rejects, assembles the parts, and listens to stdin. The
 * agent ends with its input, with a signal, or with a message that it cannot read.
 */
import { mkdirSync, rmSync, writeFileSync } from 'node:fs'
import { dirname } from 'node:path'
import type { Readable, Writable } from 'node:stream'
import { setTimeout as sleep } from 'node:timers/promises'
import type { JsonObject } from '../../protocol/json.ts'
import type { Scenario } from '../scenario.ts'
import type { Agent } from './agent.ts'
import { aside } from './aside.ts'
import { resolveModel } from './catalog.ts'
import { pluginAt } from './commands/plugins.ts'
import { arm } from './faults/arm.ts'
import { inPieces } from './faults/pieces.ts'
import { FaultPlan, parseFaults } from './faults/plan.ts'
import { faultyWriter } from './faults/writer.ts'
import { helpText } from './help.ts'
import { Hooks } from './hooks.ts'
import { firstWriter } from './io/first-version.ts'
import { HostRequests } from './io/host-requests.ts'
import { type Output, plainly, StreamOutput } from './io/output.ts'
import { ResultOutput } from './io/result-output.ts'
import { listen } from './listen.ts'
import { McpServers } from './mcp/servers.ts'
import { type AgentOptions, readOptions } from './options/options.ts'
import { type Flags, parseFlags, Refusal } from './options/parse.ts'
import { PermissionModes } from './permissions/modes.ts'
import { Rules } from './permissions/rules.ts'
import { ApiSource } from './replies/api.ts'
import { Pace } from './replies/pace.ts'
import { ScriptedSource } from './replies/scripted.ts'
import { readScenarios } from './scenarios.ts'
import { openSession } from './session/open.ts'
import { Places, socketPath } from './session/places.ts'
import { Settings } from './session/settings.ts'
import { StateEvents, type Telling } from './session/state-events.ts'
import { Ledger } from './session/usage.ts'
import { proxyProblem, startupFailure } from './startup-failure.ts'
import { Tasks } from './tasks/tasks.ts'
import { Checkpoints } from './tools/checkpoints.ts'
import { planFile } from './tools/interaction.ts'
import { PromptQueue } from './turns/queue.ts'
import { Turns } from './turns/turns.ts'
import { DEFAULT_VERSION, isSimVersion, type Profile, profileOf, SIM_VERSIONS } from './version.ts'

/** A host that does not read stderr must not prevent the process from ending. */
const STDERR_WAIT = 1000

export interface World {
  readonly argv: readonly string[]
  readonly env: NodeJS.ProcessEnv
  readonly cwd: string
  readonly stdin: Readable
  readonly stdout: Writable
  readonly stderr: Writable
  exit(code: number): void
}

export function start(world: World): Agent | undefined {
  const { argv, env, stdout, stderr } = world
  // Nobody reads stderr any more: not a reason to end.
  stderr.on('error', () => {})
  try {
    const profile = profileFor(argv, env)
    const flags = parseFlags(argv, profile)
    if (flags.has('--version')) return end(`${profile.version} (Claude Code)\n`)
    if (flags.has('--help')) return end(helpText())
    return assemble(world, flags, profile)
  } catch (error) {
    if (!(error instanceof Refusal)) throw error
    stderr.write(error.message === '' ? '' : `${error.message}\n`, () => world.exit(error.code))
    return undefined
  }

  function end(text: string): undefined {
    stdout.write(text, () => world.exit(0))
  }
}

/** Read before everything else, because the version determines which flags exist. */
function profileFor(argv: readonly string[], env: NodeJS.ProcessEnv): Profile {
  const index = argv.findIndex((word) => word === '--sim-version' || word.startsWith('--sim-version='))
  const word = argv[index] ?? ''
  const given = word.includes('=') ? word.slice(word.indexOf('=') + 1) : argv[index + 1]
  const version = index === -1 ? env.FAIRLEAD_SIM_VERSION : given
  if (index === -1 && version && !isSimVersion(version)) {
    throw new Refusal(
      `Error: FAIRLEAD_SIM_VERSION is "${version}"; it can be one of ${SIM_VERSIONS.join(', ')}`,
    )
  }
  return profileOf(isSimVersion(version) ? version : DEFAULT_VERSION)
}

function assemble(world: World, flags: Flags, profile: Profile): Agent | undefined {
  const { env, stderr } = world
  const options = readOptions(flags, env, profile)
  const places = new Places(env, world.cwd)
  const scenario = inItsWords(readScenarios(flags, env), profile)
  const faults = new FaultPlan(faultsOf(flags, env, scenario.faults ?? []))
  const socket = socketFile(options, profile)
  let isEnding = false
  let mcp: McpServers | undefined
  const exit = (code: number) => {
    if (isEnding) return
    isEnding = true
    opened.session.close()
    mcp?.close()
    if (socket !== undefined) rmSync(socket, { force: true })
    const errorsTold = Promise.race([written(stderr), sleep(STDERR_WAIT, undefined, { ref: false })])
    void Promise.all([output.flushed(), errorsTold]).then(() => world.exit(code))
  }
  const opened = openSession(options, places, profile)
  const proxy = proxyProblem(env, profile)
  const hasFaultSteps = JSON.stringify(scenario.scripts).includes('"fault":')
  const output = outputFor(world, options, faults, profile, () => opened.session.id, hasFaultSteps)
  const warn = (text: string) => void stderr.write(text)
  if (proxy !== undefined) {
    const failure = { ...startupFailure(opened.session.id, proxy), startup_failure_reason: 'proxy_invalid' }
    if (isOn(env.CLAUDE_CODE_STARTUP_FAILURE_RESULTS)) output.emit(failure)
    warn(`${proxy}\n`)
    exit(1)
    return undefined
  }
  if (opened.problem !== undefined) {
    if (opened.isResult) output.emit(startupFailure(opened.session.id, opened.problem))
    warn(`${opened.problem}\n`)
    exit(1)
    return undefined
  }
  for (const beta of options.betas) warn(`Beta header '${beta}' is not allowed.\n`)
  if (options.debugToStderr) warn(`${new Date().toISOString()} [DEBUG] started\n`)
  if (options.debugFile !== undefined)
    writeFileSync(options.debugFile, `${new Date().toISOString()} started\n`)
  const settings = new Settings(places, options.settings, options.settingSources)
  const pace = Pace.from(env.FAIRLEAD_SIM_SPEED)

  const agent = {
    profile,
    options,
    env,
    places,
    output,
    host: new HostRequests(output, { echoes: options.replay, late: profile.isOld }),
    state: new StateEvents(output, telling(env, profile)),
    session: opened.session,
    settings,
    ledger: new Ledger(profile),
    pace,
    faults,
    rules: new Rules(options, settings, profile, warn),
    modes: new PermissionModes(options, output, profile),
    checkpoints: new Checkpoints({
      isEnabled: isOn(env.CLAUDE_CODE_ENABLE_SDK_FILE_CHECKPOINTING),
      places,
      session: opened.session,
      profile,
    }),
    queue: new PromptQueue(),
    custom: {
      jsonSchema: options.jsonSchema,
      systemPrompt: options.systemPrompt,
      appendSystemPrompt: options.appendSystemPrompt,
      agents: options.agents,
      proactivity: false,
      forwardsText: options.forwardsText,
      suggests: options.suggests,
      dialogKinds: [],
      plugins: options.pluginDirs.flatMap(pluginAt),
      hasSubscribers: true,
      thinkingTokens: undefined,
      isInitialized: false,
      toldCommands: '',
    },
    isWedged: false,
    model: resolveModel(options.model ?? modelIn(settings.effective), profile),
    stderr: warn,
    exit,
  } as Omit<Agent, Late> as { -readonly [Part in keyof Agent]: Agent[Part] }
  agent.source = usesApi(env)
    ? new ApiSource(env.ANTHROPIC_BASE_URL ?? '', env.ANTHROPIC_API_KEY ?? '', profile.version)
    : new ScriptedSource(
        scenario,
        pace,
        (step, signal) => aside(agent, step, signal),
        () => planFile(agent),
      )
  if (options.mirrors) agent.session.onRecord = mirror(output)
  agent.hooks = new Hooks(agent)
  mcp = new McpServers(agent, { ...(options.isStrictMcp ? {} : places.mcpServers()), ...options.mcpServers })
  agent.mcp = mcp
  agent.tasks = new Tasks(agent)
  agent.turns = new Turns(agent)
  arm(agent, world)
  listen(agent, world)
  return agent
}

function telling(env: NodeJS.ProcessEnv, { isOld }: Profile): Telling {
  if (isOn(env.CLAUDE_CODE_EMIT_SESSION_STATE_EVENTS)) return 'hosts'
  return isOn(env.CLAUDE_CODE_SDK_READS_SESSION_STATE) && !isOld ? 'client' : 'nobody'
}

/** For `--session-mirror`: emits records that are written together as one message. */
function mirror(output: Output): (file: string, record: JsonObject) => void {
  let entries: JsonObject[] = []
  return (filePath, record) => {
    entries.push(record)
    if (entries.length > 1) return
    setImmediate(() => {
      output.emit({ type: 'transcript_mirror', filePath, entries })
      entries = []
    })
  }
}

/** The first version knows sub-agents only as `Task`. */
function inItsWords(scenario: Scenario, { isFirst }: Profile): Scenario {
  if (!isFirst) return scenario
  return JSON.parse(JSON.stringify(scenario).replaceAll('"tool":"Agent"', '"tool":"Task"'))
}

/** Later versions leave this socket behind when they are killed. Here it is a file, and nobody listens. */
function socketFile({ input }: AgentOptions, { isOld }: Profile): string | undefined {
  if (isOld || input !== 'stream-json') return undefined
  const file = socketPath()
  try {
    mkdirSync(dirname(file), { recursive: true })
    writeFileSync(file, '')
    return file
  } catch {
    return undefined
  }
}

function written(stream: Writable): Promise<void> {
  return new Promise((resolve) => stream.write('', () => resolve()))
}

/** The parts that need the other parts to exist. */
type Late = 'source' | 'hooks' | 'mcp' | 'tasks' | 'turns'

function usesApi(env: NodeJS.ProcessEnv): boolean {
  return isOn(env.FAIRLEAD_SIM_USE_API) && Boolean(env.ANTHROPIC_BASE_URL)
}

function isOn(value: string | undefined): boolean {
  return value === '1' || value === 'true'
}

function modelIn({ model }: JsonObject): string | undefined {
  return typeof model === 'string' ? model : undefined
}

function faultsOf(flags: Flags, env: NodeJS.ProcessEnv, inScenario: readonly string[]) {
  const lists = [...flags.all('--sim-faults'), env.FAIRLEAD_SIM_FAULTS ?? '', ...inScenario]
  try {
    return lists.flatMap(parseFaults)
  } catch (error) {
    throw new Refusal(`Error: ${(error as Error).message}`)
  }
}

function outputFor(
  world: World,
  options: AgentOptions,
  faults: FaultPlan,
  { isFirst }: Profile,
  sessionId: () => string,
  hasFaultSteps: boolean,
): Output {
  if (options.output !== 'stream-json') return new ResultOutput(world.stdout, options.output === 'json')
  const how = () => (faults.has('bytes') ? 'bytes' : faults.has('split') ? 'split' : undefined)
  const isCut = hasFaultSteps || faults.mayHave('bytes') || faults.mayHave('split')
  const stream = isCut ? inPieces(world.stdout, how) : world.stdout
  return new StreamOutput(stream, sessionId, faultyWriter(faults, isFirst ? firstWriter : plainly))
}
