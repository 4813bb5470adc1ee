/** A run of calls in one line: "Read 12 files, searched 4 times", how many failed, and for how long calls ran. */
import { objectIn, textIn } from '../../../state/fields.ts'
import type { Item, ToolItem } from '../../../state/transcript/items.ts'
import { type Looking, lookingOf } from './looking.ts'

export interface RunSummary {
  readonly words: string
  readonly failed: number
  /** The time during which at least one of its calls ran. */
  readonly ms: number
}

export function summaryOf(items: readonly Item[]): RunSummary {
  const calls = new Map<Looking, ToolItem[]>()
  for (const item of items) {
    const looking = lookingOf(item)
    if (looking === undefined || item.kind !== 'tool') continue
    calls.set(looking, [...(calls.get(looking) ?? []), item])
  }
  const all = [...calls.values()].flat()
  const words = [...calls].map(([looking, some]) => WORDS[looking](some)).join(', ')
  return {
    words: words.charAt(0).toUpperCase() + words.slice(1),
    failed: all.filter(({ status }) => status === 'failed').length,
    ms: timeOf(all),
  }
}

const WORDS: Readonly<Record<Looking, (calls: readonly ToolItem[]) => string>> = {
  read: (calls) => counted('read', new Set(calls.map(fileOf)).size, 'file'),
  search: (calls) => times('searched', calls.length),
  list: (calls) => counted('listed', calls.length, 'folder'),
  fetch: (calls) => counted('fetched', calls.length, 'page'),
  'web-search': (calls) => times('searched the web', calls.length),
  command: (calls) => counted('ran', calls.length, 'command'),
  tasks: () => 'updated the task list',
}

function counted(verb: string, count: number, noun: string): string {
  return `${verb} ${count} ${noun}${count === 1 ? '' : 's'}`
}

function times(verb: string, count: number): string {
  return count === 1 ? `${verb} once` : count === 2 ? `${verb} twice` : `${verb} ${count} times`
}

function fileOf({ input, id }: ToolItem): string {
  return textIn(objectIn(input)?.file_path) ?? id
}

/** Calls may run side by side: time that they share counts once. */
function timeOf(calls: readonly ToolItem[]): number {
  const spans = calls
    .map(({ at, decidedAt, endedAt }) => ({ from: decidedAt ?? at, to: endedAt ?? at }))
    .sort((a, b) => a.from - b.from)
  let sum = 0
  let end = Number.NEGATIVE_INFINITY
  for (const { from, to } of spans) {
    sum += Math.max(0, to - Math.max(from, end))
    end = Math.max(end, to)
  }
  return sum
}
