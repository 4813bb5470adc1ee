import { parsePatch } from '../diff/patch.ts'

export interface Piece {
  readonly path: string
  readonly patch: string
}

/** Git's diff of many files, cut into one text per file. Only the lines before the first hunk are parsed. */
export function splitDiff(diff: string): Piece[] {
  return diff
    .split(/^diff --git /m)
    .filter((text) => text.trim() !== '')
    .map((text) => {
      const patch = `diff --git ${text}`
      const [head = ''] = patch.split(/^@@ /m, 1)
      return { path: parsePatch(head)[0]?.path ?? '', patch }
    })
}
