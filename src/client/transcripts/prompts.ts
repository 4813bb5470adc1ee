/** The prompts of a transcript: finds one by its uuid, and reads its text. */
import { open } from 'node:fs/promises'
import { decodeEntry, textIn } from './decode-entry.ts'
import type { TranscriptEntry } from './entries.ts'
import { TranscriptNotFoundError } from './errors.ts'
import { findTranscript, type TranscriptLocation } from './location.ts'
import { linesOf } from './read.ts'

/**
 * Whether the transcript has the prompt that was sent with this uuid. Ask it before a prompt is sent again: the CLI
 * itself, once restarted, knows a uuid only if it stands on an entry of its own, and so would run a prompt again that
 * it had folded into a running turn or merged with the next.
 *
 * `false` is no proof that it did not run: the CLI writes late (2.1.197 some ten milliseconds after the result), and
 * 2.1.197 keeps no uuid of slash commands, nor of prompts merged into another.
 */
export async function isPromptKnown(
  id: string,
  uuid: string,
  location: TranscriptLocation = {},
): Promise<boolean> {
  const file = await findTranscript(id, location).catch((error) => {
    if (error instanceof TranscriptNotFoundError) return undefined
    throw error
  })
  if (file === undefined) return false
  const written = JSON.stringify(uuid)
  const handle = await open(file)
  try {
    for await (const lines of linesOf(handle)) {
      for (const text of lines) {
        // Most lines need not be decoded.
        if (typeof text !== 'string' || !text.includes(written)) continue
        if (promptUuids(decodeEntry(text, 0)).includes(uuid)) return true
      }
    }
    return false
  } finally {
    await handle.close()
  }
}

/** The uuids that the host gave to the prompts in this entry: of several that were merged into one, all of them. */
export function promptUuids(entry: TranscriptEntry): string[] {
  if (entry.kind === 'user') {
    const merged = entry.record.mergedSendUuids
    return [...(Array.isArray(merged) ? merged.filter((it) => typeof it === 'string') : []), entry.uuid]
  }
  if (entry.kind !== 'attachment' || entry.attachment.type !== 'queued_command') return []
  return [entry.attachment.source_uuid].filter((it) => typeof it === 'string')
}

/** Texts that the CLI writes as the user's although no person wrote them. */
const OWN_TEXT =
  /^(?:<(?:command-(?:name|message|args)|local-command-\w+|bash-\w+|system-reminder|task-notification)>|\[Request interrupted by user)/

/** The prompt in this entry; nothing if it is a slash command, a tool's result or a text of the CLI. */
export function promptText(entry: TranscriptEntry): string | undefined {
  if (entry.kind === 'attachment' && entry.attachment.type === 'queued_command') {
    return textIn(entry.attachment, 'prompt')
  }
  const said = textsOf(entry).filter((text) => !OWN_TEXT.test(text.trimStart()))
  return said.join('\n').trim() || undefined
}

/** The slash command in this entry, as it was typed. */
export function commandText(entry: TranscriptEntry): string | undefined {
  const text = textsOf(entry).join('\n')
  const name = /<command-name>([^<]+)<\/command-name>/.exec(text)?.[1]
  const args = /<command-args>([^<]+)<\/command-args>/.exec(text)?.[1]
  return name && `${name} ${args ?? ''}`.trim()
}

function textsOf(entry: TranscriptEntry): string[] {
  if (entry.kind !== 'user' || entry.isMeta || entry.isCompactSummary) return []
  const { content } = entry.message
  if (typeof content === 'string') return [content]
  return content.flatMap((block) => (block.type === 'text' ? [block.text] : []))
}
