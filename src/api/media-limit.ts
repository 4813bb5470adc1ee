/** The size limit of images and documents that are sent to the CLI as base64. */
import { isObject } from '../protocol/json.ts'

/** Base64 has four characters for three bytes. */
export const MAX_MEDIA_CHARACTERS = Math.ceil((10 * 1024 * 1024) / 3) * 4
const NAMES: Readonly<Record<string, string>> = { image: 'an image', document: 'a document' }

export const tooLarge = (name = 'an image'): string => `${name} may have 10 MB at most`

export interface TooLarge {
  readonly path: readonly (string | number)[]
  readonly message: string
}

/** Data that is too large in a content block, or in the blocks of a tool's result or a document. */
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
