import { describe, expect, test } from 'vitest'
import fc from '../../../test/generate/fast-check.ts'
import { ActiveBranch } from './branch.ts'
import { decodeEntry } from './decode-entry.ts'

/** The uuids of the active branch of a file with these records. */
function active(...records: object[]): string[] {
  const branch = new ActiveBranch()
  for (const [i, record] of records.entries()) branch.add(decodeEntry(JSON.stringify(record), i + 1))
  return branch.lines().map((line) => (records[line - 1] as { uuid: string }).uuid)
}
const user = (uuid: string, parentUuid: string | null, more = {}) => ({
  type: 'user',
  uuid,
  parentUuid,
  message: { content: uuid },
  ...more,
})
/** One block of the message `id`. */
const block = (uuid: string, parentUuid: string | null, id = uuid) => ({
  type: 'assistant',
  uuid,
  parentUuid,
  message: { id, content: [{ type: 'text', text: uuid }] },
})
const result = (uuid: string, parentUuid: string) =>
  user(uuid, parentUuid, { message: { content: [{ type: 'tool_result', tool_use_id: parentUuid }] } })
const compaction = (uuid: string, anchorUuid?: string, uuids: unknown = []) => ({
  type: 'system',
  subtype: 'compact_boundary',
  uuid,
  parentUuid: null,
  compactMetadata: anchorUuid ? { preservedMessages: { anchorUuid, uuids } } : {},
})
const rewind = (leafUuid: string | null) => ({ type: 'last-prompt', leafUuid, explicit: true, rewound: true })

describe('the way back from the last entry', () => {
  test('a conversation without branches, in its order', () => {
    expect(active(user('a', null), block('b', 'a'), user('c', 'b'), block('d', 'c'))).toEqual([...'abcd'])
  })
  test('an empty file', () => {
    expect(active()).toEqual([])
    expect(active({ type: 'mode' })).toEqual([])
  })
  test('an abandoned branch is left out', () => {
    expect(active(user('a', null), block('b', 'a'), user('x', 'b'), block('y', 'x'), user('c', 'b'))).toEqual(
      [...'abc'],
    )
  })
  test("a sub-agent's entries are left out, wherever they stand", () => {
    const side = { isSidechain: true }
    expect(active(user('a', null), user('s', null, side), block('b', 'a'), user('t', 's', side))).toEqual([
      ...'ab',
    ])
  })
  test('entries of types that nobody knows belong to it', () => {
    const strange = { type: 'from-the-future', uuid: 'b', parentUuid: 'a' }
    expect(active(user('a', null), strange, user('c', 'b'))).toEqual([...'abc'])
  })
  test('over the gap that a broken line leaves', () => {
    expect(active(user('a', null), block('b', 'a'), user('d', 'lost'), block('e', 'd'))).toEqual([...'abde'])
  })
  test('an entry that was written again counts as it was written last', () => {
    expect(active(user('a', null), user('b', 'a'), user('x', 'b'), user('c', 'x'), user('c', 'b'))).toEqual([
      ...'abc',
    ])
  })
  test('entries that lead in a circle end somewhere', () => {
    expect(active(user('a', 'b'), user('b', 'a'))).toEqual([...'ab'])
    expect(active(user('a', 'a'))).toEqual(['a'])
  })
})

describe('parallel tool calls', () => {
  test('results in order: the chain passes over the first one', () => {
    expect(
      active(
        user('a', null),
        block('b1', 'a', 'm'),
        block('b2', 'b1', 'm'),
        result('r1', 'b1'),
        result('r2', 'b2'),
        block('c', 'r2'),
      ),
    ).toEqual(['a', 'b1', 'b2', 'r1', 'r2', 'c'])
  })
  test('the first call ends last: the chain passes over the second call too', () => {
    expect(
      active(
        user('a', null),
        block('b1', 'a', 'm'),
        block('b2', 'b1', 'm'),
        result('r2', 'b2'),
        result('r1', 'b1'),
        block('c', 'r1'),
      ),
    ).toEqual(['a', 'b1', 'b2', 'r2', 'r1', 'c'])
  })
  test('the last result is the end of the file', () => {
    expect(
      active(block('b1', null, 'm'), block('b2', 'b1', 'm'), result('r2', 'b2'), result('r1', 'b1')),
    ).toEqual(['b1', 'b2', 'r2', 'r1'])
  })
  test('nothing of an abandoned message is brought back', () => {
    expect(
      active(user('a', null), block('x', 'a', 'm'), result('r', 'x'), user('b', 'a'), block('c', 'b', 'n')),
    ).toEqual([...'abc'])
  })
})

describe('a compaction', () => {
  const before = [user('a', null), block('b', 'a'), user('c', 'b'), block('d', 'c'), block('e', 'd')]

  test('drops what stands before it', () => {
    expect(active(...before, compaction('x'), user('s', 'x'), user('f', 's'))).toEqual(['x', 's', 'f'])
  })
  test('moves what it keeps behind its summary', () => {
    const kept = compaction('x', 's', ['d', 'e'])
    expect(active(...before, kept, user('s', 'x'), user('f', 's'), block('g', 'f'))).toEqual([...'xsdefg'])
  })
  test('the entry after it may name the last of the kept ones itself', () => {
    const kept = compaction('x', 's', ['d', 'e'])
    expect(active(...before, kept, user('s', 'x'), user('f', 'e'))).toEqual([...'xsdef'])
  })
  test('the last one counts', () => {
    expect(
      active(
        ...before,
        compaction('x', 's', ['e']),
        user('s', 'x'),
        user('f', 's'),
        block('g', 'f'),
        compaction('y', 't', ['g']),
        user('t', 'y'),
        user('h', 't'),
      ),
    ).toEqual([...'ytgh'])
  })
  test('a kept entry that is not in the file is passed over', () => {
    const kept = compaction('x', 's', ['lost', 'e', 7])
    expect(active(...before, kept, user('s', 'x'), user('f', 's'))).toEqual([...'xsef'])
  })
  test('another process that went on from a dropped entry goes on from the last one kept before it', () => {
    expect(
      active(
        user('a', null),
        block('b', 'a'),
        user('y', 'a'),
        compaction('x', 's', ['b']),
        user('s', 'x'),
        user('f', 's'),
        user('z', 'y'),
      ),
    ).toEqual(['x', 's', 'b', 'z'])
  })
  test.each([
    null,
    'text',
    [],
    { preservedMessages: 1 },
    { preservedMessages: { anchorUuid: 's', uuids: {} } },
  ])('metadata of another form is none: %j', (compactMetadata) => {
    const boundary = { ...compaction('x'), compactMetadata }
    expect(active(...before, boundary, user('s', 'x'))).toEqual([...'xs'])
  })
})

describe('a rewind', () => {
  const before = [user('a', null), block('b', 'a'), user('c', 'b'), block('d', 'c')]

  test('counts until something is appended', () => {
    expect(active(...before, rewind('b'))).toEqual([...'ab'])
    expect(active(...before, rewind('b'), { type: 'mode' })).toEqual([...'ab'])
    expect(active(...before, rewind('b'), user('e', 'b'))).toEqual([...'abe'])
  })
  test('to the very beginning leaves nothing', () => {
    expect(active(...before, rewind(null))).toEqual([])
    expect(active(...before, rewind(null), user('e', null))).toEqual(['e'])
  })
  test('to an entry that is not there, or that a compaction dropped, does not count', () => {
    expect(active(...before, rewind('lost'))).toEqual([...'abcd'])
    expect(active(...before, compaction('x'), user('s', 'x'), rewind('b'))).toEqual([...'xs'])
  })
  test('what the CLI notes as the last entry in passing is no rewind', () => {
    expect(active(...before, { type: 'last-prompt', leafUuid: 'b' })).toEqual([...'abcd'])
  })
})

test('whatever the entries: it ends, and gives none twice', () => {
  const uuid = fc.constantFrom(...'abcdefgh')
  const parent = fc.option(uuid)
  const record = fc.oneof(
    fc.tuple(uuid, parent).map(([id, of]) => user(id, of)),
    fc.tuple(uuid, parent, uuid).map(([id, of, message]) => block(id, of, message)),
    fc.tuple(uuid, uuid).map(([id, of]) => result(id, of)),
    fc.tuple(uuid, uuid, fc.array(uuid)).map(([id, anchor, kept]) => compaction(id, anchor, kept)),
    parent.map(rewind),
  )
  fc.assert(
    fc.property(fc.array(record, { maxLength: 20 }), (records) => {
      const uuids = active(...records)
      expect(new Set(uuids).size).toBe(uuids.length)
      expect(uuids).not.toContain(undefined)
    }),
    { numRuns: 2000 },
  )
})
