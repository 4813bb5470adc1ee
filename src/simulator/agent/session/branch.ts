/** Finds the records of a transcript from which a resumed session continues. */
import { isObject } from '../../../protocol/json.ts'
import { isToolResult, type LinkedRecord, messageOf } from './records.ts'

/**
 * Returns the chain from the first record, or from the last compaction, to the last record, together with the blocks and tool
 * results that belong to its messages. `at` names another record to end with; returns undefined if there is no such record.
 */
export function activeBranch(all: readonly LinkedRecord[], at?: string): LinkedRecord[] | undefined {
  const boundary = all.findLastIndex(({ subtype }) => subtype === 'compact_boundary')
  const kept = keptBy(all[boundary])
  const alive = all.filter(({ uuid }, index) => index >= boundary || kept.uuids.includes(uuid))
  const byUuid = new Map(alive.map((record) => [record.uuid, record]))
  const leaf = at === undefined ? alive.at(-1) : byUuid.get(at)
  if (leaf === undefined) return at === undefined ? [] : undefined

  const chain = new Set<LinkedRecord>()
  for (let record: LinkedRecord | undefined = leaf; record !== undefined && !chain.has(record); ) {
    chain.add(record)
    record = byUuid.get(parentOf(record, kept) ?? '')
  }
  const messages = new Set([...chain].map((record) => messageOf(record)?.id).filter((id) => id !== undefined))
  const calls = new Set<string>()
  const branch = alive.filter((record) => {
    const isBlock = messages.has(messageOf(record)?.id ?? '')
    if (isBlock) calls.add(record.uuid)
    const isResult = isToolResult(record) && calls.has(record.parentUuid ?? '')
    return chain.has(record) || isBlock || isResult
  })
  const cut = at === undefined ? branch : branch.slice(0, branch.indexOf(leaf) + 1)
  return inOrder(cut, kept)
}

interface Kept {
  readonly anchor: string | undefined
  readonly uuids: readonly string[]
}

function keptBy(boundary: LinkedRecord | undefined): Kept {
  const metadata = isObject(boundary?.compactMetadata) ? boundary.compactMetadata : {}
  const kept = isObject(metadata.preservedMessages) ? metadata.preservedMessages : {}
  return {
    anchor: typeof kept.anchorUuid === 'string' ? kept.anchorUuid : undefined,
    uuids: Array.isArray(kept.uuids) ? kept.uuids.filter((uuid) => typeof uuid === 'string') : [],
  }
}

/** The records that a compaction keeps move behind its summary, and the record after the summary follows them. */
function parentOf(record: LinkedRecord, { anchor, uuids }: Kept): string | null {
  const index = uuids.indexOf(record.uuid)
  if (index !== -1) return uuids[index - 1] ?? anchor ?? null
  return record.parentUuid === anchor ? (uuids.at(-1) ?? record.parentUuid) : record.parentUuid
}

function inOrder(branch: LinkedRecord[], { anchor, uuids }: Kept): LinkedRecord[] {
  const kept = branch.filter(({ uuid }) => uuids.includes(uuid))
  if (kept.length === 0) return branch
  return branch
    .filter((record) => !kept.includes(record))
    .flatMap((record) => (record.uuid === anchor ? [record, ...kept] : [record]))
}
