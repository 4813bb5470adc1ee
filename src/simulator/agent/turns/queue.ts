/** Prompts that wait: for their own turn, or to join the running one. */
import { randomUUID } from 'node:crypto'
import { isObject, type JsonObject } from '../../../protocol/json.ts'
import { blocksOf, textOf } from '../../content.ts'

export interface Prompt {
  readonly uuid: string
  /** The host gave it a uuid, and gets reports about its progress. */
  readonly isNamed: boolean
  readonly content: string | JsonObject[]
  readonly priority: 'now' | 'next' | 'later'
  readonly shouldQuery: boolean
  readonly isCommand: boolean
  /** Where the prompt comes from, if not from the user. */
  readonly origin?: JsonObject
  readonly announce?: (() => void) | undefined
  readonly receivedAt: string
}

const ORDER = { now: 0, next: 1, later: 2 }

export class PromptQueue {
  #prompts: Prompt[] = []

  get uuids(): string[] {
    return this.#prompts.filter(({ isNamed }) => isNamed).map(({ uuid }) => uuid)
  }

  get isEmpty(): boolean {
    return this.#prompts.length === 0
  }

  add(prompt: Prompt): void {
    this.#prompts.push(prompt)
    this.#prompts.sort((one, other) => ORDER[one.priority] - ORDER[other.priority])
  }

  notify(content: string, origin: JsonObject, announce?: () => void): void {
    const rest = { priority: 'next', shouldQuery: true, isCommand: false, receivedAt: now() } as const
    this.add({ uuid: randomUUID(), isNamed: false, content, origin, announce, ...rest })
  }

  /** Takes the prompts of the next turn: several, if they can be merged and `mayMerge` is true. */
  take(mayMerge = true): Prompt[] {
    const [first, ...rest] = this.#prompts
    if (first === undefined) return []
    const isAlone = !mayMerge || first.isCommand || !first.shouldQuery || first.origin !== undefined
    const end = rest.findIndex((it) => it.isCommand || !it.shouldQuery || it.origin !== undefined)
    const count = isAlone ? 1 : 1 + (end === -1 ? rest.length : end)
    return this.#prompts.splice(0, count)
  }

  takeFolded(isOld: boolean): Prompt[] {
    const joins = (it: Prompt) => it.priority === 'next' && it.shouldQuery && (isOld || !it.isCommand)
    const folded = this.#prompts.filter(joins)
    this.#prompts = this.#prompts.filter((it) => !joins(it))
    return folded
  }

  cancel(uuid: string): boolean {
    const before = this.#prompts.length
    this.#prompts = this.#prompts.filter((it) => it.uuid !== uuid)
    return this.#prompts.length < before
  }

  cancelAll(): string[] {
    const { uuids } = this
    this.#prompts = this.#prompts.filter(({ origin }) => origin !== undefined)
    return uuids
  }
}

export function promptOf(input: JsonObject): Prompt {
  const message = isObject(input.message) ? input.message : {}
  const content = typeof message.content === 'string' ? message.content : blocksOf(message.content)
  const priority = input.priority === 'now' || input.priority === 'later' ? input.priority : 'next'
  const isNamed = typeof input.uuid === 'string'
  return {
    uuid: isNamed ? String(input.uuid) : randomUUID(),
    isNamed,
    content,
    priority,
    shouldQuery: input.shouldQuery !== false,
    isCommand: input.client_composed !== true && /^\/[a-z_]/i.test(textOf(content).trimStart()),
    receivedAt: now(),
  }
}

function now(): string {
  return new Date().toISOString()
}

export function merged(prompts: readonly Prompt[]): string | JsonObject[] {
  const contents = prompts.map(({ content }) => content)
  if (contents.every((content) => typeof content === 'string')) return contents.join('\n')
  return contents.flatMap((content) =>
    typeof content === 'string' ? [{ type: 'text', text: content }] : content,
  )
}
