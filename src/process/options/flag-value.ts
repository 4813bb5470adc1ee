import { isObject, type JsonObject } from '../../protocol/json.ts'
import { shown } from '../../protocol/option-values.ts'
import { OptionsError } from '../errors.ts'
import type { Flag } from './flag-table.ts'

/** The tokens of one option: none, one, or one per entry. Throws when the value is not of the flag's kind. */
export function tokens(option: string, { flag, kind, choices, range }: Flag, value: unknown): string[] {
  switch (kind) {
    case 'text':
      return [`${flag}=${oneOf(option, choices, text(option, value))}`]
    case 'number':
      return [`${flag}=${number(option, range, value)}`]
    case 'json':
      return [`${flag}=${json(option, value)}`]
    case 'switch':
      return yes(option, value) ? [flag] : []
    case 'unless':
      return yes(option, value) ? [] : [flag]
    case 'optional':
      if (typeof value === 'string') return [`${flag}=${text(option, value)}`]
      return yes(option, value) ? [flag] : []
    case 'csv':
    case 'list': {
      const entries = list(option, value).map((entry) => oneOf(option, choices, entry))
      return entries.length === 0 && kind === 'csv' ? [] : [`${flag}=${entries.join(',')}`]
    }
    case 'each':
      return list(option, value).map((entry) => `${flag}=${entry}`)
  }
}

/** The object in a text that is meant to be one. */
export function parseObject(option: string, value: string): JsonObject {
  let parsed: unknown
  try {
    parsed = JSON.parse(value)
  } catch (error) {
    throw new OptionsError(`\`${option}\` is JSON that does not parse: ${(error as Error).message}.`)
  }
  if (!isObject(parsed)) throw new OptionsError(`\`${option}\` is JSON, but not of an object.`)
  return parsed
}

/** The CLI distinguishes them like this: what does not begin with a brace is a path. */
export function isInline(value: string): boolean {
  return value.trimStart().startsWith('{')
}

function text(option: string, value: unknown): string {
  if (typeof value !== 'string') throw new OptionsError(`\`${option}\` must be a text, not ${shown(value)}.`)
  if (value.trim() === '') throw new OptionsError(`\`${option}\` is empty.`)
  return value
}

function oneOf(option: string, choices: readonly string[] | undefined, value: string): string {
  if (choices === undefined || choices.includes(value)) return value
  throw new OptionsError(`\`${option}\` must be one of ${choices.join(', ')}, not ${shown(value)}.`)
}

const ranges: { [R in NonNullable<Flag['range']>]: [words: string, fits: (value: number) => boolean] } = {
  positive: ['a number above 0', (value) => value > 0 && Number.isFinite(value)],
  'positive whole': ['a whole number above 0', (value) => value > 0 && Number.isSafeInteger(value)],
  whole: ['a whole number, 0 or more', (value) => value >= 0 && Number.isSafeInteger(value)],
}

function number(option: string, range: Flag['range'] = 'positive', value: unknown): number {
  const [words, fits] = ranges[range]
  if (typeof value === 'number' && fits(value)) return value
  throw new OptionsError(`\`${option}\` must be ${words}, not ${shown(value)}.`)
}

function json(option: string, value: unknown): string {
  if (typeof value === 'string') {
    if (isInline(value)) parseObject(option, value)
    return text(option, value)
  }
  if (!isObject(value)) throw new OptionsError(`\`${option}\` must be an object, not ${shown(value)}.`)
  try {
    return JSON.stringify(value)
  } catch (error) {
    throw new OptionsError(`\`${option}\` cannot be written as JSON: ${(error as Error).message}.`)
  }
}

function yes(option: string, value: unknown): boolean {
  if (typeof value === 'boolean') return value
  throw new OptionsError(`\`${option}\` must be true or false, not ${shown(value)}.`)
}

function list(option: string, value: unknown): string[] {
  const entries = typeof value === 'string' ? [value] : value
  if (!Array.isArray(entries)) throw new OptionsError(`\`${option}\` must be a list, not ${shown(value)}.`)
  return entries.map((entry: unknown) => text(option, entry))
}
