/**
 * `prompt_suggestion`: what the user might say next, suggested by the model after a turn. Only for a host that asked for
 * suggestions; dropped if the next prompt comes first.
 */
import { randomUUID } from 'node:crypto'
import { askAside } from './main-thread.ts'
import type { Turn } from './turn.ts'

const ASKED =
  '[SUGGESTION MODE: Suggest what the user might naturally type next into Claude Code.]\n\n' +
  'Say in the words of the user what follows from the conversation, in 2 to 12 words, or nothing.'
/** With fewer replies there is too little context. */
const MIN_REPLIES = 2
const MAX_WORDS = 12
/** The only words that are enough on their own. */
const ALONE = ['yes', 'yeah', 'yep', 'no', 'continue', 'commit', 'push', 'deploy', 'stop', 'check', 'exit']
/** Praise, thanks, and what the model would say. */
const UNLIKELY =
  /^(let me|i'll|i've|i'm|here's|here is|this is|looks good|thank|thanks|great|perfect|done)\b/i

export async function suggest(turn: Turn, signal: AbortSignal): Promise<void> {
  const { agent } = turn
  const replies = agent.session.branch.filter(({ type }) => type === 'assistant')
  if (!agent.custom.suggests || replies.length < MIN_REPLIES) return
  const suggestion = (await askAside(turn, ASKED, signal).catch(() => '')).trim()
  if (signal.aborted || !isFit(suggestion)) return
  const ids = { uuid: randomUUID(), session_id: agent.session.id }
  agent.output.emit({ type: 'prompt_suggestion', suggestion, ...ids })
}

/** Whether a user could say it: one short sentence in plain words. */
export function isFit(text: string): boolean {
  const words = text.split(/\s+/)
  if (text === '' || words.length > MAX_WORDS || UNLIKELY.test(text)) return false
  if (/[\n*]|[.!?]\s+\S/.test(text)) return false
  return words.length > 1 || text.startsWith('/') || ALONE.includes(text.toLowerCase())
}
