/** The review of a session's changes: files, lines, comments, what was viewed, and what git is asked to do. */
import { existsSync, mkdirSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Page } from 'playwright-core'
import { beforeAll, expect, test } from 'vitest'
import { git, read, repository, write } from '../host/work/repository.ts'
import { choose } from './choose.ts'
import { promptsOf } from './journal.ts'
import { WebStage } from './stage.ts'

let stage: WebStage
beforeAll(async () => {
  stage = await WebStage.open()
})

const NUMBERS = Array.from({ length: 40 }, (_, index) => `line ${index + 1}`)
const numbers = (changes: Record<number, string> = {}) =>
  `${NUMBERS.map((line, index) => changes[index + 1] ?? line).join('\n')}\n`

/** A session in a repository of its own, and its review. */
async function review(name: string, change: (cwd: string) => void = () => {}) {
  const cwd = join(stage.daemon.cwd, name)
  repository(cwd, {
    'total.js': 'let sum = 0\nfor (;;) {}\n',
    'old.txt': 'good bye\n',
    'src/numbers.txt': numbers(),
  })
  const id = await stage.session({ cwd, title: name })
  change(cwd)
  const page = await stage.page({ at: `/s/${id}/changes`, viewport: { width: 1440, height: 900 } })
  const tree = page.getByRole('navigation', { name: 'Changed files' })
  const row = (file: RegExp) => tree.getByRole('button', { name: file })
  const file = (path: string) => page.getByRole('region', { name: path, exact: true })
  return { cwd, id, page, tree, row, file }
}
const listed = async (page: Page) =>
  (await page.locator('.tree-row:not(.tree-foreign)').allInnerTexts()).map((it) =>
    it.replace(/\s+/g, ' ').trim(),
  )

test('the files that changed under their folders, with their lines, by keyboard from one to the next', async () => {
  const { cwd, page, tree, file } = await review('repo')
  await page.getByRole('heading', { name: 'Nothing changed' }).waitFor()
  write(cwd, 'total.js', 'let sum = 1\nfor (;;) {}\nexport { sum }\n')
  write(cwd, 'src/a new one.md', '# Title\n')
  writeFileSync(join(cwd, 'picture.bin'), new Uint8Array([0, 1, 2]))
  rmSync(join(cwd, 'old.txt'))
  await page.keyboard.press('r')
  await tree.getByText('4 files').waitFor()
  await expect
    .poll(() => listed(page))
    .toEqual([
      'src',
      expect.stringMatching(/^a new one\.md \+1 A/),
      expect.stringMatching(/^old\.txt −1 D/),
      expect.stringMatching(/^picture\.bin A/),
      expect.stringMatching(/^total\.js \+2 M/),
    ])
  await file('src/a new one.md').getByText('# Title').waitFor()
  await page.keyboard.press('j')
  await file('old.txt').getByText('good bye').waitFor()
  await page.keyboard.press('j')
  await file('picture.bin').waitFor()
  await page.keyboard.press('j')
  await file('total.js').getByText('export { sum }').waitFor()
  await page.keyboard.press('k')
  await file('picture.bin').waitFor()
})

test('what a turn changed is there when it has ended, without asking', async () => {
  const { cwd, id, page, row } = await review('turns')
  await page.getByRole('heading', { name: 'Nothing changed' }).waitFor()
  write(cwd, 'total.js', 'changed while it worked\n')
  await stage.daemon.api().call('sendMessage', { params: { id }, body: { text: 'hello' } })
  await row(/total\.js/).waitFor()
})

test('comments are kept over a reload, sent as one prompt, resolved and opened again', async () => {
  const { id, page, row, file } = await review('comments', (cwd) =>
    write(cwd, 'src/numbers.txt', numbers({ 5: 'five', 30: 'thirty' })),
  )
  await file('src/numbers.txt')
    .getByRole('button', { name: 'Comment on line 5', exact: true })
    .first()
    .click()
  await page.getByRole('textbox', { name: 'Comment on line 5 of src/numbers.txt' }).fill('Why not 5?')
  await page.keyboard.press('Control+Enter')
  await page.getByRole('article', { name: 'Comment on line 5' }).getByText('Why not 5?').waitFor()
  // The second change, by keyboard.
  await page.keyboard.press('n')
  await page.keyboard.press('n')
  await page.keyboard.press('c')
  await page.getByRole('textbox', { name: 'Comment on line 30 of src/numbers.txt' }).fill('And **30**?')
  await page.reload()
  await page.getByRole('textbox', { name: 'Comment on line 30 of src/numbers.txt' }).press('Control+Enter')
  await row(/numbers\.txt.*comments: 2/).waitFor()
  await page.getByRole('button', { name: /^Send 2 comments/ }).click()
  await page.getByText('2 comments sent.').waitFor()
  await expect
    .poll(() => promptsOf(stage, id))
    .toEqual([
      expect.stringMatching(
        /src\/numbers\.txt[\s\S]*five[\s\S]*Why not 5\?[\s\S]*thirty[\s\S]*And \*\*30\*\*\?/,
      ),
    ])
  const first = page.getByRole('article', { name: 'Comment on line 5' })
  await first.getByText('Sent', { exact: true }).waitFor()
  await first.getByRole('button', { name: 'Resolve' }).click()
  await first.getByText('Resolved', { exact: true }).waitFor()
  await row(/numbers\.txt.*comments: 1/).waitFor()
  await first.getByRole('button', { name: 'Reopen' }).click()
  await row(/numbers\.txt.*comments: 2/).waitFor()
})

test('a comment goes with its lines when these move', async () => {
  const { cwd, page, file } = await review('moves', (folder) =>
    write(folder, 'src/numbers.txt', numbers({ 5: 'five' })),
  )
  await file('src/numbers.txt')
    .getByRole('button', { name: 'Comment on line 5', exact: true })
    .first()
    .click()
  await page.getByRole('textbox', { name: /^Comment on line 5/ }).fill('Here')
  await page.keyboard.press('Control+Enter')
  const comment = page.getByRole('article', { name: 'Comment on line 5' })
  await comment.waitFor()
  write(cwd, 'src/numbers.txt', `first\nsecond\n${numbers({ 5: 'five' })}`)
  await page.keyboard.press('r')
  await comment.getByText('Moved to line 7').waitFor()
})

test('a viewed file stays so until its contents change', async () => {
  const { cwd, page, tree, row, file } = await review('viewed', (folder) => {
    write(folder, 'total.js', 'one\n')
    write(folder, 'old.txt', 'two\n')
  })
  await file('old.txt').waitFor()
  await page.keyboard.press('x')
  await file('total.js').waitFor()
  await tree.getByText('1 of 2 viewed').waitFor()
  await page.reload()
  await row(/old\.txt.*viewed/).waitFor()
  write(cwd, 'old.txt', 'three\n')
  await page.keyboard.press('r')
  await tree.getByText('0 of 2 viewed').waitFor()
})

test('stage, commit what is staged, and revert a change and a file, which asks first', async () => {
  const { cwd, page, row, file } = await review('acts', (folder) => {
    write(folder, 'src/numbers.txt', numbers({ 5: 'five', 30: 'thirty' }))
    write(folder, 'old.txt', 'other\n')
    write(folder, 'total.js', 'staged\n')
  })
  await page.getByRole('button', { name: /^Which changes: Since base/ }).click()
  await page.getByRole('menuitemcheckbox', { name: /^Uncommitted/ }).click()

  await row(/total\.js/).click()
  await file('total.js').getByRole('button', { name: 'File actions' }).click()
  await page.getByRole('menuitem', { name: 'Stage' }).click()
  await row(/total\.js.*staged/).waitFor()
  await page.getByRole('button', { name: 'Commit…' }).click()
  // A toast has the role of a dialog, too.
  const dialog = page.locator('.dialog')
  await dialog.getByLabel('Message').fill('Only the staged')
  await dialog.getByRole('radio', { name: /^What is staged, 1 file/ }).check()
  await dialog.getByRole('button', { name: 'Commit', exact: true }).click()
  await dialog.getByRole('button', { name: 'Done' }).click()
  expect(git(cwd, 'log', '-1', '--format=%s')).toBe('Only the staged')
  expect(git(cwd, 'show', '--name-only', '--format=', 'HEAD')).toBe('total.js')

  await row(/numbers\.txt/).click()
  await file('src/numbers.txt').getByText('thirty').waitFor()
  await page.locator('.line, .pair').filter({ hasText: 'thirty' }).first().hover()
  await page.getByRole('button', { name: 'Stage change' }).last().click()
  await row(/numbers\.txt.*partly staged/).waitFor()
  expect(git(cwd, 'show', ':src/numbers.txt')).toBe(numbers({ 30: 'thirty' }).trimEnd())
  await page.locator('.line, .pair').filter({ hasText: 'five' }).first().hover()
  await page.getByRole('button', { name: 'Revert change' }).first().click()
  await dialog.getByRole('button', { name: 'Revert', exact: true }).click()
  await dialog.waitFor({ state: 'detached' })
  expect(read(cwd, 'src/numbers.txt')).toBe(numbers({ 30: 'thirty' }))

  await row(/old\.txt/).click()
  await file('old.txt').getByRole('button', { name: 'File actions' }).click()
  await page.getByRole('menuitem', { name: 'Revert file…' }).click()
  await dialog.getByRole('button', { name: 'Cancel' }).click()
  expect(read(cwd, 'old.txt')).toBe('other\n')
  await file('old.txt').getByRole('button', { name: 'File actions' }).click()
  await page.getByRole('menuitem', { name: 'Revert file…' }).click()
  await dialog.getByRole('button', { name: 'Revert', exact: true }).click()
  await dialog.waitFor({ state: 'detached' })
  await row(/old\.txt/).waitFor({ state: 'detached' })
  expect(read(cwd, 'old.txt')).toBe('good bye\n')
})

test('the changes of one turn, in a worktree', async () => {
  const main = join(stage.daemon.cwd, 'by-turn')
  repository(main)
  const id = await stage.session({
    cwd: main,
    title: 'By turn',
    worktree: { name: 'turns' },
    prompt: 'hello',
  })
  const path = join(stage.daemon.cwd, 'by-turn.worktrees', 'turns')
  const api = stage.daemon.api()
  const turnsOf = async () =>
    (await api.call('listCheckpoints', { params: { id } })).checkpoints.map(({ turn }) => turn)
  await expect.poll(() => existsSync(path)).toBe(true)
  await expect.poll(turnsOf).toContain(1)
  write(path, 'second.txt', 'of the second turn\n')
  await api.call('sendMessage', { params: { id }, body: { text: 'hello again' } })
  await expect.poll(turnsOf).toContain(2)
  write(path, 'later.txt', 'of no turn yet\n')

  const page = await stage.page({ at: `/s/${id}/changes`, viewport: { width: 1440, height: 900 } })
  await expect
    .poll(() => listed(page))
    .toEqual([expect.stringMatching(/^later\.txt/), expect.stringMatching(/^second\.txt/)])
  await page.getByRole('button', { name: /^Which changes: Since base/ }).click()
  await page.getByRole('menuitemcheckbox', { name: /^Last turn/ }).click()
  await expect.poll(() => listed(page)).toEqual([expect.stringMatching(/^second\.txt/)])

  const compare = async (from: string, to: string) => {
    await page.getByRole('button', { name: /^Which changes:/ }).click()
    await page.getByRole('menuitemcheckbox', { name: /^Compare…/ }).click()
    await choose(page, 'From', from)
    await choose(page, 'To', to)
    await page.getByRole('dialog').getByRole('button', { name: 'Compare', exact: true }).click()
  }
  await compare('After turn 2', 'The folder as it is now')
  await page.getByRole('button', { name: 'Which changes: Turn 2 → now' }).waitFor()
  await expect.poll(() => listed(page)).toEqual([expect.stringMatching(/^later\.txt \+1 A/)])
  await compare('After turn 2', 'After turn 1')
  await page.getByRole('button', { name: 'Which changes: Turn 2 → turn 1' }).waitFor()
  await expect.poll(() => listed(page)).toEqual([expect.stringMatching(/^second\.txt −1 D/)])
  await compare('Base', 'The folder as it is now')
  await page.getByRole('button', { name: 'Which changes: Since base' }).waitFor()
})

test('a request of the session is answered beside the changes, and not by letters of the review', async () => {
  const host = await WebStage.alone(
    WebStage.playing({
      scripts: [
        {
          prompt: 'write',
          replies: [
            [{ tool: 'Write', input: { file_path: 'asked.txt', content: 'asked\n' }, run: true }],
            [{ text: 'done' }],
          ],
        },
      ],
    }),
  )
  const cwd = join(host.daemon.cwd, 'asks')
  repository(cwd)
  const id = await host.session({ cwd, title: 'Asks' })
  write(cwd, 'changed.txt', 'changed\n')
  const page = await host.page({ at: `/s/${id}/changes`, viewport: { width: 1440, height: 900 } })
  await page.getByRole('region', { name: 'Diff of changed.txt' }).waitFor()
  await host.daemon.api().call('sendMessage', { params: { id }, body: { text: 'write' } })
  const waits = page.getByText('A request of the session waits for your answer.')
  await waits.waitFor()
  await page.getByRole('button', { name: 'Answer', exact: true }).click()
  const request = page.getByRole('region', { name: 'Needs your answer' })
  await request.getByText('asked.txt').first().waitFor()
  await page.keyboard.press('n')
  await page.keyboard.press('y')
  await page.getByRole('button', { name: 'Later' }).click()
  await request.waitFor({ state: 'detached' })
  await page.getByRole('button', { name: 'Answer', exact: true }).click()
  await request
    .getByRole('button', { name: /^Allow(?! and)/ })
    .first()
    .click()
  await page.getByRole('button', { name: /^asked\.txt/ }).waitFor()
  await waits.waitFor({ state: 'detached' })
})

test('of a long diff the page holds what is visible, and a very long one is shown on request', async () => {
  const { page, row, file } = await review('large', (cwd) => {
    write(cwd, 'large.txt', 'a line\n'.repeat(50_000))
    write(cwd, 'z-larger.txt', 'a line\n'.repeat(200_001))
  })
  await file('large.txt').getByText('a line').first().waitFor()
  // Counting so many lines takes longer than showing the first ones.
  await row(/large\.txt.*\+50000/).waitFor()
  expect(await page.locator('.line, .pair').count()).toBeLessThan(300)
  await row(/z-larger\.txt/).click()
  await file('z-larger.txt').getByRole('button', { name: 'Show the diff' }).click()
  await file('z-larger.txt').getByText('a line').first().waitFor()
})

test('what others changed in a shared folder is listed apart, and what commands may have changed is marked', async () => {
  const host = await WebStage.alone(
    WebStage.playing({
      scripts: [
        {
          prompt: 'write',
          replies: [
            [{ tool: 'Write', input: { file_path: 'own.txt', content: 'own\n' }, run: true }],
            [{ text: 'done' }],
          ],
        },
        {
          prompt: 'run',
          replies: [
            [{ tool: 'Bash', input: { command: 'echo x > made.txt' }, run: true }],
            [{ text: 'ran' }],
          ],
        },
      ],
    }),
  )
  const cwd = join(host.daemon.cwd, 'shared')
  repository(cwd)
  const options = { permissionMode: 'acceptEdits' as const, options: { allowedTools: ['Bash'] } }
  const id = await host.session({ cwd, title: 'Mine', prompt: 'write', ...options })
  const page = await host.page({ at: `/s/${id}/changes`, viewport: { width: 1440, height: 900 } })
  const others = page.getByRole('button', { name: /^Changed by others/ })
  await page.getByRole('button', { name: /own\.txt/ }).waitFor()
  expect(await others.count()).toBe(0)
  write(cwd, 'by-hand.txt', 'of a person\n')
  await page.keyboard.press('r')
  await others.waitFor()
  expect(await listed(page)).toEqual([
    expect.stringMatching(/^own\.txt/),
    expect.stringMatching(/^by-hand\.txt/),
  ])
  await page.getByRole('button', { name: 'Commit…' }).click()
  await page.getByText(/^1 of these files was changed by others/).waitFor()
  await page.getByRole('dialog').getByRole('button', { name: 'Cancel' }).click()
  await others.click()
  await expect.poll(() => listed(page)).toEqual([expect.stringMatching(/^own\.txt/)])
  await host.daemon.api().call('sendMessage', { params: { id }, body: { text: 'run' } })
  await page.getByRole('button', { name: /made\.txt.*possibly of this session/ }).waitFor()
  await others.waitFor({ state: 'detached' })
})

test('a folder without a repository is told', async () => {
  const cwd = join(stage.daemon.cwd, 'plain')
  mkdirSync(cwd)
  const id = await stage.session({ cwd })
  const page = await stage.page({ at: `/s/${id}/changes` })
  await page.getByRole('heading', { name: 'Not a git repository' }).waitFor()
})

test('what git was not let to do is told beside the files', async () => {
  const { page } = await review('filtered', (cwd) => {
    write(cwd, '.gitattributes', '*.js filter=lfs\n')
    write(cwd, 'total.js', 'other\n')
  })
  await page.getByText('uses filters that the host does not run (lfs)').waitFor()
})
