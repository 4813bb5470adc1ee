/** The CLI's own transcripts. `--resume` replays nothing, so what was said before is read from them. */

export { readConversation } from './conversation.ts'
export type * from './entries.ts'
export { BadSessionIdError, TranscriptNotFoundError } from './errors.ts'
export {
  type ListOptions,
  listSessions,
  type SessionInfo,
  type SessionList,
  type SkippedFile,
} from './list.ts'
export { findTranscript, isSessionId, type TranscriptLocation } from './location.ts'
export { commandText, isPromptKnown, promptText, promptUuids } from './prompts.ts'
export { readTranscript, readTranscriptFile } from './read.ts'
