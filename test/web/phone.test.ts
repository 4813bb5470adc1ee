/** On a phone, with a finger: from the list to a session, an answer, and back. */
import type { Page } from 'playwright-core'
import { beforeAll, expect, test } from 'vitest'
import { callsOf } from './journal.ts'
import { WebStage } from './stage.ts'

const PHONE = { viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true }

let stage: WebStage
beforeAll(async () => {
  stage = await WebStage.open()
})

const ask = (title: string) => stage.session({ title, prompt: 'Fix the bug in src/total.js' })
/** The page on a session that waits for an answer. */
async function open(title: string): Promise<Page> {
  const page = await stage.page({ ...PHONE, at: `/s/${await ask(title)}` })
  await page.getByRole('button', { name: /^Allow(?! and)/ }).waitFor()
  return page
}
const isInView = (name: RegExp, within: Pick<Page, 'getByRole'>) =>
  within
    .getByRole('button', { name })
    .first()
    .evaluate((it) => {
      const { left, right, top, bottom } = it.getBoundingClientRect()
      const at = it.ownerDocument.elementFromPoint((left + right) / 2, (top + bottom) / 2)
      return it.contains(at)
    })
const sideways = (page: Page) => page.evaluate<number>('document.documentElement.scrollWidth - innerWidth')

test('the board comes first, and the list fills the screen; a session is opened, and what it asks is answered', async () => {
  const id = await ask('Total')
  const page = await stage.page({ ...PHONE, at: '/' })
  await page.getByRole('heading', { level: 1, name: 'Board' }).waitFor()
  await page
    .getByRole('navigation', { name: 'Phone navigation' })
    .getByRole('link', { name: 'Sessions' })
    .tap()
  const row = page.getByRole('link', { name: /^Total/ })
  await row.waitFor()
  expect(await page.getByRole('main').isVisible()).toBe(false)
  await row.tap()
  await page.getByRole('button', { name: /^Allow(?! and)/ }).waitFor()
  await expect.poll(() => page.getByRole('complementary').isVisible()).toBe(false)
  for (const name of [/^Allow/, /^Remember/, /^Edit/, /^Deny…/])
    await expect.poll(() => isInView(name, page), { message: String(name) }).toBe(true)
  expect(await sideways(page)).toBe(0)
  await page.getByRole('button', { name: /^Allow(?! and)/ }).tap()
  await page.getByText('Allowed by you.').waitFor()
  await expect.poll(async () => (await callsOf(stage, id)).some((it) => it.result)).toBe(true)
})

test('with the keyboard open there is room to answer; the request has the room of the message field', async () => {
  const page = await open('Small')
  await page.setViewportSize({ width: 390, height: 430 })
  for (const name of [/^Allow/, /^Deny…/])
    await expect.poll(() => isInView(name, page), { message: String(name) }).toBe(true)
  expect(await page.getByRole('textbox', { name: /^Message to/ }).isVisible()).toBe(false)
})

test('the tools of an item are below it, where a finger reaches all of them', async () => {
  const page = await open('Tools')
  const said = page.getByRole('article', { name: 'You' })
  await page.getByRole('feed').evaluate((it) => it.scrollTo({ top: 0 }))
  await said.getByRole('button', { name: 'More' }).tap()
  for (const name of [/^Copy/, /^JSON/, /^Fork from here/, /^Rewind files to here/])
    await expect.poll(() => isInView(name, said), { message: String(name) }).toBe(true)
  expect(await sideways(page)).toBe(0)
  await page.getByRole('button', { name: /^Rewind files to here/ }).tap()
  const dialog = page.getByRole('dialog', { name: 'Rewind files' })
  await dialog.getByRole('button', { name: 'Leave them' }).tap()
  await dialog.waitFor({ state: 'detached' })
})

test('back to the list', async () => {
  const page = await open('Left')
  await page.getByRole('link', { name: 'Back to the list' }).tap()
  await page.getByRole('link', { name: /^Left/ }).waitFor()
  await expect.poll(() => page.getByRole('main').isVisible()).toBe(false)
})
