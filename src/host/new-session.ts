/** What the command that makes a session says, taken apart. */
import type { CreateSession } from '../api/commands.ts'
import { ApiError } from '../api/errors.ts'
import { FIRST_OPTIONS, type LaunchChange } from './sessions/launch.ts'

/** Environment values are kept in memory only. Which conversation to begin with is said to the first process alone. */
export function splitOptions(given: CreateSession['options'] = {}): {
  options: Record<string, unknown>
  first: LaunchChange
  env: Record<string, string>
} {
  const { env = {}, ...options } = given
  if (typeof env !== 'object' || env === null)
    throw new ApiError('bad-request', 'options.env is an object of texts')
  const isFirst = ([name]: [string, unknown]) => (FIRST_OPTIONS as readonly string[]).includes(name)
  const entries = Object.entries(options)
  return {
    options: Object.fromEntries(entries.filter((it) => !isFirst(it))),
    first: Object.fromEntries(entries.filter(isFirst)),
    env: env as Record<string, string>,
  }
}

export function titleOf(prompt: string | undefined, cwd: string): string {
  const line = prompt?.trim().split('\n')[0]?.trim()
  if (line) return line.length > 80 ? `${line.slice(0, 79)}…` : line
  return cwd.split('/').at(-1) || cwd
}
