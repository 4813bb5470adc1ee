/**
 * A stream of messages without what differs from run to run: ids are numbered in the order in which they appear, paths are relative to the
 * stage, times, sizes and costs are named by their type. What is left must be the same on the real CLI and on the simulator.
 */
import { isObject, type JsonObject } from '../../../src/protocol/json.ts'
import type { Message } from './client.ts'

/** Numbers and times that are measured, and what the machine or the API gave. */
const MEASURED =
  /^(timestamp|completed|total.*|messaging_socket_path|harness.*|end_time|.*_ms|.*_usd|.*[tT]okens|usage|modelUsage|output_tokens_details|iterations|.*_state|cacheHitRate|costUSD)$/
/** What a version of the CLI brings along: the simulator has only a part of it. */
const BROUGHT = /^(skills|slash_commands|terminal_slash_commands|tools|capabilities)$/
const IDS = [
  /\b[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}\b/g,
  /\b(?:toolu|msg|req)_[A-Za-z0-9_]+\b/g,
  // Of a run of a task.
  /\b[0-9a-z]{9}-[0-9a-f]{8}\b/g,
]

/** The threads of a stream, each for itself: which of them comes first is a matter of time. */
export function threadsOf(messages: readonly Message[], home: string): { [thread: string]: JsonObject[] } {
  const isTask = ({ subtype }: Message) => /^(task_|background_tasks)/.test(String(subtype ?? ''))
  const isInner = ({ parent_tool_use_id: parent }: Message) => typeof parent === 'string'
  const main = messages.filter((message) => !isTask(message) && !isInner(message))
  return {
    main: normalized(main, home),
    tasks: normalized(messages.filter(isTask), home),
    agents: normalized(messages.filter(isInner), home),
  }
}

function normalized(messages: readonly Message[], home: string): JsonObject[] {
  const ids = new Map<string, string>()
  const patterns = [...IDS, ...taskIds(messages)]
  const numbered = (id: string) => {
    if (!ids.has(id)) ids.set(id, `id-${ids.size + 1}`)
    return ids.get(id) ?? id
  }
  const text = (value: string) => {
    const local = value.replaceAll(home, '~').replaceAll(home.replaceAll(/[^a-zA-Z0-9]/g, '-'), '-home')
    return patterns
      .reduce((so, pattern) => so.replaceAll(pattern, numbered), local)
      .replaceAll(/((?:tokens|duration_ms|tool_uses)(?:: |>))\d+/g, '$1N')
  }
  const walk = (value: unknown): unknown => {
    if (typeof value === 'string') return text(value)
    if (Array.isArray(value)) return value.map(walk)
    if (!isObject(value)) return value
    const fields = Object.entries(value).sort(([one], [other]) => (one < other ? -1 : 1))
    return Object.fromEntries(
      fields.map(([key, field]) => [
        key,
        MEASURED.test(key) || BROUGHT.test(key) ? kindOf(field) : walk(field),
      ]),
    )
  }
  return messages.map((message) => walk(message) as JsonObject)
}

function kindOf(value: unknown): string {
  return value === null ? 'null' : Array.isArray(value) ? 'array' : typeof value
}

/** Ids of tasks look like words: those of this stream. */
function taskIds(messages: readonly Message[]): RegExp[] {
  const found = JSON.stringify(messages).matchAll(/"(?:task_id|agentId|agent_id|backgroundTaskId)":"(\w+)"/g)
  return [...new Set([...found].map(([, id]) => id))].map((id) => new RegExp(`\\b${id}\\b`, 'g'))
}
