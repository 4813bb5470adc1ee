/**
 * Hides text and keeps its length, so that a text that came in pieces can be hidden as a whole and cut at the same places again.
 * Equal texts become equal texts.
 */

/** A range of the text. `fully`: hide digits and punctuation too. */
export interface Range {
  readonly start: number
  readonly end: number
  readonly fully?: boolean
}

/** Texts of the CLI by which the state distinguishes messages: hiding them would change the state. */
const FIXED = new RegExp(
  [
    String.raw`\[Request interrupted by user(?: for tool use)?\]?`,
    String.raw`\[ede_diagnostic\]|\(no content\)`,
    "The user doesn't want to ",
    'Permission to use (?=.* has been denied)| has been denied',
    "Claude requested permissions to (?=.*, but you haven't)|, but you haven't granted it yet",
    'Tool permission request failed',
    // The kind of a failed turn: see state/turns/failure.ts.
    String.raw`^API Error(?:: \d{3}\b)?|[Uu]sage limit reached(?:\|\d{10}\b)?`,
    'Not logged in|Please run /login|Invalid API key|Credit balance is too low|Prompt is too long|Request too large',
    '</?(?:local-command-std(?:out|err)|bash-std(?:out|err)|command-(?:name|message|args))>',
    '</?(?:system-reminder|task-notification)>',
  ].join('|'),
  'g',
)
/** Characters that cannot be hidden because JSON writes them with a backslash. */
const NEVER = /[\s"\\/\b\f]/
const PLAIN = /[.,:;!?()[\]{}<>'=_@#-]/

export function hide(text: string, fully = false): string {
  let hidden = ''
  for (let i = 0; i < text.length; i++) {
    const char = text[i] ?? ''
    if (NEVER.test(char) || (!fully && PLAIN.test(char))) hidden += char
    else hidden += !fully && char >= '0' && char <= '9' ? '0' : 'x'
  }
  return hidden
}

/** Hides everything except the CLI's own markers. */
export function hideAll(text: string): string {
  let hidden = ''
  let from = 0
  for (const match of text.matchAll(FIXED)) {
    hidden += hide(text.slice(from, match.index)) + match[0]
    from = match.index + match[0].length
  }
  return hidden + hide(text.slice(from))
}

export function hideRanges(text: string, ranges: readonly Range[]): string {
  let hidden = text
  // Ranges may overlap: the one that hides more is applied last.
  const inOrder = [...ranges].sort((a, b) => Number(a.fully ?? false) - Number(b.fully ?? false))
  for (const { start, end, fully } of inOrder)
    hidden = hidden.slice(0, start) + hide(text.slice(start, end), fully) + hidden.slice(end)
  return hidden
}
