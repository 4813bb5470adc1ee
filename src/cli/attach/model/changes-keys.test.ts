import { expect, test } from 'vitest'
import { ENTER, ESCAPE, Person } from '../../../../test/attach/world.ts'
import { afterDone } from './outcomes.ts'

const PATCH = `diff --git a/a.txt b/a.txt
--- a/a.txt
+++ b/a.txt
@@ -1,9 +1,9 @@
-one
+1
 two
 3
 4
 5
 6
 7
 8
-nine
+9
`
const file = (path: string) => ({
  ...{ path, status: 'modified' as const, added: 2, removed: 2, isBinary: false, isGenerated: false },
  hash: path,
})

/** Answers all calls of the pane so far. */
function answered(person: Person): Person {
  const answers: Record<string, unknown> = {
    listReviewFiles: { isRepository: true, files: [file('a.txt'), file('b.txt')] },
    listComments: { comments: [] },
    diffReviewFile: { patch: PATCH, isWhole: true, isCut: false },
  }
  for (const command of person.commands)
    if (command.type === 'api')
      person.ui = afterDone(person.ui, command, answers[command.name], person.world.now)
  person.commands = []
  return person
}
const opened = () => answered(new Person().types('\x12'))
const calls = (person: Person) =>
  person.calls.map(({ name, call }) => [name, (call as { body?: object }).body])

test('a comment is about the line of the cursor, or those from the mark on, on their side', () => {
  const person = answered(opened().types(ENTER))
  person.types('jcfirst').types(ENTER)
  expect(calls(person)).toEqual([
    ['addComment', { commandId: 'id-1', path: 'a.txt', side: 'new', first: 1, last: 1, text: 'first' }],
  ])
  person.commands = []
  person.types('gcold').types(ENTER)
  expect(calls(person)[0]?.[1]).toMatchObject({ side: 'old', first: 1, last: 1 })
  person.commands = []
  person.types('jvjjcthree').types(ENTER)
  expect(calls(person)[0]?.[1]).toMatchObject({ side: 'new', first: 1, last: 3 })
})

test('n and p go from change to change; one of them is staged or, once asked, reverted', () => {
  const person = answered(answered(opened().types('2')).types(ENTER))
  person.types('nx')
  expect(person.calls).toEqual([])
  person.types('k')
  expect(person.calls).toEqual([])
  person.types('xy')
  const [name, body] = calls(person)[0] ?? []
  expect(name).toBe('revert')
  expect((body as { patch: string }).patch).toContain('-nine\n+9\n')
  expect((body as { patch: string }).patch).not.toContain('+1\n')
  person.commands = []
  person.types('p ')
  expect(calls(person)[0]?.[1]).toMatchObject({ patch: expect.stringContaining('-one\n+1\n') })
})

test('only what is not committed can be staged or reverted', () => {
  const person = opened().types(' x')
  expect(person.calls).toEqual([])
  expect(person.ui.flash?.text).toContain('Press 2 first')
  answered(person.types('2'))
  person.types('j ')
  expect(calls(person)).toEqual([['stage', { commandId: 'id-1', paths: ['b.txt'], unstage: false }]])
})

test('an answer for what is not shown any more changes nothing, and Esc goes back step by step', () => {
  const person = new Person().types('\x12')
  const [command] = person.commands
  person.types('2')
  if (command?.type === 'api')
    person.ui = afterDone(person.ui, command, { isRepository: true, files: [file('old.txt')] }, 0)
  expect(person.ui.dialog).not.toHaveProperty('files')
  answered(answered(person).types(ENTER))
  person.types(`c${ESCAPE}`)
  expect(person.ui.dialog).toMatchObject({ type: 'changes', diff: { path: 'a.txt' } })
  person.types(ESCAPE)
  expect(person.ui.dialog).not.toHaveProperty('diff')
  person.types(ESCAPE)
  expect(person.ui.dialog).toBeUndefined()
})
