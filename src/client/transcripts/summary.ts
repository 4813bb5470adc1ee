/** What the first and the last lines of a transcript say about its session, without reading the rest. */
import { type FileHandle, open } from 'node:fs/promises'
import { type Line, LineFramer } from '../../protocol/lines.ts'
import { decodeEntry, textIn } from './decode-entry.ts'
import type { TitleEntry } from './entries.ts'
import { commandText, promptText } from './prompts.ts'

const FIRST_READ = 16 * 1024
/** How far into the file the first prompt is looked for: it can hold images. */
const HEAD_BYTES = 1024 * 1024
const TAIL_BYTES = 64 * 1024
const MAX_TEXT = 300
const LF = 0x0a

export class Summary {
  /** There is something of a main conversation in it, or could be where it was not read. */
  isConversation = false
  cwd: string | undefined
  firstPrompt: string | undefined
  firstTimestamp: string | undefined
  gitBranch: string | undefined
  version: string | undefined
  readonly #titles = new Map<TitleEntry['source'], string>()
  #isOfSession = false
  #firstCommand: string | undefined
  #promptInHead: string | undefined
  #lastPrompt: string | undefined
  /** What the CLI wrote down as the last prompt. In a fork that can be the first one. */
  #notedPrompt: string | undefined

  get title(): string | undefined {
    return this.#titles.get('custom') ?? this.#titles.get('ai') ?? this.#titles.get('summary')
  }

  get lastPrompt(): string | undefined {
    return this.#lastPrompt ?? this.#notedPrompt ?? this.#promptInHead
  }

  get hasBeginning(): boolean {
    return this.firstPrompt !== undefined && this.cwd !== undefined && this.firstTimestamp !== undefined
  }

  /** The next lines of the file. */
  take(lines: readonly Line[]): void {
    for (const line of lines) {
      const entry = decodeEntry(line, 0)
      if (!('record' in entry) || entry.record.isSidechain === true) continue
      const { record } = entry
      if (entry.kind === 'user' || entry.kind === 'assistant') this.isConversation = true
      if (entry.kind === 'title') this.#titles.set(entry.source, short(entry.title))
      if (record.type === 'last-prompt')
        this.#notedPrompt = shortIn(record, 'lastPrompt') ?? this.#notedPrompt
      if (textIn(record, 'sessionId') !== undefined) this.#isOfSession = true
      this.cwd ??= textIn(record, 'cwd')
      this.firstTimestamp ??= textIn(record, 'timestamp')
      this.gitBranch = textIn(record, 'gitBranch') ?? this.gitBranch
      this.version = textIn(record, 'version') ?? this.version
      const prompt = promptText(entry)
      if (prompt !== undefined) this.#lastPrompt = short(prompt)
      this.firstPrompt ??= this.#lastPrompt
      this.#firstCommand ??= commandText(entry)
    }
  }

  /** Lines are left out between what was taken and what comes. */
  skip(): void {
    this.isConversation ||= this.#isOfSession
    this.#promptInHead = this.#lastPrompt
    this.#lastPrompt = undefined
  }

  end(): void {
    this.firstPrompt ??= this.#firstCommand
    // What the CLI writes where there is no branch, or no repository.
    if (this.gitBranch === 'HEAD') this.gitBranch = undefined
  }
}

export async function summarize(file: string): Promise<Summary> {
  const handle = await open(file)
  try {
    const { size } = await handle.stat()
    const summary = new Summary()
    const reached = await takeHead(handle, size, summary)
    if (reached < size) {
      summary.skip()
      summary.take(await lastLines(handle, size))
    }
    summary.end()
    return summary
  } finally {
    await handle.close()
  }
}

/** Reads until the beginning is known. Answers how far it read: to the end, if the file is small. */
async function takeHead(handle: FileHandle, size: number, summary: Summary): Promise<number> {
  const framer = new LineFramer()
  let offset = 0
  for (let length = FIRST_READ; offset < size && offset < HEAD_BYTES; length = offset * 3) {
    const chunk = await read(handle, offset, Math.min(length, size - offset))
    if (chunk.length === 0) break
    offset += chunk.length
    summary.take(framer.push(chunk))
    if (summary.hasBeginning && offset + TAIL_BYTES < size) return offset
  }
  if (offset >= size) summary.take(framer.end())
  return offset
}

async function lastLines(handle: FileHandle, size: number): Promise<Line[]> {
  const framer = new LineFramer()
  const tail = await read(handle, Math.max(0, size - TAIL_BYTES), TAIL_BYTES)
  return [...framer.push(tail.subarray(tail.indexOf(LF) + 1)), ...framer.end()]
}

async function read(handle: FileHandle, position: number, length: number): Promise<Uint8Array> {
  const { buffer, bytesRead } = await handle.read(Buffer.allocUnsafe(length), 0, length, position)
  return buffer.subarray(0, bytesRead)
}

function shortIn(record: Parameters<typeof textIn>[0], field: string): string | undefined {
  const text = textIn(record, field)
  return text === undefined ? undefined : short(text)
}

/** One line of it that fits into a list, not cut within a character. */
function short(text: string): string {
  const line = text
    .slice(0, MAX_TEXT * 4)
    .replace(/\s+/g, ' ')
    .trim()
  return line.length <= MAX_TEXT ? line : `${line.slice(0, MAX_TEXT).replace(/[\ud800-\udbff]$/, '')}…`
}
