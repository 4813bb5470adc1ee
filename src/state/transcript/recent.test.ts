import { describe, expect, test } from 'vitest'
import { emptyState } from '../session-state.ts'
import { isRecent, type Recent, withoutRecent, withRecent } from './recent.ts'

const none = emptyState.transcript.recent

const upTo = (count: number) => Array.from({ length: count }, (_, i) => `uuid ${i}`).reduce(withRecent, none)

describe('recent uuids', () => {
  test('the last 256 are known for sure', () => {
    const recent = upTo(1000)
    for (let i = 1000 - 256; i < 1000; i++) expect(isRecent(recent, `uuid ${i}`)).toBe(true)
    expect(isRecent(recent, 'uuid 1000')).toBe(false)
    expect(isRecent(none, 'uuid 1')).toBe(false)
  })

  test('they are no more than 512, however many there were', () => {
    const held = ({ young, old }: Recent) => [...young, ...old].flat().length
    expect(held(upTo(10_000))).toBeLessThanOrEqual(512)
    expect(isRecent(upTo(10_000), 'uuid 3')).toBe(false)
  })

  test('one can be let in again, from either half', () => {
    const recent = upTo(300)
    for (const uuid of ['uuid 10', 'uuid 290']) {
      expect(isRecent(recent, uuid)).toBe(true)
      expect(isRecent(withoutRecent(recent, uuid), uuid)).toBe(false)
    }
    expect(withoutRecent(recent, 'nobody')).toBe(recent)
  })

  test('they go on after JSON', () => {
    const copy = JSON.parse(JSON.stringify(upTo(300))) as Recent
    expect(isRecent(withRecent(copy, 'new'), 'new')).toBe(true)
    expect(isRecent(copy, 'uuid 299')).toBe(true)
  })
})
