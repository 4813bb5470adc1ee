import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { relative, resolve } from 'node:path'
import type { JsonObject } from '../../../protocol/json.ts'
import { textOf } from '../../content.ts'

import { agentsOf, listedModels, outputStyles, pluginsOf, skillsOf } from '../catalog.ts'
import { contextReport } from '../commands/context.ts'
import { allCommands } from '../commands/custom.ts'
import { isInside } from '../permissions/paths.ts'
import { socketPath } from '../session/places.ts'
import { messageOf } from '../session/records.ts'
import { planFile, planIn } from '../tools/interaction.ts'
import { filesIn } from '../tools/search.ts'
import { askAside, MainThread } from '../turns/main-thread.ts'
import { promptOf } from '../turns/queue.ts'
import { requestBody } from '../turns/request-body.ts'
import { Turn } from '../turns/turn.ts'
import { ControlFailure, type Handlers } from './control.ts'
import { HOOK_EVENTS } from './hook-events.ts'

const MAX_SUGGESTIONS = 15
const TASK_OUTPUT_BYTES = 8 * 1024
/** What later versions report of the settings in effect. */
const APPLIED = {
  advisor: null,
  ultracodeRequested: false,
  ultracodeAvailable: true,
  ultrathinkAvailable: false,
  outsideFileToolReadsBlocked: false,
  outsideFileToolWritesBlocked: false,
  outsideBlocksCountLaunchFoldersOnly: false,
  launchEnvLeftOwnFilesInPlace: false,
}

export const queryRequests: Handlers = {
  /** The CLI asks the API to count, but does not report that number: the API does not know which part is which. */
  async get_context_usage(agent) {
    const { model, messages, tools } = requestBody(new MainThread(new Turn(agent, [promptOf({})])))
    await agent.source.count({ model, messages, tools })
    return contextReport(agent).usage
  },

  get_settings: ({ settings, model, profile }) => ({
    effective: settings.effective,
    sources: settings.sources,
    applied: { model, effort: profile.effort, ultracode: false, ...(profile.isOld ? {} : APPLIED) },
  }),

  get_session_cost: ({ ledger }) => ({ text: ledger.text }),

  get_usage: ({ ledger }) => ({
    session: {
      total_cost_usd: ledger.cost,
      total_api_duration_ms: ledger.apiMs,
      total_duration_ms: Date.now() - ledger.startedAt,
      total_lines_added: ledger.linesAdded,
      total_lines_removed: ledger.linesRemoved,
      model_usage: ledger.modelUsage,
    },
    subscription_type: null,
    rate_limits_available: false,
    rate_limits: null,
    behaviors: null,
  }),

  get_binary_version: ({ profile }) => ({ version: profile.version, buildTime: profile.buildTime }),

  get_status: ({ profile, session, places, model }) => ({
    sections: [
      {
        title: 'Session',
        rows: [
          { label: 'Version', value: profile.version },
          ...(session.title === undefined ? [] : [{ label: 'Session name', value: session.title }]),
          { label: 'Session ID', value: session.id },
          { label: 'Session kind', value: 'interactive' },
          { label: 'Peer address', value: `uds:${socketPath()}` },
          { label: 'cwd', value: places.cwd },
        ],
      },
      { title: 'Environment', rows: [{ label: 'Model', value: model }] },
    ],
  }),

  list_models: ({ profile }) => ({ models: listedModels(profile) }),

  /** Hooks from settings files; the simulator runs none. */
  get_hooks_listing: () => ({
    events: [],
    hooks: [],
    eventCatalog: HOOK_EVENTS,
    policy: {
      disabledByPolicy: false,
      managedOnly: false,
      pluginOnly: false,
      allDisabled: false,
      policyHookCount: 0,
    },
  }),

  list_permission_rules: ({ rules, places }) => ({
    state: {
      rules: rules.all.map(({ tool, content, source, behavior }) => ({
        behavior,
        source,
        rule: content === undefined ? tool : `${tool}(${content})`,
      })),
      workspaceDirectories: rules.directories,
      originalCwd: places.cwd,
      managedOnly: false,
    },
  }),

  get_plan(agent) {
    const content = planIn(agent)
    return content === undefined ? { exists: false } : { exists: true, content, path: planFile(agent) }
  },

  get_workspace_diff: () => ({ diff: null, noDiffReason: 'no-repository' }),

  file_suggestions({ places, profile }, { query }) {
    const wanted = String(query ?? '').toLowerCase()
    const here = profile.isOld ? {} : { cwd: places.cwd }
    if (wanted === '') return { suggestions: entriesIn(places.cwd), ...here }
    const suggestions = filesIn(places.cwd)
      .map((file) => relative(places.cwd, file))
      .filter((path) => path.toLowerCase().includes(wanted))
      .sort((one, other) => one.length - other.length)
      .slice(0, MAX_SUGGESTIONS)
      .map((path, index) => ({ path, score: index / MAX_SUGGESTIONS }))
    return { suggestions, ...here }
  },

  read_file({ places, rules, profile }, { path, max_bytes, encoding }) {
    const absPath = resolve(places.cwd, String(path))
    const isThere = profile.isOld || existsSync(absPath)
    if (!isInside(absPath, rules.directories, places.cwd) || !isThere)
      throw new ControlFailure(`read denied: ${path}`)
    const bytes = readBytes(absPath)
    const kept = typeof max_bytes === 'number' ? bytes.subarray(0, max_bytes) : bytes
    const truncated = kept.length < bytes.length ? { truncated: true } : {}
    const asked = profile.isOld ? {} : { requested_path: path }
    if (encoding === 'base64')
      return { contents: kept.toString('base64'), absPath, encoding, ...truncated, ...asked }
    const contents = kept.toString()
    const lossy = profile.isOld ? {} : { lossy: !Buffer.from(contents).equals(kept) }
    return { contents, absPath, ...truncated, ...lossy, ...asked }
  },

  reload_skills: ({ profile }) => ({ skills: skillsOf(profile) }),
  reload_output_styles: ({ profile }) => ({ available_output_styles: outputStyles(profile) }),

  reload_plugins(agent) {
    const { output, profile, mcp, custom } = agent
    const commands = allCommands(agent)
    const names = commands.map(({ name }) => name).join()
    if (profile.isOld || names !== custom.toldCommands) output.system('commands_changed', { commands })
    custom.toldCommands = names
    const plugins = [...pluginsOf(profile), ...custom.plugins.map(listed)]
    return { commands, agents: agentsOf(profile), plugins, mcpServers: mcp.statuses, error_count: 0 }
  },

  get_task_output({ tasks }, { task_id }) {
    const output = tasks.output(String(task_id))
    if (output === undefined)
      throw new ControlFailure('get_task_output: no shell or Monitor task with that task_id in this session')
    const bytes = Buffer.from(output)
    const tail = bytes.subarray(-TASK_OUTPUT_BYTES)
    return { output: tail.toString(), total_bytes: bytes.length, truncated: tail.length < bytes.length }
  },

  export_conversation({ session }) {
    const lines = session.branch.flatMap((record) => {
      const message = record.isMeta === true ? undefined : messageOf(record)
      const text = textOf(message?.content)
      return text === '' ? [] : [`${message?.role === 'user' ? '❯' : '●'} ${text}`]
    })
    const now = new Date().toISOString()
    const day = now.slice(0, 10)
    if (lines.length === 0) {
      const time = now.slice(11, 19).replaceAll(':', '')
      return { text: '', default_filename: `conversation-${day}-${time}.txt` }
    }
    const name = String(lines[0])
      .toLowerCase()
      .replaceAll(/[^a-z0-9]+/g, '-')
      .replaceAll(/^-|-$/g, '')
    return { text: `\n${lines.join('\n\n')}`, default_filename: `${day}-${name.slice(0, 50)}.txt` }
  },

  async generate_session_title({ source, model, session, profile }, { description, persist }) {
    // A session that has a title keeps it.
    if (!profile.isOld && persist === true && session.title !== undefined) return { title: session.title }
    const content = `Generate a title for: ${description}`
    const body = { model: bare(model), messages: [{ role: 'user', content }], max_tokens: 100, tools: [] }
    const text = textOf((await source.whole(body, AbortSignal.timeout(30_000))).content)
    const title = /"title"\s*:\s*"([^"]+)"/.exec(text)?.[1] ?? null
    if (title !== null && persist === true) session.rename(title)
    return { title }
  },

  async side_question(agent, { question }, _respond, id) {
    if (!agent.profile.isOld)
      agent.output.system('control_request_progress', { request_id: id, status: 'started' })
    const turn = new Turn(agent, [promptOf({})])
    const response = await askAside(turn, String(question), AbortSignal.timeout(60_000))
    return { response, synthetic: false }
  },
}

function listed({ name, path }: { name: string; path: string }): JsonObject {
  return { name, path, source: `${name}@inline` }
}

/** The entries of the folder itself, folders first. */
function entriesIn(folder: string): { path: string }[] {
  const entries = readdirSync(folder, { withFileTypes: true }).slice(0, MAX_SUGGESTIONS)
  const folders = entries.filter((entry) => entry.isDirectory()).map(({ name }) => `${name}/`)
  const files = entries.filter((entry) => !entry.isDirectory()).map(({ name }) => name)
  return [...folders, ...files].map((path) => ({ path }))
}

function bare(model: string): string {
  return model.replace(/\[.*\]$/, '')
}

function readBytes(path: string): Buffer {
  try {
    return readFileSync(path)
  } catch (error) {
    throw new ControlFailure((error as Error).message)
  }
}
