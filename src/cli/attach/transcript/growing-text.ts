/**
 * A text that is being written, as lines. What ended with a line end does not change any more and is kept: the cost of
 * another piece does not depend on how long the text is.
 */
import { type Fence, markdownLines } from '../text/markdown.ts'

interface Kept {
  readonly width: number
  /** The part of the text that `lines` show. */
  readonly done: string
  readonly lines: string[]
  readonly fence: Fence
}

export class GrowingText {
  #kept: Kept | undefined

  lines(text: string, width: number): readonly string[] {
    const source = text.trimStart()
    let kept = this.#kept
    if (!kept || kept.width !== width || !source.startsWith(kept.done))
      kept = { width, done: '', lines: [], fence: undefined }
    const end = source.lastIndexOf('\n') + 1
    if (end > kept.done.length) {
      const { lines, fence } = markdownLines(source.slice(kept.done.length, end - 1), width, kept.fence)
      kept.lines.push(...lines)
      kept = { ...kept, done: source.slice(0, end), fence }
    }
    this.#kept = kept
    const rest = source.slice(kept.done.length)
    return rest.trim() === '' ? kept.lines : [...kept.lines, ...markdownLines(rest, width, kept.fence).lines]
  }
}
