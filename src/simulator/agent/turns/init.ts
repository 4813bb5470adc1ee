/** `system/init`, which opens every turn. */
import { randomUUID } from 'node:crypto'
import { join } from 'node:path'
import type { Agent } from '../agent.ts'
import { agentsOf, CAPABILITIES, isListedModel, pluginsOf, skillsOf } from '../catalog.ts'
import { allCommands } from '../commands/custom.ts'
import type { Wire } from '../io/output.ts'
import { socketPath } from '../session/places.ts'
import { toolNames } from '../tools/toolbox.ts'

export function initMessage(agent: Agent, uuids: readonly string[]): Wire {
  const { places, session, profile, modes, mcp, custom, rules } = agent
  const newer = {
    capabilities: CAPABILITIES,
    terminal_slash_commands: [],
    original_cwd: places.cwd,
    additional_directories: rules.directories,
    messaging_socket_path: socketPath(),
    fast_mode_disabled_reason: 'sdk_opt_in_required',
    per_turn_effort_active: isListedModel(agent.model, profile),
    ultrathink_available: false,
    ultrathink_typed_raises: false,
    view_mode: 'default',
    ...(uuids.length === 0 ? {} : { user_message_uuids: uuids }),
  }
  return {
    type: 'system',
    subtype: 'init',
    cwd: places.cwd,
    session_id: session.id,
    tools: toolNames(agent),
    mcp_servers: mcp.inBrief,
    model: agent.model,
    permissionMode: modes.mode,
    slash_commands: allCommands(agent).map(({ name }) => name),
    apiKeySource: agent.env.ANTHROPIC_API_KEY ? 'ANTHROPIC_API_KEY' : 'none',
    claude_code_version: profile.version,
    output_style: 'default',
    agents: [...agentsOf(profile).map(({ name }) => name), ...Object.keys(custom.agents)],
    skills: skillsOf(profile).map(({ name }) => name),
    plugins: [
      ...pluginsOf(profile),
      ...custom.plugins.map(({ name, path }) => ({ name, path, source: `${name}@inline` })),
    ],
    analytics_disabled: true,
    product_feedback_disabled: true,
    uuid: randomUUID(),
    memory_paths: { auto: `${join(places.project, 'memory')}/` },
    fast_mode_state: 'off',
    ...(profile.isOld ? {} : newer),
  }
}
