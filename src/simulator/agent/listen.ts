/** Handles the agent's input: from its start until the input ends, a message cannot be read, or a signal arrives. */
import { isObject, type JsonObject } from '../../protocol/json.ts'
import type { Agent } from './agent.ts'
import { control } from './control/control.ts'
import { readInput } from './io/input.ts'
import type { World } from './start.ts'
import { startupFailure } from './startup-failure.ts'
import { killAllShells } from './tools/shell.ts'

export function listen(agent: Agent, world: World): void {
  const { faults, options } = agent
  const begin = () => {
    faults.reach('start')
    if (agent.profile.isOld && !agent.profile.isFirst) agent.source.greet()
    if (options.input === 'text') return void once(agent, world)
    if (faults.has('deaf')) return void setInterval(() => {}, 60_000)
    readInput(world.stdin, agent.profile, {
      message: (message) => {
        if (!isDeaf(agent)) receive(agent, message)
      },
      fatal: (reason) => {
        if (isDeaf(agent)) return
        agent.stderr(`${reason}\n`)
        agent.exit(1)
      },
      ended: () => {
        if (!isDeaf(agent)) agent.turns.inputEnded()
      },
    })
  }
  if (faults.value('slow-start') !== undefined || faults.has('slow-start')) {
    setTimeout(begin, Number(faults.value('slow-start') ?? 3000))
  } else {
    begin()
  }
}

function isDeaf({ faults, isWedged }: Agent): boolean {
  return faults.isStalled || isWedged || faults.has('deaf')
}

function receive(agent: Agent, message: JsonObject): void {
  if (message.type === 'user') {
    if (isRefused(agent, message)) return
    agent.turns.receive(message)
  }
  if (message.type === 'control_request') void control(agent, message)
  if (message.type === 'control_response') agent.host.answer(message)
  if (message.type === 'update_environment_variables' && agent.profile.isFirst && isObject(message.variables))
    Object.assign(agent.env, message.variables)
}

/** Versions before 2.1.325 answer a prompt without content with an error, and exit. */
function isRefused(agent: Agent, { message }: JsonObject): boolean {
  if (!agent.profile.isOld || !isObject(message) || message.content !== null) return false
  const error = "Cannot read properties of null (reading 'length')"
  agent.output.emit(startupFailure(agent.session.id, error))
  agent.stderr(`TypeError: ${error}\n`)
  agent.exit(1)
  return true
}

/** Handles a session without a stream of input: one prompt, from the command line or from stdin. */
async function once(agent: Agent, { stdin }: World): Promise<void> {
  let prompt = agent.options.prompt
  if (prompt === undefined) {
    const chunks: Buffer[] = []
    for await (const chunk of stdin as AsyncIterable<Buffer>) chunks.push(chunk)
    prompt = Buffer.concat(chunks).toString()
  }
  if (prompt.trim() === '') {
    agent.stderr(
      'Error: Input must be provided either through stdin or as a prompt argument when using --print\n',
    )
    agent.exit(1)
    return
  }
  agent.turns.receive({ type: 'user', message: { role: 'user', content: prompt } })
  agent.turns.inputEnded()
}

/** Ends the process as the CLI does on this signal. */
export function onSignal(agent: Agent, signal: 'SIGINT' | 'SIGTERM' | 'SIGHUP'): void {
  if (signal === 'SIGINT') {
    if (agent.profile.isFirst) agent.exit(0)
    else agent.turns.stop(0)
    return
  }
  if (signal === 'SIGTERM' && agent.faults.has('ignore-sigterm')) return
  const code = signal === 'SIGTERM' ? 143 : 129
  if (agent.profile.isOld) agent.exit(code)
  else void killAllShells().then(() => agent.exit(code))
}
