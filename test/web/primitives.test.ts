/** The primitives that come from a library, in the real page and under its content security policy. */
import type { Page } from 'playwright-core'
import { beforeAll, expect, test } from 'vitest'
import { stateOf } from './journal.ts'
import { WebStage } from './stage.ts'

let stage: WebStage
beforeAll(async () => {
  stage = await WebStage.open()
})

const themeOf = (page: Page) =>
  expect.poll(() => page.evaluate<string>('document.documentElement.dataset.theme'))
const loaded = (page: Page, family: string) =>
  expect.poll(() => page.evaluate<boolean>(`document.fonts.check('13px "${family}"')`))

/** A session with an approval, and the page on it. */
async function asked() {
  const id = await stage.session({ prompt: 'fix the bug' })
  const page = await stage.page({ at: `/s/${id}` })
  await page.getByRole('button', { name: /^Allow(?! and)/ }).waitFor()
  return { id, page }
}
const pending = async (id: string) => (await stateOf(stage, id)).approvals.pending.length

test('the theme menu works by keyboard, and gives the focus back', async () => {
  const page = await stage.page({ at: '/', colorScheme: 'light' })
  await themeOf(page).toBe('light')
  const button = page.getByRole('button', { name: 'Theme' })
  await button.and(page.locator('[aria-haspopup=menu]')).press('Enter')
  await page.getByRole('menuitemcheckbox', { name: 'System', checked: true }).waitFor()
  await page.keyboard.press('p')
  await page.locator('[role=menuitemcheckbox]:focus').filter({ hasText: 'Paper' }).waitFor()
  await page.keyboard.press('Enter')
  await themeOf(page).toBe('paper')
  await page.getByRole('menu').waitFor({ state: 'detached' })
  await page.locator('[aria-label=Theme]:focus').waitFor()
})

test('the system’s theme is followed while the page is open', async () => {
  const page = await stage.page({ at: '/', colorScheme: 'dark' })
  await themeOf(page).toBe('dark')
  await page.emulateMedia({ colorScheme: 'light' })
  await themeOf(page).toBe('light')
})

test('the fonts are the page’s own', async () => {
  const { page } = await asked()
  await loaded(page, 'Inter Variable').toBe(true)
  await loaded(page, 'JetBrains Mono Variable').toBe(true)
})

test('keys in an open menu or list belong to it: Escape closes it, letters find an entry', async () => {
  const { id, page } = await asked()
  await page.getByRole('button', { name: 'Session menu' }).click()
  const menu = page.getByRole('menu')
  await menu.waitFor()
  await page.keyboard.press('y')
  await page.keyboard.press('Escape')
  await menu.waitFor({ state: 'detached' })
  const settings = page.getByRole('button', { name: /^Model and permissions/ })
  await settings.click()
  await menu.waitFor()
  await page.keyboard.press('y')
  await page.keyboard.press('Escape')
  await menu.waitFor({ state: 'detached' })
  expect(await pending(id)).toBe(1)
  expect((await stateOf(stage, id)).turns.current).not.toBe(null)
})

test('an icon tells its name and its key to the pointer and to the keyboard', async () => {
  const page = await stage.page({ at: '/' })
  const tip = page.locator('.tooltip')
  await page.getByRole('button', { name: 'Keyboard shortcuts' }).hover()
  await expect.poll(() => tip.allInnerTexts()).toEqual([expect.stringMatching(/^Keyboard shortcuts\s*\?$/)])
  await page.mouse.move(0, 0)
  await tip.waitFor({ state: 'detached' })
  await page.getByRole('link', { name: 'Inbox' }).focus()
  await page.getByRole('link', { name: 'Policies' }).focus()
  await page.keyboard.press('Shift+Tab')
  await tip.filter({ hasText: 'Usage' }).waitFor()
})

test('a command of a menu that fails is told in a toast, until it is closed', async () => {
  stage.expectProblems(/status of 500/)
  const { page } = await asked()
  await page.route('**/close', (route) =>
    route.fulfill({ status: 500, json: { error: { code: 'internal', message: 'No room left.' } } }),
  )
  await page.getByRole('button', { name: 'Session menu' }).click()
  await page.getByRole('menuitem', { name: /^Close/ }).click()
  const toast = page.locator('.toast').filter({ hasText: 'No room left.' })
  await toast.waitFor()
  await toast.getByRole('button', { name: 'Close message' }).click()
  await toast.waitFor({ state: 'detached' })
})
