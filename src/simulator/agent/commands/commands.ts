import { randomUUID } from 'node:crypto'
import type { JsonObject } from '../../../protocol/json.ts'
import type { Agent } from '../agent.ts'
import { modelsOf, resolveModel } from '../catalog.ts'
import { initMessage } from '../turns/init.ts'
import { synthetic } from '../turns/loop.ts'
import { plainResult } from '../turns/result.ts'
import type { Turn } from '../turns/turn.ts'
import type { Profile } from '../version.ts'
import { compact } from './compact.ts'
import { contextReport } from './context.ts'
import { allCommands } from './custom.ts'

const HEADLESS = 'help status login logout resume exit quit permissions hooks theme vim'.split(' ')

/** Runs the command. Returns false if the text is meant for the model. */
export async function runCommand(turn: Turn, text: string): Promise<boolean> {
  const { agent } = turn
  const [, name = '', args = ''] = /^\/(\S+)\s*(.*)$/s.exec(text) ?? []
  if (agent.profile.isFirst && !allCommands(agent).some((it) => it.name === name)) {
    unknown(turn, name)
    return true
  }
  switch (name) {
    case 'compact':
      await compact(turn, args)
      return true
    case 'clear':
    case 'reset':
    case 'new':
      clear(turn)
      return true
    case 'context': {
      const { text, brief } = contextReport(agent)
      answer(turn, name, args, text, { more: { context_usage: brief } })
      return true
    }
    case 'cost':
    case 'usage':
      answer(turn, 'usage', args, agent.ledger.text)
      return true
    case 'model':
      if (!agent.profile.isOld) answer(turn, name, args, model(agent, args))
      else answer(turn, name, args, unavailable(name), { isRun: false })
      return true
  }
  if (HEADLESS.includes(name)) {
    answer(turn, name, args, unavailable(name), { isRun: false })
    return true
  }
  if (allCommands(agent).some((it) => it.name === name)) return false
  if (!agent.profile.isOld) return false
  answer(turn, name, args, `Unknown command: /${name}`, { isRun: false })
  return true
}

function unavailable(name: string): string {
  return `/${name} isn't available in this environment.`
}

function model(agent: Agent, args: string): string {
  if (args === '') {
    const names = modelsOf(agent.profile).map(({ value }) => value)
    return `Current model: \`${agent.model}\`\nUsage: /model <name>. Available: ${names.join(', ')}, or a full model ID.`
  }
  agent.model = resolveModel(args, agent.profile)
  return `Set model to ${agent.model}`
}

/** 2.1.37 reports an unknown command only in its result. */
function unknown(turn: Turn, name: string): void {
  const { agent } = turn
  agent.output.emit(initMessage(agent, turn.uuids))
  turn.noEcho()
  const num_turns = agent.session.branch.length + 1
  agent.turns.emitResult(plainResult(turn, `Unknown skill: ${name}`, { num_turns }))
}

/** Answers a command with a text. `isRun`: later versions echo the command. */
export function answer(
  turn: Turn,
  name: string,
  args: string,
  text: string,
  { isRun = true, more = {} }: { isRun?: boolean; more?: JsonObject } = {},
): void {
  const { agent } = turn
  agent.output.emit(initMessage(agent, turn.uuids))
  const uuid = noteCommand(turn, name, args, text)
  const how = isRun
    ? { local_command_run: { command: name, args } }
    : { local_command_outcome: { kind: 'unavailable_headless' } }
  sayLocal(turn, text, { uuid, ...(agent.profile.isOld ? {} : { ...how, ...more }) })
  echoCommand(turn, name, args, isRun)
  if (agent.profile.isFirst) {
    agent.turns.emitResult(plainResult(turn, '', { num_turns: agent.session.branch.length }))
    return
  }
  agent.turns.emitResult(plainResult(turn, text, isRun ? ran(name, agent.profile) : {}))
}

/** Later versions name the command in the result. */
export function ran(name: string, { isOld }: Profile): JsonObject {
  return isOld ? {} : { local_command: name }
}

/** Emits the assistant message of a local command. */
function sayLocal({ agent }: Turn, text: string, more: JsonObject): void {
  const { output, session, profile } = agent
  if (profile.isFirst) {
    const content = `<local-command-stdout>${text}</local-command-stdout>`
    const rest = { parent_tool_use_id: null, session_id: session.id, isReplay: true, ...more }
    output.emit({ type: 'user', message: { role: 'user', content }, ...rest })
    return
  }
  const source = profile.isOld
    ? {}
    : {
        local_command_source: `<local-command-stdout>${text}</local-command-stdout>`,
        timestamp: new Date().toISOString(),
      }
  const message = synthetic(text === '' ? '(no content)' : text)
  output.emit({
    type: 'assistant',
    message,
    parent_tool_use_id: null,
    session_id: session.id,
    ...source,
    ...more,
  })
}

/** Writes the command and its output into the transcript. Returns the uuid of the output. */
export function noteCommand(turn: Turn, name: string, args: string, text: string): string {
  const { session, profile } = turn.agent
  const caveat =
    '<local-command-caveat>Caveat: The messages below were generated by the user while running local commands.' +
    '</local-command-caveat>'
  session.add({ type: 'user', message: { role: 'user', content: caveat }, isMeta: true })
  const named = profile.isOld ? {} : { uuid: turn.prompt.uuid }
  session.add({ type: 'user', message: { role: 'user', content: commandText(name, args) }, ...named })
  const content = `<local-command-stdout>${text}</local-command-stdout>`
  return session.add({ type: 'system', subtype: 'local_command', content, level: 'info', isMeta: false }).uuid
}

/** 2.1.197 does not echo a command that it ran itself. */
export function echoCommand(turn: Turn, name: string, args: string, isRun = true): void {
  if (turn.agent.profile.isOld || !isRun) turn.noEcho()
  else turn.echo(commandText(name, args))
}

function commandText(name: string, args: string): string {
  const space = ' '.repeat(12)
  return (
    `<command-name>/${name}</command-name>\n${space}<command-message>${name}</command-message>\n` +
    `${space}<command-args>${args}</command-args>`
  )
}

/** Continues with an empty conversation under another id. */
function clear(turn: Turn): void {
  const { agent } = turn
  const { session, output, profile, ledger, tasks, checkpoints } = agent
  const before = session.id
  session.clear()
  checkpoints.clear()
  if (!profile.isOld) {
    const id = randomUUID()
    const fields: JsonObject = { new_conversation_id: id, uuid: id, trigger: 'clear' }
    const about = { user_message_uuid: turn.prompt.uuid, timestamp: new Date().toISOString() }
    output.emit({ type: 'conversation_reset', ...fields, ...about, session_id: before })
    tasks.tellAll()
    ledger.reset()
  }
  output.emit(initMessage(agent, turn.uuids))
  const uuid = noteCommand(turn, 'clear', '', '')
  if (profile.isOld) sayLocal(turn, '', { uuid })
  echoCommand(turn, 'clear', '')
  agent.turns.emitResult(plainResult(turn, '', ran('clear', profile)))
}
