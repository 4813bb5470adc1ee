/**
 * The conversation and its transcript. Created when the agent starts, from nothing or from the file of a resumed session; every
 * record is written at once, so a killed agent loses nothing that it has sent. `clear` continues under another id, in another
 * file.
 */
import { randomUUID } from 'node:crypto'
import { appendFileSync, mkdirSync, readFileSync } from 'node:fs'
import { basename, dirname } from 'node:path'
import { isObject, type JsonObject, parseObject } from '../../../protocol/json.ts'
import { blocksOf } from '../../content.ts'
import type { Profile } from '../version.ts'
import { activeBranch } from './branch.ts'
import type { Places } from './places.ts'
import { isLinkedRecord, type LinkedRecord } from './records.ts'

const UNFINISHED = 'The tool call was interrupted because the process ended.'

export class Session {
  id: string
  branch: LinkedRecord[] = []
  title: string | undefined
  loaded: readonly JsonObject[] = []
  forkedFrom: string | undefined
  /** Called with every record that is written, and the file. */
  onRecord: (file: string, record: JsonObject) => void = () => {}
  /** The prompts that need not run again: those of this process, and those of the file. */
  readonly seen = new Set<string>()
  /** The seen prompts that an earlier process has run. */
  readonly resumed = new Set<string>()
  /** The last prompt so far, for the `last-prompt` record of the file. */
  #lastPrompt = ''
  #leaf: string | null = null
  readonly #places: Places
  readonly #profile: Profile
  #isKept: boolean

  constructor(id: string, places: Places, profile: Profile, isKept: boolean) {
    this.id = id
    this.#places = places
    this.#profile = profile
    this.#isKept = isKept
  }

  get path(): string {
    return this.#places.transcript(this.id)
  }

  /** Takes over the conversation of a file. Returns false if `at` is not in it. */
  load(file: string, options: { at?: string | undefined; fork: boolean }): boolean {
    const all = recordsIn(file)
    const chat = all.filter(isLinkedRecord)
    const branch = activeBranch(chat, options.at)
    if (branch === undefined) return false
    for (const record of chat) {
      if (record.type === 'user') this.#known(record)
    }
    const titles = all.filter(({ type }) => type === 'custom-title')
    this.title = titles.map(({ customTitle }) => String(customTitle)).at(-1)
    this.loaded = all
    if (options.fork) this.forkedFrom = basename(file, '.jsonl')
    this.branch = branch
    this.#leaf = options.at ?? branch.at(-1)?.uuid ?? null
    if (options.at === undefined) this.#finishCalls(options.fork)
    if (options.fork) {
      for (const record of branch) this.#write({ ...record, sessionId: this.id })
      if (this.title !== undefined) this.#writeTitle(this.title)
    }
    return true
  }

  add(record: JsonObject & { type: string; uuid?: string }, after?: string): LinkedRecord {
    const full: LinkedRecord = {
      parentUuid: after ?? this.#leaf,
      isSidechain: false,
      ...record,
      uuid: record.uuid ?? randomUUID(),
      timestamp: new Date().toISOString(),
      userType: 'external',
      entrypoint: 'sdk-cli',
      cwd: this.#places.cwd,
      sessionId: this.id,
      version: this.#profile.version,
      gitBranch: 'HEAD',
    }
    this.#leaf = full.uuid
    this.branch.push(full)
    this.#write(full)
    return full
  }

  /** Adds a record to the file that is not part of the conversation. */
  note(record: JsonObject & { type: string }): void {
    this.#write(record)
  }

  notePrompt(text: string): void {
    this.#lastPrompt = text
  }

  /** The process ends: work that is still running writes nothing more. */
  close(): void {
    this.#isKept = false
  }

  /** Writes the record that follows a turn. */
  noteEnd(): void {
    if (this.#lastPrompt === '') return
    const record = {
      type: 'last-prompt',
      lastPrompt: this.#lastPrompt,
      leafUuid: this.#leaf,
      sessionId: this.id,
    }
    this.#write(record)
  }

  rename(title: string): void {
    this.title = title
    this.#writeTitle(title)
  }

  compact(
    boundary: JsonObject & { type: string },
    summary: JsonObject & { type: string; uuid: string },
    kept: LinkedRecord[],
  ): void {
    this.branch = []
    this.#leaf = null
    this.add(boundary)
    this.add(summary)
    this.branch.push(...kept)
  }

  clear(): void {
    this.id = randomUUID()
    this.branch = []
    this.title = undefined
    this.#lastPrompt = ''
    this.#leaf = null
  }

  rewindTo(uuid: string): void {
    const index = this.branch.findIndex((record) => record.uuid === uuid)
    if (index === -1) return
    this.branch = this.branch.slice(0, index)
    this.#leaf = this.branch.at(-1)?.uuid ?? null
    this.#write({ type: 'last-prompt', explicit: true, leafUuid: this.#leaf, sessionId: this.id })
  }

  /** Completes calls that a killed process left without a result: 2.1.197 drops them, later versions add an error result. */
  #finishCalls(isForked: boolean): void {
    const blocks = this.branch.flatMap((record) =>
      blocksOf(isObject(record.message) ? record.message.content : []),
    )
    const answered = new Set(blocks.filter(({ type }) => type === 'tool_result').map((it) => it.tool_use_id))
    const open = this.branch.filter((record) => {
      const content = record.type === 'assistant' && isObject(record.message) ? record.message.content : []
      return blocksOf(content).some(({ type, id }) => type === 'tool_use' && !answered.has(id))
    })
    if (open.length === 0) return
    if (this.#profile.isOld) {
      this.branch = this.branch.filter((record) => !open.includes(record))
      this.#remark(isForked)
      return
    }
    for (const record of open) {
      const [block] = blocksOf(isObject(record.message) ? record.message.content : [])
      const result = { type: 'tool_result', tool_use_id: block?.id, content: UNFINISHED, is_error: true }
      const message = { role: 'user', content: [result] }
      if (isForked) this.branch.push({ type: 'user', uuid: randomUUID(), parentUuid: record.uuid, message })
      else this.add({ type: 'user', message }, record.uuid)
    }
    this.#remark(isForked)
  }

  /** Adds the text that stands in for a reply of the model. */
  #remark(isForked: boolean): void {
    const message = {
      role: 'assistant',
      id: randomUUID(),
      content: [{ type: 'text', text: 'No response requested.' }],
    }
    const parentUuid = this.branch.at(-1)?.uuid ?? null
    if (isForked) this.branch.push({ type: 'assistant', uuid: randomUUID(), parentUuid, message })
    else this.add({ type: 'assistant', message }, parentUuid ?? undefined)
  }

  #known(record: LinkedRecord): void {
    const { content } = isObject(record.message) ? record.message : {}
    if (blocksOf(content).some(({ type }) => type === 'tool_result')) return
    this.seen.add(record.uuid)
    this.resumed.add(record.uuid)
  }

  #writeTitle(title: string): void {
    this.#write({ type: 'custom-title', customTitle: title, sessionId: this.id })
  }

  #write(record: JsonObject): void {
    if (!this.#isKept) return
    this.onRecord(this.path, record)
    const line = `${JSON.stringify(record)}\n`
    try {
      appendFileSync(this.path, line)
    } catch {
      mkdirSync(dirname(this.path), { recursive: true })
      appendFileSync(this.path, line)
    }
  }
}

/** Skips a line that a crash has cut. */
function recordsIn(file: string): JsonObject[] {
  return readFileSync(file, 'utf8')
    .split('\n')
    .map(parseObject)
    .filter((record) => record !== undefined)
}
