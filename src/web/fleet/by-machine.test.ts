import { expect, test } from 'vitest'
import type { SessionSummary } from '../../api/resources.ts'
import { arrangementIn, type Machine, machinesOf, ofMachine, sectionsByMachine } from './by-machine.ts'

const tower: Machine = { id: 't', name: 'tower', isHere: true }
const attic: Machine = { id: 'a', name: 'attic', isHere: false, awaySince: 1 }
function session(id: string, node?: Machine, more: Partial<SessionSummary> = {}): SessionSummary {
  const usual = { id, group: 'idle', updatedAt: 1, archived: false, liveness: { since: 0 } }
  return { ...usual, ...(node && { node }), ...more } as SessionSummary
}
const ids = (sessions: readonly SessionSummary[]) => sessions.map(({ id }) => id)

test('this machine comes first, then the others by name; each with its most urgent sessions first', () => {
  const all = [
    session('one', attic, { updatedAt: 5 }),
    session('two', tower),
    session('three', attic, { group: 'working' }),
    session('old', tower, { archived: true }),
  ]
  expect(machinesOf(all)).toEqual([tower, attic])
  expect(sectionsByMachine(all).map((it) => [it.machine.name, ids(it.sessions)])).toEqual([
    ['tower', ['two']],
    ['attic', ['three', 'one']],
  ])
  expect(ids(ofMachine(all, 'only a'))).toEqual(['one', 'three'])
  expect(ids(ofMachine(all, 'machine'))).toEqual(ids(all))
})

test('a choice holds as long as there are several machines, and that one', () => {
  const both = [tower, attic]
  expect(arrangementIn('only a', both)).toBe('only a')
  expect(arrangementIn('machine', both)).toBe('machine')
  expect(arrangementIn('only gone', both)).toBe('project')
  expect(arrangementIn('nonsense', both)).toBe('project')
  expect(arrangementIn('machine', [tower])).toBe('project')
  expect(machinesOf([session('alone')])).toEqual([])
})
