/** What an export holds, and how much of it. */
import { isObject } from '../../protocol/json.ts'
import { visiblePiece } from '../unseen.ts'

/** What an export contains. */
export interface ExportOptions {
  /** Characters of a tool's input, and of its output. Default 4000. */
  readonly maxToolText?: number
  /** What the model thought. Default true. */
  readonly thinking?: boolean
  /** Notices, and messages that are not known. Default true. */
  readonly notices?: boolean
  /** What is being written at this moment. Default false. */
  readonly drafts?: boolean
  /** Title, model, folder and id of the session before the conversation. Default true. */
  readonly head?: boolean
  /** How long tools ran, where it was a second or more. Default true. */
  readonly durations?: boolean
}

export type ExportSettings = Required<ExportOptions>

export function settingsOf(options: ExportOptions): ExportSettings {
  return {
    maxToolText: 4000,
    thinking: true,
    notices: true,
    drafts: false,
    head: true,
    durations: true,
    ...options,
  }
}

/** At most `most` characters, with a note about what is missing. */
export function bounded(text: string, most: number): string {
  if (text.length <= most) return text
  return `${wholePairs(text.slice(0, most))}… (${text.length - most} more characters)`
}

/** Without half of a character at the end. */
function wholePairs(text: string): string {
  const last = text.charCodeAt(text.length - 1)
  return last >= 0xd800 && last < 0xdc00 ? text.slice(0, -1) : text
}

/** The same value with about `most` characters of text in it: later texts are cut, and lists and objects end early. */
export function boundedValue(value: unknown, most: number): unknown {
  const left = { characters: most }
  return cutValue(value, left)
}

function cutValue(value: unknown, left: { characters: number }): unknown {
  if (typeof value === 'string') {
    const most = Math.max(0, left.characters)
    left.characters -= value.length
    return bounded(value, most)
  }
  if (Array.isArray(value))
    return cutEntries(
      value.map((it) => ['', it] as const),
      left,
      (kept) => kept.map(([, it]) => it),
    )
  if (isObject(value)) return cutEntries(Object.entries(value), left, (kept) => Object.fromEntries(kept))
  left.characters -= String(value).length
  return value
}

function cutEntries(
  entries: readonly (readonly [string, unknown])[],
  left: { characters: number },
  build: (kept: (readonly [string, unknown])[]) => unknown,
): unknown {
  const kept: (readonly [string, unknown])[] = []
  for (const [key, value] of entries) {
    if (left.characters <= 0) {
      kept.push(['…', `${entries.length - kept.length} more`])
      break
    }
    left.characters -= key.length
    kept.push([key, cutValue(value, left)])
  }
  return build(kept)
}

/** Escape sequences of terminals, and all other control characters but line feed and tab. */
const CONTROL = /(?![\n\t])\p{Cc}(?:\[[0-?]*[ -/]*[@-~]|\][^\p{Cc}]*)?/gu

/** Without what a terminal would take for a command; what is not seen is written out. */
export function printable(text: string): string {
  return visiblePiece(text.replace(CONTROL, ''))
}
