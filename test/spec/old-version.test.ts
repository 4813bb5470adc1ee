// What SPEC.md says of 2.1.37, held against what the conformance kit has recorded of it.

import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { allRecorded } from '../../src/conformance/recorded.ts'
import { parseRules } from './rules.ts'

const spec = readFileSync(new URL('../../SPEC.md', import.meta.url), 'utf8')
const { rules } = parseRules(spec)
const recorded = (version: string) => allRecorded().find((it) => it.version === version)?.rules ?? {}
const old = recorded('2.1.37')
const next = recorded('2.1.197')
const isSame = (id: string) => old[id]?.verdict === next[id]?.verdict && old[id]?.saw === next[id]?.saw

const [, section = ''] = spec.split('\n## Where 37 differs\n')
const told = [...section.matchAll(/^- (R-[A-Z]+-\d+): .+\.$/gm)].map(([, id = '']) => id)

test('where 37 was not seen to do as 197, SPEC.md says what it does, and nowhere else', () => {
  const differing = Object.keys(old).filter((id) => !isSame(id))
  expect([...told].sort()).toEqual(differing.sort())
  expect(differing.length).toBeGreaterThan(50)
})

test('the list is well formed: each line is a rule that exists', () => {
  const lines = section.split('\n').filter((line) => line.startsWith('-'))
  expect(lines.length).toBe(told.length)
  const known = new Set(rules.map(({ id }) => id))
  expect(told.filter((id) => !known.has(id))).toEqual([])
})

test('a rule names 37 only where it was held to it, and did as 197', () => {
  const named = rules.filter(({ where }) => where.some((place) => /^real .*\b37\b/.test(place)))
  const wrong = named.filter(({ id }) => old[id]?.verdict !== 'holds' || !isSame(id))
  expect(wrong.map(({ id }) => id)).toEqual([])
  expect(named.length).toBeGreaterThan(150)
})
