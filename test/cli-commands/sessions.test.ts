// ls, new, send, interrupt, close, resume, fork: on a host that all tests here share.
import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { SessionSummary } from '../../src/api/resources.ts'
import { HostStage } from './host-stage.ts'

let stage: HostStage
beforeAll(async () => {
  stage = await HostStage.open()
})
afterAll(() => stage.close())

describe('new', () => {
  test('prints the id alone on stdout, so that a script can take it', async () => {
    const { code, out, err } = await stage.call(['new', 'hello there', '--title', 'plain'])
    expect({ code, err }).toEqual({ code: 0, err: '' })
    expect(out).toMatch(/^[0-9a-f-]{36}\n$/)
    expect(await stage.inGroup(out.trim(), 'idle')).toMatchObject({ title: 'plain', cwd: stage.daemon.cwd })
  })

  test('--wait streams the answer to stdout and all else to stderr', async () => {
    const { code, out, err } = await stage.call(['new', '--wait', 'explain how it works'])
    expect(code).toBe(0)
    expect(out).toMatch(/^# How a turn works\n/)
    expect(out).not.toContain('done ·')
    expect(err).toMatch(/done · .* · [0-9a-f]{8}\n$/)
  })

  test('--wait --json prints what became of the prompt', async () => {
    const [result] = await stage.json('new', 'hello', '--wait')
    expect(result).toMatchObject({ status: 'success', turn: 1, text: expect.stringContaining('simulator') })
  })

  test('- reads the prompt from stdin', async () => {
    const { out } = await stage.call(['new', '-'], { input: 'hello\nfrom a file\n' })
    expect(await stage.inGroup(out.trim(), 'idle')).toMatchObject({ title: 'hello' })
  })

  test('an image is sent along, and what is none is refused', async () => {
    writeFileSync(join(stage.daemon.cwd, 'dot.png'), Buffer.from('89504e47', 'hex'))
    const id = await stage.session('look at this', '--image', 'dot.png')
    const sent = await stage.json('events', id, '--filter', 'user')
    expect(JSON.stringify(sent)).toContain(Buffer.from('89504e47', 'hex').toString('base64'))
    expect(await stage.call(['new', 'x', '--image', 'dot.txt'])).toMatchObject({ code: 2 })
  })

  test.each([
    [['new', '  '], 2, 'The prompt is empty'],
    [['new', '--wait'], 2, '--wait needs a prompt'],
    [['new', 'x', '--permission-mode', 'acceptedits'], 2, 'did you mean acceptEdits?'],
    [['new', 'x', '--cwd', '/not/there'], 2, '/not/there is not a folder'],
    [['new', 'x', '--agent', 'nobody'], 1, 'there is no agent nobody'],
  ])('%j is refused', async (args, code, why) => {
    const outcome = await stage.call(args)
    expect(outcome).toMatchObject({ code, out: '' })
    expect(outcome.err).toContain(why)
  })
})

describe('--wait while something waits for a person', () => {
  test('without a terminal it is told with the command that answers it, and the waiting goes on', async () => {
    const waiting = stage.start(['new', '--wait', 'fix the bug', '--title', 'told'])
    await waiting.printed('Needs approval: Bash: npx vitest run')
    const [, id = ''] = /fairlead approve ([0-9a-f]+)\)/.exec(waiting.err) ?? []
    expect(await stage.call(['deny', id, '--stop'])).toMatchObject({ code: 0 })
    expect(await waiting.outcome()).toMatchObject({ code: 130 })
  })

  test('on a terminal it is asked', async () => {
    const waiting = stage.start(['new', '--wait', 'fix the bug'], { columns: 100 })
    await waiting.printed('[y]es')
    waiting.type('n')
    await waiting.printed('Message to the model')
    waiting.type('not today')
    const { code, out } = await waiting.outcome()
    expect(code).toBe(0)
    expect(out).toContain('All right, I leave it at that.')
  })

  test('one that was answered elsewhere is no longer asked', async () => {
    const waiting = stage.start(['new', '--wait', 'fix the bug', '--title', 'elsewhere'], { columns: 100 })
    await waiting.printed('[y]es')
    await stage.call(['deny', 'elsewhere'])
    await waiting.printed('(answered elsewhere)')
    expect(await waiting.code).toBe(0)
  })

  test('ctrl-d at a question leaves it open, and the waiting goes on', async () => {
    const waiting = stage.start(['new', '--wait', 'fix the bug', '--title', 'undecided'], { columns: 100 })
    await waiting.printed('[y]es')
    waiting.press('\x04')
    await waiting.printed('Needs approval: Bash')
    expect(await stage.call(['deny', 'undecided'])).toMatchObject({ code: 0 })
    expect(await waiting.code).toBe(0)
  })

  test('ctrl-c ends the waiting; the session goes on, and what it asked is still open', async () => {
    const waiting = stage.start(['new', '--wait', 'fix the bug', '--title', 'left alone'], { columns: 100 })
    await waiting.printed('[y]es')
    waiting.interrupt()
    const { code, err } = await waiting.outcome()
    expect(code).toBe(130)
    expect(err).toContain('the session keeps running')
    const [open] = await stage.json<SessionSummary>('ls', 'left alone')
    expect(open).toMatchObject({ group: 'needs-you', pendingApprovals: 1 })
  })
})

describe('send', () => {
  test('--wait shows only what came after it', async () => {
    const id = await stage.session('explain how it works')
    await stage.inGroup(id, 'idle')
    const { code, out } = await stage.call(['send', id.slice(0, 8), '--wait', 'hello'])
    expect(code).toBe(0)
    expect(out).toMatch(/^I am the Fairlead simulator/)
    expect(out).not.toContain('How a turn works')
  })

  test('a prompt for after the turn is held', async () => {
    const id = await stage.session('fix the bug')
    await stage.asked(id)
    expect(await stage.call(['send', id, '--when', 'after-turn', 'hello'])).toMatchObject({ code: 0 })
    expect((await stage.daemon.api.call('getQueue', { params: { id } })).queue).toContainEqual(
      expect.objectContaining({ text: 'hello', status: 'held' }),
    )
  })

  test('names are refused with what was probably meant', async () => {
    const id = await stage.session('hello', '--title', 'the only unicorn')
    await stage.inGroup(id, 'idle')
    const wrong = await stage.call(['send', 'the only unicron', 'x'])
    expect(wrong).toMatchObject({ code: 4 })
    expect(wrong.err).toContain("No session 'the only unicron'; did you mean 'the only unicorn'?")
    expect((await stage.call(['send', 'UNICORN', '--wait', 'hello'])).code).toBe(0)
    expect(await stage.call(['send', 'unicorn', 'x', '--when', 'nxt'])).toMatchObject({
      code: 2,
      err: expect.stringContaining('did you mean next?'),
    })
    expect(await stage.call(['send', 'unicorn'])).toMatchObject({
      code: 2,
      err: expect.stringContaining('Missing argument: SESSION PROMPT'),
    })
  })

  test('a name that fits several is answered with all of them, and nothing is sent', async () => {
    const ids = [await stage.session('twin'), await stage.session('twin')]
    const { code, err, out } = await stage.call(['send', 'twin', 'x'])
    expect({ code, out }).toEqual({ code: 4, out: '' })
    expect(err).toContain("'twin' fits 2 sessions:")
    for (const id of ids) expect(err).toContain(`${id.slice(0, 8)}  twin`)
  })
})

describe('ls', () => {
  test('one JSON object in a line for each, those that need a person first', async () => {
    const id = await stage.session('fix the bug', '--title', 'first of all')
    await stage.asked(id)
    const sessions = await stage.json<SessionSummary>('ls')
    expect(sessions[0]).toMatchObject({ group: 'needs-you' })
    expect(
      (await stage.json<SessionSummary>('ls', '--group', 'needs-you')).map((it) => it.group),
    ).not.toContain('idle')
    expect((await stage.call(['ls', '--group', 'neds-you'])).err).toContain('did you mean needs-you?')
  })

  test.each([40, 80, 140])('the table fits %i columns, and has the title in any case', async (columns) => {
    await stage.session('hello', '--title', `for ${columns} columns`)
    const { out } = await stage.call(['ls'], { columns })
    const lines = out.trimEnd().split('\n')
    expect(lines[0]).toMatch(/^ID +STATUS .*TITLE/)
    for (const line of lines) expect([...line].length).toBeLessThanOrEqual(columns)
  })

  test('--watch shows what changes, until ctrl-c', async () => {
    const watching = stage.start(['ls', '--watch', '--json', 'seen while watching'])
    await watching.printed('{"sessions":[]}')
    await stage.session('hello', '--title', 'seen while watching')
    await watching.printed('"title":"seen while watching"')
    watching.interrupt()
    expect(await watching.code).toBe(0)
  })
})

test('ls --watch on a terminal shows what changes, until ctrl-c', async () => {
  await stage.session('hello', '--title', 'there already')
  const watching = stage.start(['ls', '--watch'], { columns: 80 })
  await watching.printed('there already')
  await stage.session('hello', '--title', 'drawn anew')
  await watching.printed('drawn anew')
  watching.interrupt()
  expect(await watching.code).toBe(0)
})

describe('interrupt, close, resume, fork', () => {
  test('interrupt stops the turn, and the session goes on', async () => {
    const id = await stage.session('fix the bug', '--title', 'to be stopped')
    await stage.asked(id)
    expect(await stage.call(['interrupt', 'to be stopped'])).toMatchObject({
      code: 0,
      out: `${id.slice(0, 8)}  interrupted  to be stopped\n`,
    })
    expect(await stage.inGroup(id, 'idle')).toMatchObject({ pendingApprovals: 0 })
  })

  test('close ends it, resume takes it up, archived ones are found by name', async () => {
    const id = await stage.session('hello', '--title', 'to be closed')
    await stage.inGroup(id, 'idle')
    expect(await stage.json('close', id)).toEqual([{ session: id, done: 'closed' }])
    await stage.inGroup(id, 'ended')
    expect(await stage.call(['interrupt', id])).toMatchObject({ code: 1, out: '' })
    expect((await stage.call(['resume', id])).out).toBe(`${id.slice(0, 8)}  resumed  to be closed\n`)
    await stage.inGroup(id, 'idle')
    expect((await stage.call(['resume', 'to be closed', '--wait', 'hello'])).out).toContain('simulator')
    expect(await stage.json('close', id, '--archive')).toEqual([{ session: id, done: 'archived' }])
    expect(await stage.json('ls', 'to be closed')).toEqual([])
    expect(await stage.json('ls', 'to be closed', '--archived')).toMatchObject([{ id }])
    expect(await stage.json('resume', 'to be closed')).toEqual([{ session: id }])
    expect(await stage.json('ls', 'to be closed')).toMatchObject([{ id }])
    await stage.inGroup(id, 'idle')
    expect((await stage.call(['resume', id])).out).toBe(`${id.slice(0, 8)}  already open  to be closed\n`)
    expect(await stage.json('close', id, '--delete')).toEqual([{ session: id, done: 'deleted' }])
    expect(await stage.call(['close', id])).toMatchObject({ code: 4 })
  })

  test('where one name is wrong, nothing is closed', async () => {
    const id = await stage.session('hello', '--title', 'spared')
    await stage.inGroup(id, 'idle')
    expect(await stage.call(['close', id, 'no such session'])).toMatchObject({ code: 4, out: '' })
    expect(await stage.json('ls', 'spared')).toMatchObject([{ group: 'idle' }])
  })

  test('fork has the conversation so far, in a session of its own', async () => {
    const id = await stage.session('hello', '--title', 'origin')
    await stage.inGroup(id, 'idle')
    const [forked] = await stage.json<{ session: string; status: string }>(
      'fork',
      'origin',
      'hello',
      '--wait',
      '--title',
      'branch',
    )
    expect(forked).toMatchObject({ status: 'success' })
    expect(forked?.session).not.toBe(id)
    expect(await stage.json('ls', 'branch')).toMatchObject([{ id: forked?.session }])
  })
})
