/** Ctrl K: sessions, actions, files, texts, earlier prompts and pages in one overlay. */
import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Page } from 'playwright-core'
import { beforeAll, expect, test, vi } from 'vitest'
import { PATIENCE, WebStage } from './stage.ts'

let stage: WebStage
let parser: string
let refunds: string
beforeAll(async () => {
  stage = await WebStage.open()
  writeFileSync(join(stage.daemon.cwd, 'quokka.ts'), 'export {}\n')
  parser = await stage.session({ title: 'Parser', prompt: 'the zebra prompt' })
  refunds = await stage.session({ title: 'Idempotent refunds', prompt: 'hello' })
  const api = stage.daemon.api()
  const found = async () => {
    expect((await api.call('search', { query: { q: 'zebra' } })).hits).toHaveLength(1)
    expect((await api.call('listPrompts', { query: {} })).prompts).toHaveLength(2)
  }
  await vi.waitFor(found, { timeout: PATIENCE })
})

const palette = (page: Page) => page.getByRole('dialog', { name: 'Search and commands' })
const group = (page: Page, name: string) => palette(page).getByRole('group', { name, exact: true })
const chosen = (page: Page) => palette(page).locator('[cmdk-item][aria-selected=true]')
/** The page on the parser's session, with the palette open. */
async function open(typed: string, at = `/s/${parser}`): Promise<Page> {
  const page = await stage.page({ at })
  await page.getByRole('heading', { level: 1 }).waitFor()
  await page.keyboard.press('Control+k')
  await page.getByRole('combobox', { name: 'Search and commands' }).and(page.locator(':focus')).waitFor()
  await page.keyboard.type(typed)
  return page
}

test('a session is found by some of its letters, which are marked, and Enter opens it', async () => {
  const page = await open('refu')
  const found = group(page, 'Sessions').getByRole('option', { name: /Idempotent refunds/ })
  await found.waitFor()
  expect(await found.locator('em').allInnerTexts()).toEqual(['refu'])
  await expect.poll(() => chosen(page).innerText()).toContain('Idempotent refunds')
  await page.keyboard.press('Enter')
  await page.waitForURL(`**/s/${refunds}`)
  await palette(page).waitFor({ state: 'detached' })
  // It was opened last, so that it is offered first.
  await page.goto(`${stage.daemon.url}/inbox`)
  await page.getByRole('heading', { level: 1 }).waitFor()
  await page.keyboard.press('Control+k')
  await group(page, 'Recent')
    .getByRole('option', { name: /Idempotent refunds/ })
    .waitFor()
})

test('Ctrl Enter opens a session beside the one that is shown', async () => {
  const page = await open('refu')
  await expect.poll(() => chosen(page).innerText()).toContain('Idempotent refunds')
  await page.keyboard.press('Control+Enter')
  await page.waitForURL(`**/split/${parser}/${refunds}`)
  await expect.poll(() => page.getByRole('region', { name: /^Pane: / }).count()).toBe(2)
})

test('a file of the session’s folder, a text that was said, and a page', async () => {
  const page = await open('quokka')
  await group(page, `Files in ${stage.daemon.cwd.split('/').at(-1)}`)
    .getByRole('option', { name: /quokka\.ts/ })
    .waitFor()
  const field = page.getByRole('combobox', { name: 'Search and commands' })
  await field.fill('#zebra')
  const text = group(page, 'Text in this session').getByRole('option', { name: /the zebra prompt/ })
  await text.waitFor()
  expect(await text.locator('em').allInnerTexts()).toEqual(['zebra'])
  expect(await palette(page).getByRole('group').count()).toBe(1)
  await page.keyboard.press('Enter')
  await page.waitForURL(`**/s/${parser}?seq=*`)
  await page.keyboard.press('Control+k')
  await field.fill('budgets')
  await group(page, 'Pages and settings').getByRole('option', { name: 'Usage and budgets' }).click()
  await page.waitForURL('**/usage')
})

test('actions of the session: a new title is asked for, and a link is copied', async () => {
  const id = await stage.session({ title: 'Old name', prompt: 'hello' })
  const page = await open('>rename', `/s/${id}`)
  await expect.poll(() => chosen(page).innerText()).toContain('Rename session')
  await page.keyboard.press('Enter')
  const field = page.getByPlaceholder('New title')
  await expect.poll(() => field.inputValue()).toBe('Old name')
  await field.fill('New name')
  await page.keyboard.press('Enter')
  await page.getByRole('heading', { level: 1, name: 'New name' }).waitFor()
  await page.keyboard.press('Control+k')
  await page.keyboard.type('copy link')
  await expect.poll(() => chosen(page).innerText()).toContain('Copy link to session')
  await page.keyboard.press('Enter')
  await palette(page).waitFor({ state: 'detached' })
  await expect
    .poll(() => page.evaluate<string>('navigator.clipboard.readText()'))
    .toBe(`${stage.daemon.url}/s/${id}`)
})

test('an earlier prompt of any session goes into the message', async () => {
  const page = await open('zebra', `/s/${refunds}`)
  await group(page, 'Earlier prompts')
    .getByRole('option', { name: /the zebra prompt/ })
    .click()
  await palette(page).waitFor({ state: 'detached' })
  const field = page.getByRole('textbox', { name: /^Message to/ })
  await expect.poll(() => field.inputValue()).toBe('the zebra prompt')
  await field.fill('')
})

test('Escape closes it, and the focus is where it was; nothing found is said', async () => {
  const page = await stage.page({ at: `/s/${parser}` })
  const field = page.getByRole('textbox', { name: /^Message to/ })
  await field.focus()
  await page.keyboard.press('Control+k')
  await page.getByRole('combobox', { name: 'Search and commands' }).and(page.locator(':focus')).waitFor()
  await page.keyboard.type('qqqqzzzz')
  await palette(page).getByText('No results').waitFor()
  await page.keyboard.press('Escape')
  await palette(page).waitFor({ state: 'detached' })
  await expect.poll(() => field.evaluate((it) => it === it.ownerDocument.activeElement)).toBe(true)
})
