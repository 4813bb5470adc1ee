import { expect, test } from 'vitest'
import { activeBranch } from './branch.ts'
import type { LinkedRecord } from './records.ts'

const user = (uuid: string, parentUuid: string | null, content: unknown = uuid): LinkedRecord => ({
  ...{ type: 'user', uuid, parentUuid },
  message: { role: 'user', content },
})
const said = (uuid: string, parentUuid: string, id = uuid): LinkedRecord => ({
  ...{ type: 'assistant', uuid, parentUuid },
  message: { id, role: 'assistant', content: [{ type: 'text', text: uuid }] },
})
const result = (uuid: string, parentUuid: string) =>
  user(uuid, parentUuid, [{ type: 'tool_result', tool_use_id: parentUuid }])
const uuids = (records: LinkedRecord[] | undefined) => records?.map(({ uuid }) => uuid)

test('the way back leads from the last record to the first', () => {
  expect(uuids(activeBranch([user('a', null), said('b', 'a'), user('c', 'b')]))).toEqual(['a', 'b', 'c'])
})

test('what was left by going on from an earlier record is not on it', () => {
  const all = [user('a', null), said('b', 'a'), user('c', 'b'), user('d', 'b')]
  expect(uuids(activeBranch(all))).toEqual(['a', 'b', 'd'])
})

test('parallel calls and their results belong together', () => {
  const calls = [said('b1', 'a', 'm'), said('b2', 'b1', 'm')]
  const all = [user('a', null), ...calls, result('r2', 'b2'), result('r1', 'b1'), said('c', 'r1')]
  expect(uuids(activeBranch(all))).toEqual(['a', 'b1', 'b2', 'r2', 'r1', 'c'])
})

test('a cut ends at the record that is named', () => {
  const all = [user('a', null), said('b', 'a'), user('c', 'b'), said('d', 'c')]
  expect(uuids(activeBranch(all, 'b'))).toEqual(['a', 'b'])
  expect(activeBranch(all, 'nowhere')).toBeUndefined()
  expect(activeBranch([])).toEqual([])
})

test('a compaction leaves its summary and what it keeps', () => {
  const preservedMessages = { anchorUuid: 's', uuids: ['b'] }
  const boundary = {
    type: 'system',
    subtype: 'compact_boundary',
    uuid: 'x',
    parentUuid: null,
    compactMetadata: { preservedMessages },
  }
  const all = [user('a', null), said('b', 'a'), boundary, user('s', 'x'), user('c', 's')]
  expect(uuids(activeBranch(all))).toEqual(['x', 's', 'b', 'c'])
})
