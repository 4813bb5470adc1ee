// events, export, search and usage; status and completion: on a host that all tests here share.
import { spawnSync } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { COMMAND_NAMES } from '../../src/cli/commands.ts'
import type { SessionEvent } from '../../src/state/events.ts'
import { HostStage } from './host-stage.ts'

let stage: HostStage
/** A session that has run a turn. */
let id: string
beforeAll(async () => {
  stage = await HostStage.open()
  id = await stage.session('explain how it works', '--title', 'the told one')
  await stage.inGroup(id, 'idle')
})
afterAll(() => stage.close())

describe('events', () => {
  test('all of them in order, or those after a number', async () => {
    const all = await stage.json<SessionEvent>('events', id)
    expect(all.map(({ seq }) => seq)).toEqual(all.map((_, index) => index + 1))
    expect((await stage.json<SessionEvent>('events', id, '--after', '5'))[0]?.seq).toBe(6)
    expect(await stage.json('events', id, '--last', '3')).toEqual(all.slice(-3))
  })

  test('a line for each; parts of answers are left out unless they are asked for', async () => {
    const { out, err } = await stage.call(['events', 'told one'])
    expect(out).toMatch(/^ +1 {2}\d\d:\d\d:\d\d {2}[·→←] \S/)
    expect(out).toMatch(/← result\/success/)
    expect(out).not.toContain('stream_event')
    expect(err).toMatch(/parts of answers are not shown \(--all\)/)
    expect((await stage.call(['events', id, '--all'])).out).toContain('stream_event/content_block_delta')
  })

  test.each([80, 140])('a line fits %i columns', async (columns) => {
    const { out } = await stage.call(['events', id], { columns })
    for (const line of out.split('\n')) expect([...line].length).toBeLessThanOrEqual(columns)
  })

  test('--filter takes a type, its first part, or a side; a typo is answered', async () => {
    const types = async (filter: string) =>
      new Set((await stage.json<SessionEvent>('events', id, '--filter', filter)).map(({ kind }) => kind))
    expect(await types('sent')).toEqual(new Set(['sent']))
    expect(await types('process-started')).toEqual(new Set(['process-started']))
    expect((await stage.json('events', id, '--filter', 'system/init')).length).toBe(1)
    expect((await stage.call(['events', id, '--filter', 'asistant'])).err).toContain(
      'did you mean assistant?',
    )
  })

  test('--follow goes on with what comes, without a gap', async () => {
    const other = await stage.session('hello')
    await stage.inGroup(other, 'idle')
    const following = stage.start(['events', other, '--follow', '--json'])
    await following.printed('"type":"result"')
    await stage.call(['send', other, '--wait', 'explain how it works'])
    await following.printed('How a turn works')
    await stage.call(['close', other])
    await following.printed('"kind":"process-exited"')
    following.interrupt()
    const { code, out } = await following.outcome()
    expect(code).toBe(0)
    const seqs = out
      .trimEnd()
      .split('\n')
      .map((line) => (JSON.parse(line) as SessionEvent).seq)
    expect(seqs).toEqual(seqs.map((_, index) => index + 1))
  })

  test('--follow ends when the session is removed', async () => {
    const other = await stage.session('hello')
    await stage.inGroup(other, 'idle')
    const following = stage.start(['events', other, '--follow'])
    await following.printed('result/success')
    await stage.call(['close', other, '--delete'])
    expect(await following.outcome()).toMatchObject({
      code: 1,
      err: expect.stringContaining('The session was removed'),
    })
  })
})

describe('export', () => {
  test('Markdown, text and JSON, to stdout or to a file', async () => {
    const { out } = await stage.call(['export', id])
    expect(out).toMatch(/^# the told one\n/)
    expect(out).toContain('explain how it works')
    expect((await stage.call(['export', id, '--format', 'text'])).out).toContain('How a turn works')
    const { err } = await stage.call(['export', id, '--json', '--output', 'out.json', '--no-thinking'])
    expect(err).toBe('Written: out.json\n')
    const exported = JSON.parse(readFileSync(join(stage.daemon.cwd, 'out.json'), 'utf8'))
    expect(exported).toMatchObject({ session: id, title: 'the told one' })
    expect(exported.items.map((it: { kind: string }) => it.kind)).not.toContain('thinking')
  })

  test('a recording, which replay shows', async () => {
    await stage.call(['export', id, '--format', 'recording', '--output', 'session.ndjson'])
    const { code, out } = await stage.call(['replay', 'session.ndjson'])
    expect(code).toBe(0)
    expect(out).toContain('explain how it works')
  })

  test('a format that is none is refused', async () => {
    expect(await stage.call(['export', id, '--format', 'markdwon'])).toMatchObject({
      code: 2,
      err: expect.stringContaining(
        "--format takes markdown, text, json or recording, not 'markdwon'; did you mean markdown?",
      ),
    })
  })
})

describe('search', () => {
  test('finds what was said, and ends with 1 where nothing is found', async () => {
    const { code, out } = await stage.call(['search', 'silence', 'death'])
    expect(code).toBe(0)
    expect(out).toContain(id.slice(0, 8))
    expect(out).not.toContain('\u0001')
    expect(await stage.json('search', 'silence')).toContainEqual(expect.objectContaining({ session: id }))
    expect(await stage.call(['search', 'xylophone'])).toEqual({
      code: 1,
      out: '',
      err: 'No results.\n',
    })
  })
})

describe('usage', () => {
  test.each(['day', 'model', 'session', 'folder'])('by %s', async (by) => {
    const { code, out } = await stage.call(['usage', '--by', by])
    expect(code).toBe(0)
    expect(out).toMatch(new RegExp(`^${by.toUpperCase()} .*COST`))
    expect(out).toMatch(/\nTotal: \$\d/)
    if (by === 'session') expect(out).toContain(`${id.slice(0, 8)}  the told one`)
  })

  test('rows for scripts; days that are none are refused', async () => {
    const [report] = await stage.json<{ rows: { session: string }[] }>('usage', '--days', '2')
    expect(report?.rows.map(({ session }) => session)).toContain(id)
    expect(await stage.json('usage', '--to', '2000-01-01')).toEqual([{ rows: [], totalUsd: 0 }])
    expect(await stage.call(['usage', '--from', 'monday'])).toMatchObject({ code: 2 })
    expect(await stage.call(['usage', '--by', 'sesion'])).toMatchObject({
      code: 2,
      err: expect.stringContaining('did you mean session?'),
    })
  })
})

describe('status', () => {
  test('where it runs, how it is, and what its sessions do', async () => {
    const { code, out } = await stage.call(['status'], { columns: 100 })
    expect(code).toBe(0)
    expect(out).toContain(`Fairlead runs at ${stage.daemon.daemon.url}`)
    expect(out).toMatch(/process \d+ · for /)
    expect(out).toContain('the told one')
    expect(await stage.json('status')).toMatchObject([{ runs: true, ok: true, problems: [] }])
  })

  test('--watch shows what changes, until ctrl-c', async () => {
    const watching = stage.start(['status', '--watch', '--json'])
    await watching.printed('"runs":true')
    await stage.session('hello', '--title', 'came later')
    await watching.printed('came later')
    watching.interrupt()
    expect(await watching.code).toBe(0)
  })

  test('none: 3', async () => {
    const nowhere = { env: { FAIRLEAD_HOME: join(stage.daemon.cwd, 'none') } }
    expect(await stage.call(['status'], nowhere)).toMatchObject({
      code: 3,
      out: expect.stringContaining('No host is running'),
    })
    expect(await stage.call(['status', '--json'], nowhere)).toMatchObject({
      code: 3,
      out: '{"runs":false}\n',
    })
  })
})

describe('completion', () => {
  const complete = async (...words: string[]) =>
    (await stage.call(['__complete', ...words])).out
      .split('\n')
      .filter(Boolean)
      .map((line) => line.split('\t')[0])

  test('commands, options, values and the names that the host knows', async () => {
    expect(await complete('')).toEqual(expect.arrayContaining([...COMMAND_NAMES, 'help']))
    expect(await complete('ex')).toEqual(['export'])
    expect(await complete('export', '--fo')).toEqual(['--format'])
    expect(await complete('export', '--format', 'm')).toEqual(['markdown'])
    expect(await complete('export', '--format=t')).toEqual(['--format=text'])
    // As bash tells it.
    expect(await complete('export', '--format', '=', 't')).toEqual(['text'])
    expect(await complete('export', '--output', '')).toEqual(['__files__'])
    expect(await complete('export', '')).toContain(id.slice(0, 8))
    expect(await complete('export', '--format', 'text', 'told')).toEqual([id.slice(0, 8)])
    expect(await complete('export', id, '')).toEqual([])
    expect(await complete('policy', 'ad')).toEqual(['add'])
    expect(await complete('policy', 'add', '')).toEqual(['allow', 'deny', 'ask'])
    expect(await complete('completion', '')).toEqual(['bash', 'zsh', 'fish'])
    expect(await complete('help', 'exit')).toEqual(['exit-codes'])
    expect(await complete('no-such', '')).toEqual([])
  })

  test('approvals by id', async () => {
    const session = await stage.session('fix the bug')
    const { id: approval } = await stage.asked(session)
    expect(await complete('approve', '')).toContain(approval.slice(0, 8))
  })

  test('without a host there are no names, and none is started', async () => {
    const nowhere = { env: { FAIRLEAD_HOME: join(stage.daemon.cwd, 'none') } }
    expect(await stage.call(['__complete', 'export', ''], nowhere)).toEqual({ code: 0, out: '', err: '' })
  })

  test('bash takes the script, and completes with it', async () => {
    const { out: script } = await stage.call(['completion', 'bash'])
    // In place of the command, what it would answer.
    const fake = `fairlead() { printf '%s\\t%s\\n' "$2-$3" 'a title' two 'x'; }`
    const typed = `COMP_WORDS=(fairlead export a); COMP_CWORD=2; _fairlead; printf '%s\\n' "\${COMPREPLY[@]}"`
    const { stdout, stderr } = spawnSync('bash', ['-c', `${script}\n${fake}\n${typed}`], { encoding: 'utf8' })
    expect({ stdout, stderr }).toEqual({ stdout: 'export-a\ntwo\n', stderr: '' })
  })

  test.each(['zsh', 'fish'])('there is a script for %s', async (shell) => {
    const { code, out } = await stage.call(['completion', shell])
    expect(code).toBe(0)
    expect(out).toContain('fairlead __complete')
  })

  test('a shell that is none is refused', async () => {
    expect(await stage.call(['completion', 'zhs'])).toMatchObject({
      code: 2,
      err: expect.stringContaining('did you mean zsh?'),
    })
  })
})
