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
  await dialog.getByRole('button', { name: 'Cancel' }).tap()
  await dialog.waitFor({ state: 'detached' })
})

test('back to the list', async () => {
  const page = await open('Left')
  await page.getByRole('link', { name: 'Back to sessions' }).tap()
  await page.getByRole('link', { name: /^Left/ }).waitFor()
  await expect.poll(() => page.getByRole('main').isVisible()).toBe(false)
})

test('one bar above the session: title and state; its menu has the views, the model and the mode', async () => {
  // Two sessions in one folder have a note below the bar.
  const host = await WebStage.alone(WebStage.open())
  const id = await host.session({ title: 'Bar', prompt: 'Fix the bug in src/total.js' })
  const page = await host.page({ ...PHONE, at: `/s/${id}` })
  await page.locator('.approval').waitFor()
  const height = await page.locator('.session-head').evaluate((it) => it.getBoundingClientRect().height)
  expect(height).toBeLessThanOrEqual(60)
  await page.getByRole('button', { name: 'Session menu' }).tap()
  await page.getByRole('menuitemcheckbox', { name: 'Plan', exact: true }).waitFor()
  await page.getByRole('menuitemcheckbox', { name: 'Changes' }).tap()
  await expect.poll(() => page.url()).toContain('/changes')
})

test('while a request is open there is no message field; Allow and Deny are as wide as the card', async () => {
  const page = await open('Wide')
  expect(await page.getByRole('textbox', { name: /^Message to/ }).isVisible()).toBe(false)
  for (const name of [/^Allow(?! and)/, /^Deny…/]) {
    const button = page.locator('.approval').getByRole('button', { name })
    const { width, height } = await button.evaluate((it) => it.getBoundingClientRect())
    expect(width).toBeGreaterThan(320)
    expect(height).toBeGreaterThanOrEqual(44)
  }
})

test('the bar of a plan keeps its height when it may be approved, so that it covers nothing that was just shown', async () => {
  const id = await stage.session({ title: 'Planned', prompt: 'make a plan', permissionMode: 'plan' })
  const page = await stage.page({ ...PHONE, viewport: { width: 390, height: 560 }, at: `/s/${id}` })
  const bar = page.locator('.approval-bar')
  const height = () => bar.evaluate((it) => it.getBoundingClientRect().height)
  const review = bar.getByRole('button', { name: 'Review plan' })
  await review.waitFor()
  expect(await bar.getByRole('button', { name: 'Approve and accept edits' }).isDisabled()).toBe(true)
  const before = await height()
  for (let step = 0; step < 50 && (await review.count()) > 0; step += 1) await review.tap().catch(() => {})
  await bar.getByRole('button', { name: 'Approve plan' }).waitFor()
  expect(await height()).toBe(before)
})

test('the views are under the thumb, with what needs an answer counted; a session has none of that', async () => {
  const page = await open('Thumb')
  const tabs = page.getByRole('navigation', { name: 'Phone navigation' })
  expect(await tabs.count()).toBe(0)
  await page.getByRole('link', { name: 'Back to sessions' }).tap()
  await tabs.getByRole('link', { name: /^Inbox/ }).tap()
  await page.getByRole('heading', { name: 'Inbox', level: 1 }).waitFor()
  await expect.poll(() => tabs.getByRole('link', { name: /^Inbox\s*\d+$/ }).count()).toBe(1)
  const sizes = await tabs
    .getByRole('link')
    .evaluateAll((all) => all.map((it) => it.getBoundingClientRect().height))
  for (const height of sizes) expect(height).toBeGreaterThanOrEqual(44)
  await tabs.getByRole('link', { name: 'Board' }).tap()
  await page.locator('.app[data-view=home]').waitFor()
})

test('a swipe goes to the next request, and buttons do too', async () => {
  const host = await WebStage.alone(WebStage.open())
  for (const title of ['First', 'Second'])
    await host.session({ title, prompt: 'Fix the bug in src/total.js' })
  const page = await host.page({ ...PHONE, at: '/inbox' })
  const place = (at: number) => page.getByRole('img', { name: `Request ${at} of 2` })
  await place(1).waitFor()
  await expect.poll(() => page.locator('.approval').count()).toBe(1)
  const swipe = (from: number, to: number) =>
    page.evaluate(`{
      const card = document.querySelector('.approval-head')
      const fire = (type, clientX) => card.dispatchEvent(
        new PointerEvent(type, { bubbles: true, pointerType: 'touch', pointerId: 7, clientX, clientY: 200 }))
      fire('pointerdown', ${from})
      fire('pointerup', ${to})
    }`)
  await swipe(300, 270)
  await place(1).waitFor()
  await swipe(300, 100)
  await place(2).waitFor()
  await swipe(100, 300)
  await place(1).waitFor()
  await page.getByRole('button', { name: 'Next request' }).tap()
  await place(2).waitFor()
  expect(await page.getByRole('button', { name: 'Next request' }).isDisabled()).toBe(true)
})

test('a keyboard that covers the page does not hide the field', async () => {
  const id = await stage.session({ title: 'Covered', prompt: 'hello' })
  const page = await stage.page({ ...PHONE, at: `/s/${id}` })
  const field = page.getByRole('textbox', { name: /^Message to/ })
  await field.tap()
  // Some browsers leave the page as high as it was, and only tell of the viewport that is left.
  await page.evaluate(`{
    Object.defineProperty(visualViewport, 'height', { value: 430, configurable: true })
    visualViewport.dispatchEvent(new Event('resize'))
  }`)
  const bottom = () => field.evaluate((it) => it.getBoundingClientRect().bottom)
  await expect.poll(bottom).toBeLessThanOrEqual(430)
  await page.evaluate(`{
    delete visualViewport.height
    visualViewport.dispatchEvent(new Event('resize'))
  }`)
  await expect.poll(bottom).toBeGreaterThan(430)
})

test('the console can be installed: the manifest names it, where it starts, and icons that exist', async () => {
  const page = await stage.page({ at: '/' })
  const manifest = await page.evaluate<Record<string, unknown>>(`(async () => {
    const { href } = document.querySelector('link[rel=manifest]')
    const manifest = await (await fetch(href)).json()
    const icons = await Promise.all(manifest.icons.map(async ({ src }) => (await fetch(src)).ok))
    return { ...manifest, icons }
  })()`)
  expect(manifest).toMatchObject({ name: 'Fairlead', display: 'standalone', start_url: '/' })
  expect(manifest.icons).toEqual([true, true, true])
})
