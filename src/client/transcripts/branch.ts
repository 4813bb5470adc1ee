/**
 * Which entries of a transcript a resumed session would show. The file is an append-only log of a tree: each entry
 * names its parent, and the active branch leads from the last entry back to the first. Four things complicate it:
 *
 * - A message is written one block to an entry. Of parallel tool calls each result hangs on its own call, and the
 *   conversation goes on from the result that came last. The way back from there passes over the other calls and
 *   results; they are found again through the id of their message.
 * - A compaction drops what stands before it in the file, except some entries that it names. Those move behind its
 *   summary, and what follows the summary follows them.
 * - A rewind (2.1.325) only writes down which entry is now the last: until something is appended, that one counts.
 * - An entry can be written again, with another parent. The last time counts.
 */
import { isObject, type JsonObject } from '../../protocol/json.ts'
import { textIn } from './decode-entry.ts'
import type { TranscriptEntry } from './entries.ts'

interface Link {
  readonly line: number
  readonly uuid: string
  readonly parent: string | null
  /** Of an assistant's block: the id of the message that it is part of. */
  readonly message: string | undefined
  readonly isToolResult: boolean
}

interface Kept {
  /** The entry that they move behind. */
  readonly anchor: string
  readonly uuids: readonly string[]
}

export class ActiveBranch {
  readonly #links: Link[] = []
  readonly #byUuid = new Map<string, Link>()
  /** The line of the last compaction; what comes before it is gone unless kept. */
  #boundary = 0
  #kept: Kept | undefined
  /** Where a rewind went, as long as nothing was appended after it: null for the very beginning. */
  #rewoundTo: string | null | undefined

  /** Takes the entries one after the other, in the order of the file. */
  add(entry: TranscriptEntry): void {
    if (!('record' in entry)) return
    const { record, line } = entry
    const uuid = textIn(record, 'uuid')
    if (uuid === undefined) {
      if (record.type === 'last-prompt' && record.explicit === true) {
        this.#rewoundTo = textIn(record, 'leafUuid') ?? null
      }
      return
    }
    if (record.isSidechain === true) return
    const link = {
      line,
      uuid,
      parent: textIn(record, 'parentUuid') ?? null,
      message: entry.kind === 'assistant' ? entry.message.id : undefined,
      isToolResult: entry.kind === 'user' && isToolResult(entry.message.content),
    }
    this.#links.push(link)
    this.#byUuid.set(uuid, link)
    this.#rewoundTo = undefined
    if (entry.kind === 'system' && entry.subtype === 'compact_boundary') {
      this.#boundary = line
      this.#kept = keptBy(record)
    }
  }

  /** The lines of the active branch, in the order of the conversation. */
  lines(): number[] {
    const kept = (this.#kept?.uuids ?? []).filter((uuid) => this.#byUuid.has(uuid))
    const keptBefore = new Map(kept.map((uuid, i) => [uuid, kept[i - 1] ?? this.#kept?.anchor ?? null]))
    const isAlive = (link: Link) =>
      this.#byUuid.get(link.uuid) === link && (link.line >= this.#boundary || keptBefore.has(link.uuid))
    const alive = this.#links.filter(isAlive)
    const parentOf = (link: Link): string | null => {
      const moved = keptBefore.get(link.uuid)
      if (moved !== undefined) return moved
      return link.parent === this.#kept?.anchor ? (kept.at(-1) ?? link.parent) : link.parent
    }

    const chain = new Set<Link>()
    for (let link = this.#leaf(alive); link !== undefined && !chain.has(link); ) {
      chain.add(link)
      const uuid = parentOf(link)
      if (uuid === null) break
      const parent = this.#byUuid.get(uuid)
      link = parent && isAlive(parent) ? parent : lastBefore(alive, (parent ?? link).line)
    }
    return withSiblings([...chain].reverse(), alive).map((link) => link.line)
  }

  #leaf(alive: readonly Link[]): Link | undefined {
    if (this.#rewoundTo === null) return undefined
    const rewound = this.#rewoundTo === undefined ? undefined : this.#byUuid.get(this.#rewoundTo)
    return rewound !== undefined && alive.includes(rewound) ? rewound : alive.at(-1)
  }
}

/** The way back has a gap: a broken line, or one that a compaction dropped. The CLI continues with the one before. */
function lastBefore(alive: readonly Link[], line: number): Link | undefined {
  let low = 0
  for (let high = alive.length; low < high; ) {
    const middle = (low + high) >>> 1
    if ((alive[middle] as Link).line < line) low = middle + 1
    else high = middle
  }
  return alive[low - 1]
}

/** Adds the blocks and tool results of the chain's messages that the chain passed over, in the order of the file. */
function withSiblings(chain: readonly Link[], alive: readonly Link[]): Link[] {
  const inChain = new Set(chain)
  const messages = new Map<string, Link[]>()
  for (const link of chain) if (link.message !== undefined) messages.set(link.message, [])
  const messageOfBlock = new Map<string, string>()
  for (const link of alive) {
    if (link.message !== undefined) messageOfBlock.set(link.uuid, link.message)
    if (inChain.has(link)) continue
    const message = link.isToolResult ? messageOfBlock.get(link.parent ?? '') : link.message
    if (message !== undefined) messages.get(message)?.push(link)
  }

  const all: Link[] = []
  let waiting: Link[] = []
  for (const link of chain) {
    const due = waiting.findIndex((it) => it.line > link.line)
    if (due !== 0) all.push(...waiting.splice(0, due === -1 ? waiting.length : due))
    all.push(link)
    const siblings = link.message === undefined ? [] : (messages.get(link.message) ?? [])
    if (siblings.length === 0) continue
    waiting = [...waiting, ...siblings.splice(0)].sort((a, b) => a.line - b.line)
  }
  return [...all, ...waiting]
}

function isToolResult(content: unknown): boolean {
  return Array.isArray(content) && content.some((block) => isObject(block) && block.type === 'tool_result')
}

function keptBy(boundary: JsonObject): Kept | undefined {
  const metadata = isObject(boundary.compactMetadata) ? boundary.compactMetadata : {}
  const kept = isObject(metadata.preservedMessages) ? metadata.preservedMessages : {}
  const anchor = textIn(kept, 'anchorUuid')
  if (anchor === undefined || !Array.isArray(kept.uuids)) return undefined
  return { anchor, uuids: [...new Set(kept.uuids.filter((uuid) => typeof uuid === 'string'))] }
}
