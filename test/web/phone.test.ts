/** On a phone, with a finger: from the list to a session, an answer, and back. */
import type { Page } from 'playwright-core'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { callsOf } from './journal.ts'
import { WebStage } from './stage.ts'

const PHONE = { viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true }

let stage: WebStage
let page: Page
let id: string
beforeAll(async () => {
  stage = await WebStage.open()
  id = await stage.session({ title: 'Total', prompt: 'Fix the bug in src/total.js' })
  page = await stage.page(PHONE)
})
afterAll(() => stage.close())

const isInView = (name: RegExp, within: Pick<Page, 'getByRole'> = page) =>
  within
    .getByRole('button', { name })
    .first()
    .evaluate((it) => {
      const { left, right, top, bottom } = it.getBoundingClientRect()
      const at = it.ownerDocument.elementFromPoint((left + right) / 2, (top + bottom) / 2)
      return it.contains(at)
    })
const sideways = () => page.evaluate<number>('document.documentElement.scrollWidth - innerWidth')

test('the list fills the screen; a session is opened, and what it asks is answered', async () => {
  expect(await page.getByRole('main').isVisible()).toBe(false)
  await page.getByRole('link', { name: /^Total/ }).tap()
  await page.getByRole('button', { name: /^Allow(?! and)/ }).waitFor()
  expect(await page.getByRole('complementary').isVisible()).toBe(false)
  for (const name of [/^Allow(?! and)/, /^Allow and/, /^Edit/, /^Deny…/, /^Deny and/, /^Send/])
    await expect.poll(() => isInView(name), { message: String(name) }).toBe(true)
  expect(await sideways()).toBe(0)
  await page.getByRole('button', { name: /^Allow(?! and)/ }).tap()
  await expect.poll(async () => (await callsOf(stage, id)).some((it) => it.result)).toBe(true)
  await page.getByText('Allowed by you.').waitFor()
})

test('with the keyboard open there is room to answer and to write', async () => {
  await page.setViewportSize({ width: 390, height: 430 })
  for (const name of [/^Allow(?! and)/, /^Deny and/, /^Send/])
    await expect.poll(() => isInView(name), { message: String(name) }).toBe(true)
  await page.setViewportSize(PHONE.viewport)
})

test('the tools of an item are below it, where a finger reaches all of them', async () => {
  const said = page.getByRole('article', { name: 'You' })
  await page.getByRole('feed').evaluate((it) => it.scrollTo({ top: 0 }))
  await said.getByRole('button', { name: 'More' }).tap()
  for (const name of [/^Copy/, /^JSON/, /^Fork from here/, /^Rewind files to here/])
    await expect.poll(() => isInView(name, said), { message: String(name) }).toBe(true)
  expect(await sideways()).toBe(0)
  await page.getByRole('button', { name: /^Rewind files to here/ }).tap()
  await page.getByRole('dialog', { name: 'Rewind files' }).getByRole('button', { name: 'Leave them' }).tap()
})

test('back to the list', async () => {
  await page.getByRole('link', { name: 'Back to the list' }).tap()
  await page.getByRole('link', { name: /^Total/ }).waitFor()
  expect(await page.getByRole('main').isVisible()).toBe(false)
})
