import { existsSync, mkdtempSync, readdirSync, readFileSync, realpathSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { bash, playScenario, write } from '../../../../test/simulator/playing.ts'
import type { Talk } from '../../../../test/simulator/talk.ts'

const scenario = {
  scripts: [
    {
      prompt: 'first',
      replies: [[write('a.txt', 'one\n'), write('new.txt', 'new\n')], [{ text: 'Written.' }]],
    },
    { prompt: 'second', replies: [[write('a.txt', 'two\nlines\n')], [{ text: 'Written.' }]] },
    { prompt: 'by hand', replies: [[bash('echo hand > by-hand.txt')], [{ text: 'Made.' }]] },
  ],
}
const env = { CLAUDE_CODE_ENABLE_SDK_FILE_CHECKPOINTING: '1' }
const MODE = ['--permission-mode', 'acceptEdits', '--allowedTools', 'Bash']
const SESSION = '5e55105e-0000-4000-8000-000000000001'
const [FIRST, SECOND] = ['f0000000-0000-4000-8000-000000000001', 'f0000000-0000-4000-8000-000000000002']

describe.each(['2.1.197', '2.1.325'])('an agent of version %s', (version) => {
  const isOld = version === '2.1.197'

  /** A session in which two prompts changed files, and a folder to continue in. */
  async function changed(): Promise<{ it: Talk; home: string; read: (name: string) => string }> {
    const home = realpathSync(mkdtempSync(join(tmpdir(), 'fairlead-sim-')))
    writeFileSync(join(home, 'a.txt'), 'zero\n')
    const it = playScenario(scenario, { version, env, home, args: [...MODE, '--session-id', SESSION] })
    await it.turn('first', { uuid: FIRST })
    await it.turn('second', { uuid: SECOND })
    await it.turn('by hand')
    return { it, home, read: (name) => readFileSync(join(home, name), 'utf8') }
  }
  const rewind = (it: Talk, user_message_id: string, more = {}) =>
    it.call({ subtype: 'rewind_files', user_message_id, ...more })
  const resumed = (home: string, ...args: string[]) =>
    playScenario(scenario, { version, env, home, args: [...MODE, '--resume', SESSION, ...args] })

  test('R-CONTROL-59 R-CONTROL-61: goes back to what files were before a prompt', async () => {
    const { it, home, read } = await changed()
    const files = [join(home, 'a.txt'), join(home, 'new.txt')]
    expect(await rewind(it, FIRST, { dry_run: true })).toMatchObject({
      response: { canRewind: true, filesChanged: files, insertions: 1, deletions: 3 },
    })
    expect(read('a.txt')).toBe('two\nlines\n')
    expect(await rewind(it, SECOND)).toMatchObject({
      response: isOld ? { canRewind: true } : { canRewind: true, skippedLinks: 0 },
    })
    expect([read('a.txt'), read('new.txt')]).toEqual(['one\n', 'new\n'])
    await rewind(it, FIRST)
    expect([read('a.txt'), existsSync(join(home, 'new.txt'))]).toEqual(['zero\n', false])
    expect(read('by-hand.txt')).toBe('hand\n')
  })

  test('can still go back when the session is resumed', async () => {
    const { home, read } = await changed()
    const it = resumed(home)
    expect(await rewind(it, SECOND)).toMatchObject({ response: { canRewind: true } })
    expect(read('a.txt')).toBe('one\n')
    expect(await rewind(it, FIRST)).toMatchObject({ response: { canRewind: true } })
    expect([read('a.txt'), existsSync(join(home, 'new.txt'))]).toEqual(['zero\n', false])
    expect(await rewind(it, 'nobody')).toMatchObject({ subtype: 'error' })
    expect(await rewind(it, 'nobody', { dry_run: true })).toMatchObject({ response: { canRewind: false } })
  })

  test('a fork has copies of its own', async () => {
    const { home, read } = await changed()
    const it = resumed(home, '--fork-session')
    await rewind(it, FIRST)
    expect(read('a.txt')).toBe('zero\n')
    const copies = readdirSync(join(home, 'claude', 'file-history')).map((id) =>
      readdirSync(join(home, 'claude', 'file-history', id)).sort(),
    )
    expect(copies).toHaveLength(2)
    expect(copies[0]).toEqual(copies[1])
  })

  test('/clear leaves them behind', async () => {
    const { it } = await changed()
    await it.turn('/clear')
    expect(await rewind(it, FIRST)).toMatchObject({ subtype: 'error' })
  })
})
