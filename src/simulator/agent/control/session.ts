/** Requests that change the session. */
import { randomUUID } from 'node:crypto'
import { existsSync } from 'node:fs'
import { resolve } from 'node:path'
import { isObject, type JsonObject } from '../../../protocol/json.ts'
import type { Agent } from '../agent.ts'
import { AGENTS, CAPABILITIES, modelsOf, OUTPUT_STYLES, resolveModel } from '../catalog.ts'
import { allCommands } from '../commands/custom.ts'
import { isInside } from '../permissions/paths.ts'
import { textOf } from '../session/records.ts'
import { ControlFailure, type Handlers } from './control.ts'

export const sessionRequests: Handlers = {
  initialize(agent, request) {
    const { custom, hooks, mcp, tasks } = agent
    const isRepeated = custom.isInitialized
    custom.isInitialized = true
    if (request.hooks !== undefined) hooks.register(request.hooks)
    if (isObject(request.jsonSchema)) custom.jsonSchema = request.jsonSchema
    if (request.systemPrompt !== undefined) custom.systemPrompt = promptText(request.systemPrompt)
    if (request.appendSystemPrompt !== undefined)
      custom.appendSystemPrompt = promptText(request.appendSystemPrompt)
    if (isObject(request.agents)) custom.agents = request.agents
    if (request.proactivity === true) custom.proactivity = true
    if (typeof request.title === 'string') agent.session.rename(request.title)
    mcp.connectHost(request.sdkMcpServers)
    if (isRepeated) setImmediate(() => tasks.tellAll())
    return initializeResponse(agent)
  },

  interrupt(agent, request, respond) {
    agent.turns.interrupt(request.cancel_queued === true, (response) =>
      respond(agent.profile.isOld ? undefined : response),
    )
    return undefined
  },

  end_session(agent, _request, respond) {
    respond()
    agent.turns.stop(0)
    return undefined
  },

  set_model(agent, request) {
    const { output, session, profile } = agent
    agent.model = resolveModel(typeof request.model === 'string' ? request.model : undefined, profile)
    const content = `<local-command-stdout>Set model to ${agent.model}</local-command-stdout>`
    output.emit({
      type: 'user',
      message: { role: 'user', content },
      session_id: session.id,
      parent_tool_use_id: null,
      uuid: randomUUID(),
      timestamp: new Date().toISOString(),
      isReplay: true,
    })
    if (profile.isOld) return undefined
    void probe(agent)
    return { model: agent.model }
  },

  set_permission_mode({ modes }, request, respond) {
    const checked = modes.check(String(request.mode))
    if ('error' in checked) throw new ControlFailure(checked.error, checked.error_code)
    respond({ mode: checked.mode })
    modes.set(checked.mode)
    return undefined
  },

  set_max_thinking_tokens({ custom }, { max_thinking_tokens }) {
    custom.thinkingTokens = typeof max_thinking_tokens === 'number' ? max_thinking_tokens : undefined
    return undefined
  },

  set_has_subscribers: () => undefined,
  seed_read_state: () => undefined,
  remote_control: () => undefined,
  message_rated: () => ({}),

  set_proactivity_level({ custom, modes }, { level }) {
    if (!custom.proactivity) {
      throw new ControlFailure(
        'Cannot set proactivity: levels are not enabled for this session (the host must send proactivity: true on ' +
          'initialize, with no kill switch set)',
      )
    }
    return { level, permissionMode: modes.mode }
  },

  set_cwd({ places }, { path }) {
    const directory = resolve(places.cwd, String(path))
    if (!existsSync(directory)) {
      return { status: 'rejected', reason: 'not_found', message: `Path does not exist: ${directory}` }
    }
    if (directory === places.cwd) return { status: 'ok', cwd: directory, changed: false }
    return { status: 'needs_trust', directory }
  },

  register_repo_root({ places, rules, profile }, { directory }) {
    const path = resolve(places.cwd, String(directory))
    if (!isInside(path, rules.directories, places.cwd)) {
      const where = profile.isOld
        ? 'cwd'
        : "the session's working directory or of a launch-time --add-dir root"
      throw new ControlFailure(`register_repo_root: ${path} is not a subdirectory of ${where}`)
    }
    return { directory: path }
  },

  apply_flag_settings({ settings }, request) {
    if (isObject(request.settings)) settings.applyFlags(request.settings)
    return undefined
  },

  update_settings({ settings }, request) {
    const changes = isObject(request.settings) ? request.settings : {}
    if (Object.keys(changes).length === 0)
      throw new ControlFailure('update_settings requires at least one key')
    const { source } = request
    if (source !== 'userSettings' && source !== 'projectSettings' && source !== 'localSettings') {
      throw new ControlFailure(`update_settings: unknown source ${source}`)
    }
    settings.update(source, (before) => ({ ...before, ...changes }))
    return undefined
  },

  rename_session({ session, output, profile }, { title }) {
    session.rename(String(title))
    if (!profile.isOld) output.system('session_title_changed', { title })
    return undefined
  },

  cancel_async_message: ({ turns }, { message_uuid }) => ({
    cancelled: turns.cancelPrompt(String(message_uuid)),
  }),

  rewind_files({ checkpoints }, { user_message_id, dry_run }) {
    const isDry = dry_run === true
    if (!checkpoints.isEnabled) return cannotRewind('File rewinding is not enabled.', isDry)
    const rewind = checkpoints.rewind(String(user_message_id), !isDry)
    if (rewind === undefined) return cannotRewind('No file checkpoint found for this message.', false)
    return isDry ? { canRewind: true, ...rewind } : { canRewind: true }
  },

  rewind_conversation({ session, turns }, { target_message_uuid }) {
    const none = { rewound: false, prefillText: null, precedingAssistantUuid: null }
    if (turns.isBusy) return { ...none, error: 'turn in progress', reason: 'busy' }
    const index = session.branch.findIndex(({ uuid }) => uuid === target_message_uuid)
    const target = session.branch[index]
    if (target === undefined) return { ...none, error: 'target not found', reason: 'target_not_found' }
    const before = session.branch.slice(0, index).findLast(({ type }) => type === 'assistant')
    const { content } = isObject(target.message) ? target.message : {}
    session.rewindTo(target.uuid)
    return {
      rewound: true,
      targetMessageUuid: target.uuid,
      prefillText: textOf(content),
      precedingAssistantUuid: before?.uuid ?? null,
    }
  },

  stop_task({ tasks }, { task_id }) {
    tasks.stop(String(task_id))
    return {}
  },

  background_tasks({ tasks }, { tool_use_id }) {
    tasks.toBackground(typeof tool_use_id === 'string' ? tool_use_id : undefined)
    return {}
  },
}

/** Later versions try a new model with the shortest of requests. */
async function probe({ source, model }: Agent): Promise<void> {
  const messages = [{ role: 'user', content: 'quota' }]
  const body = { model: model.replace(/\[.*\]$/, ''), max_tokens: 1, messages }
  await source.whole(body, AbortSignal.timeout(10_000)).catch(() => {})
}

function cannotRewind(error: string, isDry: boolean): JsonObject {
  if (isDry) return { canRewind: false, error }
  throw new ControlFailure(error)
}

function promptText(prompt: unknown): string {
  return Array.isArray(prompt) ? prompt.join('\n') : String(prompt)
}

function initializeResponse(agent: Agent): JsonObject {
  const { profile, modes, state, custom, env } = agent
  const agents = Object.entries(custom.agents).map(([name, definition]) => ({
    name,
    description: isObject(definition) ? String(definition.description ?? '') : '',
  }))
  const newer = {
    claude_code_version: profile.version,
    current_permission_mode: modes.mode,
    session_state: state.state,
    capabilities: CAPABILITIES,
    hook_on_failure_supported: true,
    analytics_disabled: true,
    fast_mode_state: 'off',
  }
  return {
    commands: allCommands(agent),
    agents: [...AGENTS, ...agents],
    output_style: 'default',
    available_output_styles: OUTPUT_STYLES,
    models: modelsOf(profile).map(({ price: _, ...model }) => model),
    account: {
      tokenSource: 'none',
      apiKeySource: env.ANTHROPIC_API_KEY ? 'ANTHROPIC_API_KEY' : 'none',
      apiProvider: 'firstParty',
    },
    pid: process.pid,
    ...(profile.isOld ? {} : newer),
  }
}
