/** What a notice says, and the words that notices are made of. */
import type { NoticeItem } from './items.ts'

export type Notice = Pick<NoticeItem, 'topic' | 'level' | 'text' | 'detail'>

export function info(topic: Notice['topic'], text: string): Notice {
  return { topic, level: 'info', text }
}

export function warning(topic: Notice['topic'], text: string, detail?: unknown): Notice {
  return { topic, level: 'warning', text, ...(detail !== undefined && { detail }) }
}

/** A notice, if there is a text for it. */
export function some(topic: Notice['topic'], text: string | undefined): Notice | undefined {
  return text === undefined || text === '' ? undefined : info(topic, text)
}

/** `{ [name]: value }`, or nothing. */
export function optional<N extends string, V>(name: N, value: V | undefined): { readonly [K in N]?: V } {
  return (value === undefined ? {} : { [name]: value }) as { readonly [K in N]?: V }
}

/** `1 file`, `2 files`. */
export function counted(count: number, word: string, words = `${word}s`): string {
  return `${count} ${count === 1 ? word : words}`
}
