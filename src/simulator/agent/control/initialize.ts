import { join } from 'node:path'
import { isObject, type JsonObject } from '../../../protocol/json.ts'
import type { Agent } from '../agent.ts'
import { agentsOf, HOST_CAPABILITIES, listedModels, outputStyles } from '../catalog.ts'
import { allCommands } from '../commands/custom.ts'

/** `applied`: the parts of the request that are in effect. */
export function initializeResponse(agent: Agent, applied: JsonObject): JsonObject {
  const { profile, custom, env } = agent
  const commands = allCommands(agent)
  custom.toldCommands = commands.map(({ name }) => name).join()
  const agents = Object.entries(custom.agents).map(([name, definition]) => ({
    name,
    description: isObject(definition) ? String(definition.description ?? '') : '',
  }))
  const sinceFirst = { agents: [...agentsOf(profile), ...agents], pid: process.pid }
  return {
    commands,
    ...(profile.isFirst ? {} : sinceFirst),
    output_style: 'default',
    available_output_styles: outputStyles(profile),
    models: listedModels(profile),
    account: {
      tokenSource: 'none',
      apiKeySource: env.ANTHROPIC_API_KEY ? 'ANTHROPIC_API_KEY' : 'none',
      ...(profile.isFirst ? {} : { apiProvider: 'firstParty' }),
    },
    ...(profile.isOld ? {} : newer(agent, applied)),
  }
}

/** The fields that later versions add. */
function newer({ profile, modes, state, places }: Agent, applied: JsonObject): JsonObject {
  return {
    user_output_styles_dir: join(places.configDir, 'output-styles'),
    claude_code_version: profile.version,
    current_permission_mode: modes.mode,
    ...applied,
    hook_on_failure_supported: true,
    other_hook_ask_outranks_host: true,
    feedback_mode: { kind: 'disabled' },
    analytics_disabled: true,
    remote_control_auto_enable: false,
    remote_control_auto_connect_default: false,
    remote_control_available: false,
    remote_control_auto_on_by_default: false,
    ide_rc_auto_enable_gate: false,
    fast_mode_state: 'off',
    fast_mode_disabled_reason: 'sdk_opt_in_required',
    session_state: state.state,
    capabilities: HOST_CAPABILITIES,
  }
}
