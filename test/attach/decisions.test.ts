/** Prompts, approvals and forms with the keys of `fairlead attach`, in a real terminal. */
import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { isObject } from '../../src/protocol/json.ts'
import { attachStage, isIdle } from './stage.ts'

const stage = attachStage()

test('a prompt is written and sent, its answer comes in as it is written, and Esc interrupts it', async () => {
  const terminal = await stage.attached(undefined)
  terminal.type('please count')
  await terminal.until('❯ please count')
  terminal.keys('Enter')
  const working = await terminal.until('One, two, three')
  expect(working).toContain('❯ please count')
  await terminal.until(/Working 1[\s\S]*Writing · \d+ s/)
  terminal.keys('Escape')
  await terminal.until('Interrupted.')
  const idle = await isIdle(terminal)
  expect(idle).toContain('One, two, three')
  expect(idle).not.toContain('four')
})

test('while a turn runs, a prompt is queued, changed and taken back', async () => {
  const terminal = await stage.attached('count')
  await terminal.until('One, two, three')
  terminal.type('and then this')
  terminal.keys('Enter')
  await terminal.until('A turn is running. When should this be sent?')
  terminal.keys('1')
  await terminal.until(/≡ and then this.*queued/)
  terminal.keys('C-q')
  await terminal.until('Queue')
  terminal.keys('e')
  terminal.type(' too')
  await terminal.until('and then this too')
  terminal.keys('Enter')
  await terminal.until(/≡ and then this too.*queued/)
  terminal.keys('x')
  await terminal.until('The queue is empty.')
  terminal.keys('Escape')
  await terminal.until((screen) => !screen.includes('≡'))
})

/** What the CLI was answered to the form that it asked with. */
async function formAnswers(): Promise<unknown[]> {
  const { sessions } = await stage.daemon.api().call('listSessions', {})
  const id = sessions.find(({ title }) => title === stage.title)?.id ?? ''
  const { events } = await stage.daemon.api().call('listEvents', { params: { id }, query: { limit: 1000 } })
  return events.flatMap((event) => {
    if (event.kind !== 'sent' || event.message.type !== 'control_response') return []
    const { response } = event.message
    const inner = response.subtype === 'success' ? response.response : undefined
    return isObject(inner) && 'action' in inner ? [inner] : []
  })
}

test('R-ASK-17 a form of an MCP server: typed, picked by its title, several marked; what is wrong is said', async () => {
  const terminal = await stage.attached('a room', { hasDesk: true })
  await terminal.until('Fields: Name, Mail, Nights, Room, Breakfast, Extras')
  terminal.keys('y')
  await terminal.until('As in the passport')
  terminal.type('Ada')
  terminal.keys('Down', 'Down', 'BSpace')
  await terminal.until('a whole number, 1 to 14')
  terminal.type('99')
  terminal.keys('Down')
  await terminal.until('one of Single (s), Double (d)')
  terminal.keys('Space', 'Space')
  await terminal.until('Room: Double')
  terminal.keys('Down', 'Down')
  await terminal.until(/▸ 1 ☐ A towel[\s│]+2 ☐ A cot/)
  terminal.keys('Space', 'Right', 'Space')
  await terminal.until(/1 ☑ A towel[\s│]+▸ 2 ☑ A cot/)
  terminal.keys('Enter')
  await terminal.until('Nights: At most 14.')
  expect(await formAnswers()).toEqual([])
  terminal.keys('BSpace', 'BSpace')
  terminal.type('3')
  terminal.keys('Down', 'Down', 'Down')
  await terminal.until('Enter send')
  terminal.keys('Enter')
  await terminal.until('That is all.')
  expect(await formAnswers()).toEqual([
    { action: 'accept', content: { name: 'Ada', nights: 3, room: 'd', extras: ['towel', 'cot'] } },
  ])
})

test('y allows; n denies with a message; a shows what is remembered, and where, before it is sent', async () => {
  const terminal = await stage.attached('run it')
  const asked = await terminal.until('Bash needs approval')
  expect(asked).toContain('make all')
  expect(asked).toMatch(/y allow {3}a always {3}e edit {3}n deny {3}N deny and stop/)
  terminal.keys('y')
  const done = await terminal.until('It is made.')
  expect(done).toContain('✓ Bash make all')
  expect(done).toContain('made everything')
  expect(done).not.toContain('needs approval')
  await isIdle(terminal)

  terminal.type('run it')
  terminal.keys('Enter')
  await terminal.until('Bash needs approval')
  terminal.keys('n')
  await terminal.until('Message to the model')
  terminal.type('use npm')
  terminal.keys('Enter')
  const denied = await terminal.until('Then I leave it.')
  expect(denied).toContain('⊘ Bash make all')
  expect(denied).toContain('use npm')
  await isIdle(terminal)

  terminal.type('run it')
  terminal.keys('Enter')
  await terminal.until('Bash needs approval')
  terminal.keys('a')
  await terminal.until('Rules to remember:')
  await terminal.until(/1 Always allow Bash\(make.*\) \(saved in/)
  terminal.keys('Escape')
  await terminal.until((screen) => screen.includes('y allow') && !screen.includes('Rules to remember:'))
  terminal.keys('e')
  await terminal.until('Edited command:')
  terminal.type(' --fast')
  terminal.keys('Enter')
  await terminal.until('Edited:')
  terminal.keys('y')
  await terminal.until(/✓ Bash make all --fast changed by you/)
})

test('$EDITOR has the terminal while it runs, and what it leaves is what runs', async () => {
  const editor = join(stage.daemon.folder, 'editor.sh')
  writeFileSync(editor, `#!/bin/sh\nsed -i 's/make all/make some/' "$1"\necho edited; read line\n`, {
    mode: 0o755,
  })
  const terminal = await stage.attached('run it', { editor })
  await terminal.until('Bash needs approval')
  terminal.keys('E')
  await terminal.until(/^edited$/m)
  expect(terminal.about('alternate_on')).toBe('0')
  terminal.keys('Enter')
  await terminal.until(/Edited:[\s\S]*make some/)
  terminal.keys('y')
  await terminal.until(/✓ Bash make some changed by you/)
})
