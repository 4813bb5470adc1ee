/** The list of sessions in the sidebar. Each test has a host of its own: the list is of all its sessions. */
import { execFileSync } from 'node:child_process'
import { mkdirSync } from 'node:fs'
import { basename, join } from 'node:path'
import type { Page } from 'playwright-core'
import { expect, test } from 'vitest'
import { WebStage } from './stage.ts'

const open = () => WebStage.alone(WebStage.open())
const listOf = (page: Page) => page.getByRole('region', { name: 'Sessions', exact: true })
const titlesIn = (page: Page) => listOf(page).locator('.session-row-title > :first-child').allInnerTexts()
const focusedTitle = (page: Page) => page.evaluate<string | undefined>('document.activeElement.dataset.title')

test('without a session, the first screen offers a demo, which streams; scripts go over the wire compressed', async () => {
  const stage = await open()
  const page = await stage.page()
  const answered = page.waitForResponse(/\/assets\/index-.*\.js$/)
  await page.goto(stage.daemon.url)
  expect(await (await answered).headerValue('content-encoding')).toBe('gzip')
  await page.getByRole('button', { name: 'Try the demo' }).click()
  await page.getByRole('heading', { name: 'Demo' }).waitFor()
  await expect.poll(() => listOf(page).innerText()).toContain('Demo')
})

test('a row has the request itself; who waits comes first; a filter and keys go through the list; the archive is out of sight', async () => {
  const stage = await open()
  const page = await stage.page({ at: '/' })
  await stage.session({ title: 'Talk', prompt: 'explain how it works' })
  await stage.session({ title: 'Parser', prompt: 'make a plan' })
  const list = listOf(page)
  await expect.poll(() => list.getByRole('link', { name: /^Parser/ }).innerText()).toMatch(/Plan: /)
  await expect.poll(() => titlesIn(page)).toEqual(['Parser', 'Talk'])
  const section = list.getByRole('region').first()
  expect(await section.getAttribute('aria-label')).toBe(basename(stage.daemon.cwd))
  expect(await list.getByText(/waiting for you/i).count()).toBe(0)

  await page.keyboard.press('/')
  await page.locator('[type=search]:focus').waitFor()
  await page.keyboard.type('talk idle')
  await expect.poll(() => titlesIn(page)).toEqual(['Talk'])
  await page.keyboard.press('Enter')
  await page.getByRole('heading', { name: 'Talk', level: 1 }).waitFor()
  await page.getByRole('searchbox').fill('')
  await page.getByRole('searchbox').press('Escape')
  await expect.poll(() => titlesIn(page)).toEqual(['Parser', 'Talk'])
  await page.keyboard.press('k')
  await page.getByRole('heading', { level: 1, name: 'Parser' }).waitFor()
  await page.keyboard.press('j')
  await page.getByRole('heading', { level: 1, name: 'Talk' }).waitFor()

  await page.getByRole('button', { name: 'Session menu' }).click()
  await page.getByRole('menuitem', { name: 'Archive' }).click()
  await expect.poll(() => titlesIn(page)).not.toContain('Talk')
  await list.getByRole('button', { name: 'Show 1 archived' }).click()
  await list.getByRole('region', { name: 'Archived' }).getByText('Talk').waitFor()
})

test('the list is one Tab stop: arrows, Home, End and the first letters move in it, and letters decide nothing', async () => {
  const stage = await open()
  for (const title of ['Alpha', 'Beta', 'Bravo']) await stage.session({ title, prompt: 'hello' })
  const page = await stage.page({ at: '/inbox' })
  await expect.poll(async () => (await titlesIn(page)).length).toBe(3)
  const order = await titlesIn(page)
  const stops = listOf(page).locator('[tabindex="0"]')
  await expect.poll(() => stops.count()).toBe(1)
  await stops.focus()
  await expect.poll(() => focusedTitle(page)).toBe(order[0])
  await page.keyboard.press('End')
  await expect.poll(() => focusedTitle(page)).toBe(order[2])
  await page.keyboard.press('ArrowUp')
  await expect.poll(() => focusedTitle(page)).toBe(order[1])
  await page.keyboard.press('Home')
  // The heading of the section, which the arrow keys close and open.
  await expect.poll(() => focusedTitle(page)).toBe(basename(stage.daemon.cwd))
  await page.keyboard.press('ArrowLeft')
  await expect.poll(() => titlesIn(page)).toEqual([])
  await page.keyboard.press('ArrowRight')
  await expect.poll(() => titlesIn(page)).toEqual(order)
  await page.keyboard.type('br')
  await expect.poll(() => focusedTitle(page)).toBe('Bravo')
  // `n` would begin a new session elsewhere.
  await page.keyboard.press('n')
  await page.keyboard.press('ArrowDown')
  expect(new URL(page.url()).pathname).toBe('/inbox')
  await page.keyboard.press('Shift+Tab')
  await expect
    .poll(() => listOf(page).evaluate((it) => it.contains(it.ownerDocument.activeElement)))
    .toBe(false)
})

test('sessions stand under the project of their repository, and a pin is the same in every browser', async () => {
  const stage = await open()
  const { cwd } = stage.daemon
  const [repository, tree] = [join(cwd, 'shop'), join(cwd, 'trees', 'fix')]
  mkdirSync(repository)
  const git = (...args: string[]) => execFileSync('git', args, { cwd: repository, stdio: 'ignore' })
  git('init', '-q')
  git(
    '-c',
    'user.name=Ada',
    '-c',
    'user.email=ada@example.com',
    'commit',
    '-q',
    '--allow-empty',
    '-m',
    'first',
  )
  git('worktree', 'add', '-q', tree)
  await stage.session({ title: 'Main', cwd: repository })
  await stage.session({ title: 'Worktree', cwd: tree })
  const [page, other] = [await stage.page({ at: '/' }), await stage.page({ at: '/' })]
  const rows = (on: Page, section: string) =>
    listOf(on).getByRole('region', { name: section }).locator('.session-row-title').allInnerTexts()
  await expect.poll(async () => (await rows(page, 'shop')).sort()).toEqual(['Main', 'Worktree'])
  await listOf(page)
    .getByRole('link', { name: /^Worktree/ })
    .click()
  await page.getByRole('button', { name: 'Session menu' }).click()
  await page.getByRole('menuitem', { name: 'Pin' }).click()
  for (const on of [page, other]) await expect.poll(() => rows(on, 'Pinned')).toEqual(['Worktree'])
  expect(await rows(other, 'shop')).toEqual(['Main'])
})

test('what ended since this browser looked is marked until it is opened; a message that was not sent has a mark', async () => {
  const stage = await open()
  const id = await stage.session({ title: 'Watched' })
  const page = await stage.page({ at: '/inbox' })
  const row = listOf(page).getByRole('link', { name: /^Watched/ })
  await row.waitFor()
  const mark = row.getByRole('img', { name: 'unread' })
  expect(await mark.count()).toBe(0)
  await stage.daemon.api().call('sendMessage', { params: { id }, body: { text: 'hello' } })
  await mark.waitFor()
  await row.click()
  await page.getByRole('textbox', { name: /^Message to/ }).fill('not sent')
  await expect.poll(() => mark.count()).toBe(0)
  await page.goto(`${stage.daemon.url}/inbox`)
  await row.getByRole('img', { name: 'has a draft' }).waitFor()
  expect(await mark.count()).toBe(0)
})
