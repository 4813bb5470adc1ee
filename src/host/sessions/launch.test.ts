import { expect, expectTypeOf, test } from 'vitest'
import {
  type SessionOptionName,
  type SessionOptionsInput,
  sessionOptionsSchema,
} from '../../api/session-options.ts'
import type { SessionOptions } from '../../client/session-options.ts'
import { FLAGS } from '../../process/options/flag-table.ts'
import { initializeFields } from '../../process/options/initialize-fields.ts'
import type { CliOptions } from '../../process/options/options.ts'
import type { InitializeRequest } from '../../protocol/control/initialize.ts'

const names = Object.keys(sessionOptionsSchema.shape)

test('a new session takes all options that reach the CLI', () => {
  type OfInitialize = Exclude<keyof InitializeRequest & keyof SessionOptions, 'hooks'>
  expectTypeOf<SessionOptionName>().toEqualTypeOf<
    keyof CliOptions | OfInitialize | 'env' | 'fileCheckpointing'
  >()
  expectTypeOf<SessionOptionsInput>().toExtend<SessionOptions>()
  expectTypeOf<SessionOptionsInput>().toExtend<CliOptions>()
  expect(names).toEqual(expect.arrayContaining(Object.keys(FLAGS)))
})

test('and no option that the host would ignore', () => {
  const told = initializeFields(Object.fromEntries(names.map((name) => [name, 'x'])) as SessionOptions)
  // These become part of others: settings, rules, the command line and the environment.
  const merged = ['sandbox', 'skills', 'extraArgs', 'env', 'fileCheckpointing']
  const used = new Set([...Object.keys(FLAGS), ...Object.keys(told), ...merged])
  expect(names.filter((name) => !used.has(name))).toEqual([])
  for (const name of ['hooks', 'binary', 'cwd', 'stallAfter']) expect(names).not.toContain(name)
})
