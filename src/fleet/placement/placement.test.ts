import { expect, test } from 'vitest'
import { FLEET_PROTOCOL, type NodeRecord } from '../members.ts'
import { type Candidate, placeIn, type Wanted } from './placement.ts'

const GB = 1024 ** 3

function node(id: string, record: Partial<NodeRecord> = {}, more: Partial<Candidate> = {}): Candidate {
  const usual: NodeRecord = {
    ...{ protocol: FLEET_PROTOCOL, name: id, version: '1', labels: {}, agents: ['claude'], projects: [] },
    ...{ sessions: 0, running: 0, capacity: 100, freeMemoryBytes: 8 * GB, load: 0, behind: 0 },
  }
  return { id, record: { ...usual, ...record }, away: undefined, placed: 0, ...more }
}
const REMOTE = 'example.org/me/app'
const project = (path: string) => ({ projects: [{ path, remote: REMOTE }] })
function wanted(on: readonly string[], more: Partial<Wanted> = {}): Wanted {
  const sought = { folder: '/here/app/src', remote: REMOTE, inside: 'src', on: new Set(on) }
  return { labels: {}, agent: undefined, project: sought, ...more }
}

test('the node with most room gets it, in its own folder of the project', () => {
  const busy = node('busy', { ...project('/a'), running: 99 })
  const small = node('small', { ...project('/b'), freeMemoryBytes: 2 * GB })
  const large = node('large', { ...project('/c'), freeMemoryBytes: 4 * GB })
  const without = node('without', { freeMemoryBytes: 64 * GB })
  const found = placeIn([busy, small, without, large], wanted([]))
  expect(found).toEqual({ place: { node: 'large', cwd: '/c/src' } })
})

test('what was placed since a node was heard of takes room there', () => {
  const a = (placed: number) => node('a', { ...project('/a'), freeMemoryBytes: 3 * GB }, { placed })
  const b = node('b', { ...project('/b'), freeMemoryBytes: 2 * GB })
  expect(placeIn([a(1), b], wanted([]))).toMatchObject({ place: { node: 'a' } })
  expect(placeIn([a(3), b], wanted([]))).toMatchObject({ place: { node: 'b' } })
})

test('of equal room, the node with less load', () => {
  const [a, b] = [node('a', { ...project('/a'), load: 0.9 }), node('b', { ...project('/b'), load: 0.1 })]
  expect(placeIn([a, b], wanted([]))).toMatchObject({ place: { node: 'b' } })
})

test('a folder without a remote is on its own node alone, as it was given', () => {
  const scratch = { folder: '/here/notes', remote: undefined, inside: '', on: new Set(['here']) }
  const nodes = [
    node('here'),
    node('other', { projects: [{ path: '/here/notes' }], freeMemoryBytes: 64 * GB }),
  ]
  expect(placeIn(nodes, wanted([], { project: scratch }))).toEqual({
    place: { node: 'here', cwd: '/here/notes' },
  })
})

test('each node that does not fit says why', () => {
  const nodes = [
    node('away', project('/a'), { away: 'it was last heard of 20 s ago' }),
    node('old', { ...project('/a'), protocol: 0, version: '0.1' }),
    node('drained', { ...project('/a'), isDraining: true }),
    node('plain', project('/a')),
    node('wrong', { ...project('/a'), labels: { gpu: 'no' } }),
    node('simple', { ...project('/a'), labels: { gpu: 'yes' }, agents: ['sim'] }),
    node('empty', { labels: { gpu: 'yes' } }),
    node('short', { ...project('/a'), labels: { gpu: 'yes' }, shortage: 'it has too little free memory' }),
    node('full', { ...project('/a'), labels: { gpu: 'yes' }, capacity: 4, running: 3 }, { placed: 1 }),
  ]
  const found = placeIn(nodes, wanted([], { labels: { gpu: 'yes' }, agent: 'claude' }))
  expect(found).toEqual({
    reasons: [
      'away: it is away (it was last heard of 20 s ago)',
      'drained: it is being drained',
      `empty: it has no project with the git remote ${REMOTE}`,
      'full: its 4 processes are all in use',
      'old: it has Fairlead 0.1, which does not fit',
      'plain: it lacks the label gpu=yes',
      'short: it has too little free memory',
      'simple: it has no agent claude',
      'wrong: it lacks the label gpu=yes',
    ],
  })
})

test('what only one node can do is placed there or nowhere', () => {
  const only = { node: 'here', why: 'the conversation is on another machine' }
  const nodes = [node('here', project('/a')), node('other', { ...project('/b'), freeMemoryBytes: 64 * GB })]
  expect(placeIn(nodes, wanted(['here'], { only }))).toMatchObject({ place: { node: 'here' } })
  expect(placeIn(nodes.slice(1), wanted([], { only }))).toEqual({ reasons: [`other: ${only.why}`] })
})
