import { isObject } from './json.ts'

/**
 * Encodes a message as one line, with its line ending. Throws for a value that is not one JSON object, because a broken line
 * makes the CLI exit.
 */
export function encode(message: object): string {
  let json: string | undefined
  try {
    json = JSON.stringify(message)
  } catch (cause) {
    throw new TypeError(`cannot encode the message: ${cause instanceof Error ? cause.message : cause}`, {
      cause,
    })
  }
  if (!isObject(message) || !json?.startsWith('{')) {
    throw new TypeError(`a message must be a JSON object, not ${describe(message)}`)
  }
  return `${json}\n`
}

function describe(value: unknown): string {
  if (value === null || value === undefined) return String(value)
  if (Array.isArray(value)) return 'an array'
  if (typeof value === 'object') return 'an object whose toJSON() makes something else'
  return `a ${typeof value}`
}
