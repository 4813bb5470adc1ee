import { execFileSync } from 'node:child_process'
import { mkdirSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { beforeAll, expect, test } from 'vitest'
import { WebStage } from './stage.ts'

let stage: WebStage
beforeAll(async () => {
  stage = await WebStage.open()
})

function repository(name: string): string {
  const cwd = join(stage.daemon.cwd, name)
  mkdirSync(cwd)
  write(cwd, 'total.js', 'let sum = 0\nfor (;;) {}\n')
  write(cwd, 'old.txt', 'good bye\n')
  const git = (...args: string[]) =>
    execFileSync('git', ['-c', 'user.name=Ada', '-c', 'user.email=ada@example.com', ...args], { cwd })
  git('init', '-q')
  git('add', '.')
  git('commit', '-qm', 'first')
  return cwd
}
const write = (cwd: string, name: string, text: string | Uint8Array) => writeFileSync(join(cwd, name), text)

test('the files that changed, with their lines, and by keyboard from one to the next', async () => {
  const cwd = repository('repo')
  const id = await stage.session({ cwd, title: 'Changes' })
  const page = await stage.page({ at: `/s/${id}/changes` })
  await page.getByRole('heading', { name: 'Nothing changed' }).waitFor()

  write(cwd, 'total.js', 'let sum = 1\nfor (;;) {}\nexport { sum }\n')
  write(cwd, 'a new one.md', '# Title\n')
  write(cwd, 'picture.bin', new Uint8Array([0, 1, 2]))
  rmSync(join(cwd, 'old.txt'))
  await page.getByRole('button', { name: 'Refresh' }).click()
  await page.getByRole('heading', { name: '4 files changed, +3 −2' }).waitFor()
  const index = page.getByRole('navigation', { name: 'Changed files' })
  const files = async () =>
    (await index.getByRole('button').allInnerTexts()).map((it) => it.replace(/\s+/g, ' '))
  await expect
    .poll(files)
    .toEqual([
      expect.stringMatching(/^N new a new one\.md .*\+1/),
      expect.stringMatching(/^D deleted old\.txt .*−1/),
      expect.stringMatching(/^N new picture\.bin binary$/),
      expect.stringMatching(/^M modified total\.js .*\+2 .*−1/),
    ])
  const file = (name: string) => page.getByRole('region', { name, exact: true })
  await expect.poll(() => file('total.js').innerText()).toContain('export { sum }')
  await expect.poll(() => file('old.txt').innerText()).toContain('good bye')
  await expect.poll(() => file('picture.bin').innerText()).toContain('Binary file')

  const current = () =>
    expect.poll(() => page.evaluate<string | null>("document.activeElement.getAttribute('aria-label')"))
  await page.keyboard.press(']')
  await current().toBe('a new one.md')
  await page.keyboard.press(']')
  await current().toBe('old.txt')
  await page.keyboard.press(']')
  await current().toBe('picture.bin')
  await page.keyboard.press('[')
  await current().toBe('old.txt')
  await index.getByRole('button', { name: /total\.js/ }).click()
  await current().toBe('total.js')
})

test('what a turn changed is there when it has ended, without asking', async () => {
  const cwd = repository('turns')
  const id = await stage.session({ cwd })
  const page = await stage.page({ at: `/s/${id}/changes` })
  await page.getByRole('heading', { name: 'Nothing changed' }).waitFor()
  write(cwd, 'total.js', 'changed while it worked\n')
  await stage.daemon.api().call('sendMessage', { params: { id }, body: { text: 'hello' } })
  await page.getByRole('heading', { name: '1 file changed, +1 −2' }).waitFor()
})

test('a large diff is closed at first, and opened when one goes there', async () => {
  const cwd = repository('large')
  const id = await stage.session({ cwd })
  write(cwd, 'large.txt', 'a line\n'.repeat(2500))
  const page = await stage.page({ at: `/s/${id}/changes` })
  const file = page.getByRole('region', { name: 'large.txt', exact: true })
  await file.getByRole('button', { name: 'Show' }).waitFor()
  await page.keyboard.press(']')
  await file.locator('details').waitFor()
})

test('a folder without a repository is told', async () => {
  const cwd = join(stage.daemon.cwd, 'plain')
  mkdirSync(cwd)
  const id = await stage.session({ cwd })
  const page = await stage.page({ at: `/s/${id}/changes` })
  await page.getByRole('heading', { name: 'Not a git repository' }).waitFor()
})

test('what git was not let to do is told beside the files', async () => {
  const cwd = repository('filtered')
  const id = await stage.session({ cwd })
  write(cwd, '.gitattributes', '*.js filter=lfs\n')
  write(cwd, 'total.js', 'other\n')
  const page = await stage.page({ at: `/s/${id}/changes` })
  await page.getByText('uses filters that the host does not run (lfs)').waitFor()
})
