/** The texts that the CLI itself puts into user messages, recognized by how they begin. */

export const REMINDER = '<system-reminder>'

/** Asks for the summary of a compaction. The request lists all tools, but the model may not use any. */
export const SUMMARY_REQUEST = 'CRITICAL: Respond with TEXT ONLY'

/** Follows what there was of an interrupted turn. */
export const INTERRUPTED = '[Request interrupted by user'

/** Replaces a reply without text and tools, for which the CLI keeps no assistant message. */
export const NOTHING_SAID = '[Your previous response had no visible output'

/** The turn continues after these, or has not begun. Some quote what the user, a command or the model said before. */
const PASSING = [
  REMINDER,
  '<local-command-',
  '<task-notification>',
  'Output token limit hit.',
  'Your response above was stopped',
  'Stop hook feedback',
  'This session is being continued from a previous conversation',
]

export function isPassing(text: string): boolean {
  return PASSING.some((start) => text.startsWith(start))
}

const FOLDED_START = 'The user sent a new message while you were working:\n'
/** The first two differ between versions; other text may follow. */
const FOLDED_ENDS = ['\n\nIMPORTANT: After completing', '\n\nThis is how Claude Code', '\n</system-reminder>']

/** Returns the user's texts from a text in which the CLI passes on messages that arrived during a turn. */
export function foldedIn(text: string): string[] {
  return text
    .split(FOLDED_START)
    .slice(1)
    .map((rest) => rest.slice(0, Math.min(...FOLDED_ENDS.map((end) => indexOrEnd(rest, end)))))
}

/** The leading reminders come from the CLI, even if the user's text follows in the same block. */
export function withoutReminders(text: string): string {
  const end = '</system-reminder>'
  let rest = text
  while (rest.startsWith(REMINDER) && rest.includes(end))
    rest = rest.slice(rest.indexOf(end) + end.length).trimStart()
  return rest
}

function indexOrEnd(text: string, part: string): number {
  const index = text.indexOf(part)
  return index === -1 ? text.length : index
}
