/**
 * Reads a transcript as a stream: memory holds a chunk and a line, whatever the size of the file. The file is closed
 * when the reading ends, also when whoever iterates stops early. A session that is running may still append to it;
 * what comes after the beginning of the reading may or may not be seen, and the last line may be half written.
 */
import { type FileHandle, open } from 'node:fs/promises'
import { type Line, LineFramer } from '../../protocol/lines.ts'
import { decodeEntry } from './decode-entry.ts'
import type { TranscriptEntry } from './entries.ts'
import { findTranscript, type TranscriptLocation } from './location.ts'

const CHUNK_BYTES = 256 * 1024

/** Every entry of the session's transcript, in the order of the file: abandoned branches too. */
export async function* readTranscript(
  id: string,
  location: TranscriptLocation = {},
): AsyncGenerator<TranscriptEntry, void, undefined> {
  yield* readTranscriptFile(await findTranscript(id, location))
}

/** The same for any transcript, such as a sub-agent's (`<session id>/subagents/agent-<agent id>.jsonl`). */
export async function* readTranscriptFile(file: string): AsyncGenerator<TranscriptEntry, void, undefined> {
  const handle = await open(file)
  try {
    let line = 0
    for await (const lines of linesOf(handle)) for (const text of lines) yield decodeEntry(text, ++line)
  } finally {
    await handle.close()
  }
}

/** The lines of the file up to `size`, as many at once as a chunk completes. */
export async function* linesOf(
  handle: FileHandle,
  size = Number.POSITIVE_INFINITY,
): AsyncGenerator<readonly Line[], void, undefined> {
  const framer = new LineFramer()
  const chunk = Buffer.allocUnsafe(CHUNK_BYTES)
  for (let offset = 0; offset < size; ) {
    const { bytesRead } = await handle.read(chunk, 0, Math.min(CHUNK_BYTES, size - offset), offset)
    if (bytesRead === 0) break
    offset += bytesRead
    const lines = framer.push(chunk.subarray(0, bytesRead))
    if (lines.length > 0) yield lines
  }
  yield framer.end()
}
