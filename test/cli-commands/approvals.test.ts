// approve, deny, answer and policy: on a host that all tests here share.
import { chmodSync, mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { PolicyRule } from '../../src/api/resources.ts'
import type { SessionEvent } from '../../src/state/events.ts'
import { HostStage } from './host-stage.ts'

let stage: HostStage
beforeAll(async () => {
  stage = await HostStage.open()
})
afterAll(() => stage.close())

/** What the CLI was told about an approval. */
async function told(session: string, approval: string): Promise<unknown> {
  const events = await stage.json<
    SessionEvent & { message: { response?: { request_id?: string; response?: unknown } } }
  >('events', session, '--filter', 'control_response')
  return events.find(({ kind, message }) => kind === 'sent' && message.response?.request_id === approval)
    ?.message.response?.response
}

describe('approve', () => {
  test('shows what it allows; the id may be shortened', async () => {
    const session = await stage.session('fix the bug')
    const { id } = await stage.asked(session)
    const { code, out, err } = await stage.call(['approve', id.slice(0, 6)])
    expect({ code, out }).toEqual({ code: 0, out: 'Allowed: Bash: npx vitest run src/total.test.js\n' })
    expect(err).toContain('    command: npx vitest run src/total.test.js\n')
    expect(await told(session, id)).toMatchObject({ behavior: 'allow' })
  })

  test('a session that waits for one thing may be named in its place; --always remembers what is suggested', async () => {
    // What is remembered is remembered for the folder: not for the other tests.
    mkdirSync(join(stage.daemon.cwd, 'apart'))
    const session = await stage.session('fix the bug', '--title', 'always', '--cwd', 'apart')
    const { id } = await stage.asked(session)
    const { err, code } = await stage.call(['approve', 'always', '--always'])
    expect(code).toBe(0)
    expect(err).toContain('to remember: Always allow Bash(npx vitest')
    expect(await told(session, id)).toMatchObject({
      updatedPermissions: [{ type: 'addRules', behavior: 'allow' }],
    })
  })

  test('--edit runs with what the editor left, and with nothing if it failed', async () => {
    const session = await stage.session('fix the bug')
    const { id } = await stage.asked(session)
    const editor = join(stage.daemon.cwd, 'editor.sh')
    writeFileSync(editor, `#!/bin/sh\nprintf '{"command":"true"}' > "$1"\n`)
    chmodSync(editor, 0o755)
    expect(await stage.call(['approve', id, '--edit'], { env: { EDITOR: 'false' } })).toMatchObject({
      code: 1,
      err: expect.stringContaining('Nothing was approved'),
    })
    expect(await stage.call(['approve', id, '--edit'], { env: { EDITOR: editor } })).toMatchObject({
      code: 0,
    })
    expect(await told(session, id)).toMatchObject({ updatedInput: { command: 'true' } })
  })

  test('without a name it lists what waits, in all sessions', async () => {
    const session = await stage.session('fix the bug', '--title', 'in the inbox')
    const { id } = await stage.asked(session)
    const { out } = await stage.call(['approve'])
    expect(out).toMatch(new RegExp(`^${id.slice(0, 8)} +\\$ npx vitest.* in the inbox`, 'm'))
    expect(await stage.json('approve')).toContainEqual(expect.objectContaining({ id, session }))
  })

  test('what is not there, and a session that waits for nothing, are told so', async () => {
    const session = await stage.session('hello', '--title', 'content')
    await stage.inGroup(session, 'idle')
    expect(await stage.call(['approve', 'zzz'])).toMatchObject({
      code: 4,
      err: expect.stringContaining("no session is called 'zzz'. Pending:\n"),
    })
    expect(await stage.call(['approve', 'content'])).toMatchObject({
      code: 4,
      err: expect.stringContaining("The session 'content' has no pending approval."),
    })
  })

  test('--always where nothing is suggested, and a question, are refused', async () => {
    const session = await stage.session('ask me some questions', '--title', 'asking')
    const { id } = await stage.asked(session)
    expect(await stage.call(['approve', 'asking'])).toMatchObject({
      code: 2,
      err: expect.stringContaining(`fairlead answer ${id.slice(0, 8)}`),
    })
    expect(await stage.call(['answer', 'asking', '1'])).toMatchObject({
      code: 2,
      err: expect.stringContaining("There are 2 questions and 1 answers; '' skips one"),
    })
  })
})

describe('deny', () => {
  test('the message goes to the model; the second is told who was first', async () => {
    const session = await stage.session('fix the bug')
    const { id } = await stage.asked(session)
    expect(await stage.json('deny', id, '-m', 'use less')).toMatchObject([
      { decision: 'deny', message: 'use less' },
    ])
    expect(await told(session, id)).toMatchObject({ behavior: 'deny', message: 'use less' })
    expect(await stage.call(['deny', id])).toMatchObject({ code: 4 })
  })

  test('--stop ends the turn', async () => {
    const session = await stage.session('fix the bug', '--title', 'stopped')
    await stage.asked(session)
    expect((await stage.call(['deny', 'stopped', '--stop'])).out).toContain('Denied, and the turn ends')
    await stage.inGroup(session, 'idle')
    expect((await stage.call(['events', session, '--filter', 'result'])).out).not.toContain('success')
  })
})

describe('answer', () => {
  test('numbers, texts and several at once', async () => {
    const session = await stage.session('ask me some questions')
    const { id } = await stage.asked(session)
    const { code, err } = await stage.call(['answer', id])
    expect(code).toBe(2)
    expect(err).toContain('    1  SQLite')
    expect(await stage.call(['answer', id, '9', ''])).toMatchObject({ code: 2 })
    expect(await stage.call(['answer', id, 'postgresql', '1,3'])).toMatchObject({ code: 0 })
    expect(await told(session, id)).toMatchObject({
      updatedInput: {
        answers: {
          'Which database should the service use?': 'PostgreSQL',
          'Which checks should run on every commit?': 'Tests, Types',
        },
      },
    })
  })

  test('on a terminal it asks', async () => {
    const session = await stage.session('ask me some questions')
    const { id } = await stage.asked(session)
    const asking = stage.start(['answer', id], { columns: 80 })
    await asking.printed('Which database')
    asking.type('1')
    await asking.printed('Which checks')
    asking.type('none of them')
    expect(await asking.outcome()).toMatchObject({ code: 0, out: 'Answered.\n' })
    expect(await told(session, id)).toMatchObject({
      updatedInput: {
        answers: {
          'Which database should the service use?': 'SQLite',
          'Which checks should run on every commit?': 'none of them',
        },
      },
    })
  })

  test('a plan: yes with a mode, no with a reason', async () => {
    const [first, second] = [await stage.session('make a plan'), await stage.session('make a plan')]
    const { id } = await stage.asked(first)
    expect(await stage.call(['answer', id, 'yse'])).toMatchObject({
      code: 2,
      err: expect.stringContaining('did you mean yes?'),
    })
    expect(await stage.call(['answer', id, 'yes', '--mode', 'acceptEdits'])).toMatchObject({ code: 0 })
    expect(await told(first, id)).toMatchObject({
      updatedPermissions: [{ type: 'setMode', mode: 'acceptEdits' }],
    })
    const { id: other } = await stage.asked(second)
    expect(await stage.call(['answer', other, 'no', 'too', 'large'])).toMatchObject({ code: 0 })
    expect(await told(second, other)).toMatchObject({ behavior: 'deny', message: 'too large' })
  })
})

describe('policy', () => {
  test('a rule is tried, added, used, switched off and removed', async () => {
    const asked = await stage.session('fix the bug', '--title', 'before the rule')
    await stage.asked(asked)
    const rule = ['--tool', 'Bash', '--command', 'npx vitest*', '--id', 'tests']
    const [tried] = await stage.json<{ matches: object[]; looked: number }>(
      'policy',
      'test',
      'allow',
      ...rule,
    )
    expect(tried?.matches[0]).toMatchObject({ effect: 'allow', rule: 'tests', toolName: 'Bash' })
    expect(await stage.json('policy')).toEqual([{ rules: [] }])

    expect((await stage.call(['policy', 'add', 'allow', ...rule])).out).toContain('1  tests  allow')
    const session = await stage.session('fix the bug')
    // The rule answers for the test run, which is listed for a moment before; a person is asked for the edit.
    await stage.asked(session, 'Edit')

    const first = ['--path', '**/.env', '--note', 'no', '--position', '1', '--id', 'env']
    const [added] = await stage.json<{ added: PolicyRule }>('policy', 'add', 'deny', ...first)
    expect(added?.added).toMatchObject({ tool: '*', path: '**/.env' })
    expect((await stage.json<{ rules: PolicyRule[] }>('policy', 'disable', 'tes'))[0]?.rules).toMatchObject([
      { id: 'env', enabled: true },
      { id: 'tests', enabled: false },
    ])
    expect(await stage.json('policy', 'remove', 'tests', 'env')).toEqual([{ rules: [] }])
  })

  test.each([
    [['policy', 'lst'], 2, 'did you mean list?'],
    [['policy', 'add'], 2, 'Name the effect of the rule: allow, deny or ask'],
    [['policy', 'add', 'alow'], 2, 'did you mean allow?'],
    [['policy', 'remove'], 2, 'needs the ID of a rule'],
    [['policy', 'remove', 'none'], 4, "There is no rule 'none'"],
  ])('%j is refused', async (args, code, why) => {
    expect(await stage.call(args)).toMatchObject({ code, err: expect.stringContaining(why) })
  })
})
