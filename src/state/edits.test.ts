import { expect, test } from 'vitest'
import * as say from '../../test/state/talk.ts'
import { Timeline } from '../../test/state/timeline.ts'

const edited = (filePath: string, lines: string[], more: object = {}) => ({
  tool_use_result: { filePath, structuredPatch: lines.length > 0 ? [{ lines }] : [], ...more },
})

test('the files that tools changed are counted with their lines; a denied call counts nothing', () => {
  const { state } = new Timeline()
    .ready()
    .prompt('p')
    .hear(
      say.init(),
      say.call('m1', 't1', 'Edit'),
      say.call('m2', 't2', 'Write'),
      say.call('m3', 't3', 'Edit'),
    )
    .hear(say.result('t1', 'ok', false, edited('/work/a.ts', [' same', '-old', '+new', '+more'])))
    .hear(say.result('t2', 'ok', false, edited('/work/b.ts', [], { type: 'create', content: 'one\ntwo\n' })))
    .hear(say.result('t3', 'no', true, { tool_use_result: 'Error: denied' }))
  expect(state.edits).toEqual([
    { path: '/work/a.ts', added: 2, removed: 1 },
    { path: '/work/b.ts', added: 2, removed: 0 },
  ])
  expect(new Timeline().ready().state.edits).toEqual([])
})

test('a state that an earlier version stored is taken up', () => {
  const line = new Timeline()
    .ready()
    .prompt('p')
    .hear(say.init(), say.call('m1', 't1', 'Edit'))
  const { edits: _, ...earlier } = line.state
  line.state = earlier as typeof line.state
  line.hear(say.text('m2', 'words'))
  expect(line.state.edits).toEqual([])
})

test('a file that is changed again stays one file', () => {
  const line = new Timeline().ready().prompt('p').hear(say.init())
  for (const id of ['t1', 't2']) {
    line.hear(say.call(`m-${id}`, id, 'Edit'))
    line.hear(say.result(id, 'ok', false, edited('/work/a.ts', ['-old', '+new'])))
  }
  expect(line.state.edits).toEqual([{ path: '/work/a.ts', added: 2, removed: 2 }])
})
