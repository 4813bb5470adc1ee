import { open } from 'node:fs/promises'
import { ActiveBranch } from './branch.ts'
import { decodeEntry } from './decode-entry.ts'
import type { RecordedEntry } from './entries.ts'
import { findTranscript, type TranscriptLocation } from './location.ts'
import { linesOf } from './read.ts'

/**
 * The conversation as a resumed session has it: the active branch only, in its order, since the last compaction.
 * The file is read twice, first to find the branch and then to fetch it, so that memory holds no more than that.
 */
export async function readConversation(
  id: string,
  location: TranscriptLocation = {},
): Promise<RecordedEntry[]> {
  const handle = await open(await findTranscript(id, location))
  try {
    // Both readings see the same lines, though the session may be appending more.
    const { size } = await handle.stat()
    const branch = new ActiveBranch()
    let line = 0
    for await (const lines of linesOf(handle, size)) {
      for (const text of lines) branch.add(decodeEntry(text, ++line))
    }
    const order = branch.lines()
    const wanted = new Map<number, RecordedEntry | undefined>(order.map((it) => [it, undefined]))
    line = 0
    for await (const lines of linesOf(handle, size)) {
      for (const text of lines) {
        if (!wanted.has(++line)) continue
        const entry = decodeEntry(text, line)
        if ('record' in entry) wanted.set(line, entry)
      }
    }
    return order.map((it) => wanted.get(it)).filter((entry) => entry !== undefined)
  } finally {
    await handle.close()
  }
}
