/** The prompts that people sent last, over all sessions. */
import type { PastPrompt } from '../api/prompt-templates.ts'
import type { Store } from './journal/store.ts'

/** The index has no order by kind: among so many of its latest texts prompts are looked for. */
const MAX_SCANNED = 20_000
/** Longer ones are pasted files, and the index has only their beginning. */
const MAX_LENGTH = 10_000
/** The CLI's own notes in a conversation that was resumed, such as `<command-name>`. */
const NOTE = /^\s*<[a-z-]+>/

/** The latest first; a prompt that was sent several times is listed once. */
export function recentPrompts(store: Pick<Store, 'prompts'>, limit: number): PastPrompt[] {
  const found = new Map<string, PastPrompt>()
  for (const { text, session, at } of store.prompts(MAX_SCANNED)) {
    const trimmed = text.trim()
    if (trimmed.length > MAX_LENGTH || NOTE.test(trimmed) || found.has(trimmed)) continue
    found.set(trimmed, { text: trimmed, session, at })
    if (found.size === limit) break
  }
  return [...found.values()]
}
