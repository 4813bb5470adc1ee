import { existsSync } from 'node:fs'
import { resolve } from 'node:path'
import { setImmediate as immediate } from 'node:timers/promises'
import { isObject, type JsonObject } from '../../../protocol/json.ts'
import { textOf } from '../../content.ts'
import type { Agent } from '../agent.ts'
import { resolveModel } from '../catalog.ts'
import { pluginsIn } from '../commands/plugins.ts'
import { isInside } from '../permissions/paths.ts'
import { emitUser } from '../turns/turn.ts'
import { ControlFailure, type Handlers } from './control.ts'
import { initializeResponse } from './initialize.ts'

/** The settings that a host may change. */
const UPDATABLE = ['outputStyle']

export const sessionRequests: Handlers = {
  async initialize(agent, request) {
    const { custom, hooks, mcp, tasks, profile } = agent
    const isRepeated = custom.isInitialized
    if (isRepeated && profile.isFirst) throw new ControlFailure('Already initialized')
    custom.isInitialized = true
    if (request.hooks !== undefined) hooks.register(request.hooks)
    if (isObject(request.jsonSchema)) custom.jsonSchema = request.jsonSchema
    const { systemPrompt } = request
    if (systemPrompt !== undefined && (!profile.isFirst || typeof systemPrompt === 'string'))
      custom.systemPrompt = promptText(systemPrompt)
    if (request.appendSystemPrompt !== undefined)
      custom.appendSystemPrompt = promptText(request.appendSystemPrompt)
    if (isObject(request.agents)) custom.agents = request.agents
    if (request.proactivity === true) custom.proactivity = true
    if (typeof request.title === 'string') agent.session.rename(request.title)
    if (request.forwardSubagentText === true) custom.forwardsText = true
    if (typeof request.promptSuggestions === 'boolean') custom.suggests = request.promptSuggestions
    if (Array.isArray(request.supportedDialogKinds))
      custom.dialogKinds = request.supportedDialogKinds.map(String)
    const isPlugged = agent.options.awaitsInitialize && Array.isArray(request.plugins)
    if (isPlugged) custom.plugins = [...custom.plugins, ...pluginsIn(request.plugins)]
    mcp.connectHost(request.sdkMcpServers)
    // Later versions talk to the host's servers before they respond.
    if (!profile.isOld && Array.isArray(request.sdkMcpServers)) await immediate()
    if (isRepeated) setImmediate(() => tasks.tellAll())
    return initializeResponse(agent, {
      ...(request.hooks === undefined ? {} : { hooks_applied: true }),
      ...(isPlugged ? { plugins_applied: true } : {}),
    })
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
    const { profile } = agent
    const asked = typeof request.model === 'string' ? request.model : undefined
    agent.model = resolveModel(asked, profile)
    if (profile.isFirst) return undefined
    const isAlias = asked !== undefined && asked !== '' && asked !== 'default' && asked !== agent.model
    const named = isAlias ? `${asked} (${agent.model})` : agent.model
    const content = `<local-command-stdout>Set model to ${profile.isOld ? named : `\`${named}\``}</local-command-stdout>`
    emitUser(agent, content, { isReplay: true })
    if (profile.isOld) return undefined
    void probe(agent)
    return { model: agent.model }
  },

  set_permission_mode({ modes, profile, output }, request, respond, request_id) {
    if (request.mode === undefined && profile.isOld) return {}
    const checked = modes.check(String(request.mode))
    if ('error' in checked) throw new ControlFailure(checked.error, checked.error_code)
    respond({ mode: checked.mode })
    modes.set(checked.mode, !profile.isFirst)
    // 2.1.37 tells the mode in its answer only, and answers twice.
    if (profile.isFirst)
      output.emit({ type: 'control_response', response: { subtype: 'success', request_id } })
    return undefined
  },

  set_max_thinking_tokens({ custom }, { max_thinking_tokens }) {
    custom.thinkingTokens = typeof max_thinking_tokens === 'number' ? max_thinking_tokens : undefined
    return undefined
  },

  set_has_subscribers({ custom }, { has_subscribers }) {
    custom.hasSubscribers = has_subscribers !== false
    return undefined
  },

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
    if (!existsSync(directory))
      return { status: 'rejected', reason: 'not_found', message: `Path does not exist: ${directory}` }
    if (directory === places.cwd)
      return { status: 'ok', cwd: directory, changed: false, transcript_relocated: true }
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
    if (source !== 'userSettings' && source !== 'projectSettings' && source !== 'localSettings')
      throw new ControlFailure(`update_settings: unsupported source ${source}`)
    const strange = Object.keys(changes).filter((key) => !UPDATABLE.includes(key))
    if (strange.length > 0)
      throw new ControlFailure(`update_settings keys not allowed: ${strange.join(', ')}`)
    const bad = Object.keys(changes).filter((key) => typeof changes[key] !== 'string')
    if (bad.length > 0) {
      throw new ControlFailure(
        `update_settings values must be strings (deletion is not supported): ${bad.join(', ')}`,
      )
    }
    settings.update(source, (before) => ({ ...before, ...changes }))
    return {}
  },

  rename_session({ session, output, profile }, { title }) {
    session.rename(String(title))
    if (!profile.isOld) output.system('session_title_changed', { title })
    return undefined
  },

  cancel_async_message: ({ turns }, { message_uuid }) => ({
    cancelled: turns.cancelPrompt(String(message_uuid)),
  }),

  rewind_files({ checkpoints, profile }, { user_message_id, dry_run }) {
    const isDry = dry_run === true
    if (!checkpoints.isEnabled) return cannotRewind('File rewinding is not enabled.', isDry)
    const rewind = checkpoints.rewind(String(user_message_id), !isDry)
    if (rewind === undefined) return cannotRewind('No file checkpoint found for this message.', isDry)
    if (isDry) return { canRewind: true, ...rewind }
    return { canRewind: true, ...(profile.isOld ? {} : { skippedLinks: 0 }) }
  },

  rewind_conversation({ session, turns, profile }, { target_message_uuid }) {
    const no = (error: string, reason: string) => ({
      rewound: false,
      prefillText: null,
      precedingAssistantUuid: null,
      error,
      ...(profile.isOld ? {} : { reason }),
    })
    if (turns.isBusy) return no('turn in progress', 'busy')
    const index = session.branch.findIndex(({ uuid }) => uuid === target_message_uuid)
    const target = session.branch[index]
    if (target === undefined) return no('target not found', 'target_not_found')
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
    if (typeof tool_use_id === 'string') return { backgrounded: tasks.toBackground(tool_use_id) }
    tasks.toBackground(undefined)
    return {}
  },
}

/** Later versions try a new model with a minimal request. */
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
