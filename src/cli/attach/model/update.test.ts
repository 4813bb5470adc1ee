import { expect, test } from 'vitest'
import { asks, busy, ENTER, ESCAPE, Person, summary } from '../../../../test/attach/world.ts'
import type { ApiCommand } from './command.ts'
import { afterDone, afterFailure } from './outcomes.ts'

const ofOne = { params: { id: 'one' } }

test('what is typed goes to the composer; Enter sends it', () => {
  const person = new Person().types('new question?').types(ENTER)
  expect(person.calls).toEqual([
    { name: 'sendMessage', call: { ...ofOne, body: { id: 'id-1', text: 'new question?' } } },
  ])
  expect(person.ui.drafts.one?.editor.text).toBe('')
})

test('a pasted text is not sent by the line ends in it', () => {
  const person = new Person().types('\x1b[200~one\rtwo\r\x1b[201~')
  expect(person.calls).toEqual([])
  expect(person.ui.drafts.one?.editor.text).toBe('one\ntwo\n')
})

test('a prompt that did not get through comes back, and is sent again under the same id', () => {
  const person = new Person().types(`hello${ENTER}`)
  const [command] = person.commands
  person.ui = afterFailure(person.ui, command as ApiCommand, 'gone', person.world.now)
  expect(person.ui.drafts.one?.editor.text).toBe('hello')
  expect(person.ui.flash).toMatchObject({ text: 'gone', level: 'error' })
  person.news({ newId: 'id-2' }).types(ENTER)
  expect(person.calls[1]).toEqual({
    name: 'sendMessage',
    call: { ...ofOne, body: { id: 'id-1', text: 'hello' } },
  })
  person.ui = afterFailure(person.ui, command as ApiCommand, 'gone', person.world.now)
  person.types(`!${ENTER}`)
  expect(person.calls[2]).toEqual({
    name: 'sendMessage',
    call: { ...ofOne, body: { id: 'id-2', text: 'hello!' } },
  })
})

test.each([
  ['1', 'after-turn'],
  ['2', 'next'],
  ['3', 'now'],
  [ENTER, 'after-turn'],
])('while a turn runs, %j sends it %s', (key, when) => {
  const person = new Person({ state: busy }).types(`more${ENTER}`)
  expect(person.calls).toEqual([])
  expect(person.ui.dialog?.type).toBe('when')
  person.types(key)
  expect(person.calls).toEqual([
    { name: 'sendMessage', call: { ...ofOne, body: { id: 'id-1', text: 'more', when } } },
  ])
})

test('Esc interrupts a turn; without one it goes to the list', () => {
  expect(new Person({ state: busy }).types(ESCAPE).calls).toEqual([
    { name: 'interrupt', call: { ...ofOne, body: {} } },
  ])
  const idle = new Person().types(ESCAPE)
  expect(idle.calls).toEqual([])
  expect(idle.ui.focus).toBe('list')
})

test('without a connection nothing is sent, and nothing is lost', () => {
  const person = new Person({ isConnected: false, approvals: [asks('a1')] })
  expect(person.types('y').calls).toEqual([])
  expect(person.ui.flash?.level).toBe('error')
  person.types('i').types(`hello${ENTER}`)
  expect(person.calls).toEqual([])
  expect(person.ui.drafts.one?.editor.text).toBe('hello')
})

test('the list: letters are commands, and the session that needs somebody is a key away', () => {
  const sessions = [summary('two', { group: 'needs-you' }), summary('one'), summary('three')]
  const person = new Person({ sessions }, null)
  expect(person.ui).toMatchObject({ focus: 'list', session: 'two' })
  expect(person.types('jj').ui.session).toBe('three')
  expect(person.types('\x07').ui).toMatchObject({ session: 'two', focus: 'session' })
  expect(person.types('\t').types('q').commands).toEqual([{ type: 'quit' }])
})

test('n makes a session in the folder of the one that is shown, and goes there', () => {
  const person = new Person().types('\t').types('n').types(`fix it${ENTER}`)
  const body = { cwd: '/home/me/project', prompt: 'fix it', commandId: 'id-1' }
  expect(person.calls).toEqual([{ name: 'createSession', call: { body } }])
  const receipt = { commandId: 'id-1', at: 1, result: { id: 'new' } }
  person.ui = afterDone(person.ui, person.commands[0] as ApiCommand, receipt, 1)
  expect(person.ui).toMatchObject({ session: 'new', focus: 'session', dialog: undefined })
})

test('a folder is read as a shell reads it', () => {
  const folder = (text: string) => {
    const person = new Person().types('\x0e').types('\t').types(`\x15${text}`).types('\t').types(ENTER)
    return person.calls[0]?.call
  }
  expect(folder('~/app')).toMatchObject({ body: { cwd: '/home/me/app' } })
  expect(folder('app')).toMatchObject({ body: { cwd: '/home/me/app' } })
  expect(folder('/app/')).toMatchObject({ body: { cwd: '/app' } })
  expect(folder('')).toMatchObject({ body: { cwd: '/home/me' } })
})

test('Ctrl-T switches mode and model; Shift-Tab goes through the modes', () => {
  const control = (fields: object, subtype: string) => ({
    name: 'control',
    call: { ...ofOne, body: { subtype, fields } },
  })
  const { state } = new Person().world
  const models = [{ value: 'opus', displayName: 'Opus' }]
  const person = new Person({ state: { ...state, facts: { ...state.facts, models } } })
  person.types('\x14').types('\x1b[B').types(ENTER)
  person.types('\x14').types('\x1b[B'.repeat(6)).types(ENTER)
  person.types('\x1b[Z')
  expect(person.calls).toEqual([
    control({ mode: 'acceptEdits' }, 'set_permission_mode'),
    control({ model: 'opus' }, 'set_model'),
    control({ mode: 'acceptEdits' }, 'set_permission_mode'),
  ])
})

test('Ctrl-C clears what is written; only the second one leaves', () => {
  const person = new Person().types('abc').types('\x03')
  expect(person.ui.drafts.one?.editor.text).toBe('')
  expect(person.types('\x03').commands).toEqual([])
  expect(person.ui.flash?.text).toContain('Ctrl-C again')
  expect(person.types('\x03').commands).toEqual([{ type: 'quit' }])
})

test('Ctrl-C in a dialog closes it and keeps what was written', () => {
  const person = new Person({ state: busy }).types(`more${ENTER}`).types('\x03')
  expect(person.ui).toMatchObject({ dialog: undefined, drafts: { one: { editor: { text: 'more' } } } })
})

test('each session keeps what was being written to it', () => {
  const person = new Person().types('for one').types('\t').types('j').types(ENTER).types('for two')
  expect(person.ui.drafts).toMatchObject({
    one: { editor: { text: 'for one' } },
    two: { editor: { text: 'for two' } },
  })
})
