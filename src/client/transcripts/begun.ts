import { BadSessionIdError, TranscriptNotFoundError } from './errors.ts'
import { findTranscript, type TranscriptLocation } from './location.ts'
import { readTranscriptFile } from './read.ts'

/**
 * Whether the CLI can resume this session: it has a transcript in which somebody has said something. A CLI that is killed at
 * the beginning of its first turn has told its session id, and has written nothing, or only notes of its own.
 */
export async function hasBegun(id: string, location: TranscriptLocation = {}): Promise<boolean> {
  try {
    for await (const { kind } of readTranscriptFile(await findTranscript(id, location)))
      if (kind === 'user' || kind === 'assistant') return true
    return false
  } catch (error) {
    if (error instanceof TranscriptNotFoundError || error instanceof BadSessionIdError) return false
    throw error
  }
}
