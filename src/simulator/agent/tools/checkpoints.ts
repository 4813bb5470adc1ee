/** Files as they were before tools changed them, by the prompt that was being worked on. */
import { readFileSync, rmSync, writeFileSync } from 'node:fs'
import { lineChange } from './patch.ts'

interface Point {
  readonly prompt: string
  /** Content before; null where there was no file. */
  readonly files: Map<string, string | null>
}

export interface Rewind {
  readonly filesChanged: string[]
  readonly insertions: number
  readonly deletions: number
}

export class Checkpoints {
  readonly isEnabled: boolean
  readonly #points: Point[] = []

  constructor(isEnabled: boolean) {
    this.isEnabled = isEnabled
  }

  begin(prompt: string): void {
    if (this.isEnabled) this.#points.push({ prompt, files: new Map() })
  }

  /** Called before a file is changed. */
  keep(path: string): void {
    const point = this.#points.at(-1)
    if (point !== undefined && !point.files.has(path)) point.files.set(path, contentOf(path))
  }

  /** What going back to before the prompt changes; with `act` it does. Undefined where the prompt is not known. */
  rewind(prompt: string, act: boolean): Rewind | undefined {
    const index = this.#points.findIndex((point) => point.prompt === prompt)
    if (index === -1) return undefined
    const before = new Map<string, string | null>()
    for (const { files } of this.#points.slice(index)) {
      for (const [path, content] of files) if (!before.has(path)) before.set(path, content)
    }
    let insertions = 0
    let deletions = 0
    const filesChanged: string[] = []
    for (const [path, content] of before) {
      const now = contentOf(path)
      if (now === content) continue
      filesChanged.push(path)
      const change = lineChange(now ?? '', content ?? '')
      insertions += change.added
      deletions += change.removed
      if (!act) continue
      if (content === null) rmSync(path, { force: true })
      else writeFileSync(path, content)
    }
    return { filesChanged, insertions, deletions }
  }
}

function contentOf(path: string): string | null {
  try {
    return readFileSync(path, 'utf8')
  } catch {
    return null
  }
}
