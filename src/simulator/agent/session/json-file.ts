import { readFileSync } from 'node:fs'
import { type JsonObject, parseObject } from '../../../protocol/json.ts'

/** Returns the object in a JSON file, or undefined if the file is missing or holds anything else. */
export function objectInFile(file: string): JsonObject | undefined {
  try {
    return parseObject(readFileSync(file, 'utf8'))
  } catch {
    return undefined
  }
}
