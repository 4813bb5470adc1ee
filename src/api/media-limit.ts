/** How large an image or a document may be that is sent to the CLI as base64, in whatever form it comes. */
import { isObject } from '../protocol/json.ts'

/** In base64, four characters stand for three bytes. */
export const MAX_MEDIA_CHARACTERS = Math.ceil((10 * 1024 * 1024) / 3) * 4
const NAMES: Readonly<Record<string, string>> = { image: 'an image', document: 'a document' }

export const tooLarge = (name = 'an image'): string => `${name} may have 10 MB at most`

export interface TooLarge {
  readonly path: readonly (string | number)[]
  readonly message: string
}

/** The base64 data in a content block, or in the blocks that a tool's result or a document is made of, that is too large. */
export function tooLargeIn(block: unknown): TooLarge[] {
  if (!isObject(block)) return []
  const { content, source } = block
  return [
    ...ownOf(block),
    ...inside(content, ['content']),
    ...inside(isObject(source) ? source.content : undefined, ['source', 'content']),
  ]
}

function inside(blocks: unknown, at: readonly string[]): TooLarge[] {
  if (!Array.isArray(blocks)) return []
  return blocks.flatMap((block, index) =>
    ownOf(block).map(({ path, message }) => ({ path: [...at, index, ...path], message })),
  )
}

function ownOf(block: unknown): TooLarge[] {
  if (!isObject(block) || !isObject(block.source)) return []
  const name = NAMES[String(block.type)]
  const { type, data } = block.source
  if (name === undefined || type !== 'base64' || typeof data !== 'string') return []
  return data.length > MAX_MEDIA_CHARACTERS ? [{ path: ['source', 'data'], message: tooLarge(name) }] : []
}
