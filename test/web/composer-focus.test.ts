/** When the message field has the focus, and what its hints and buttons do. */
import type { Page } from 'playwright-core'
import { beforeAll, expect, test } from 'vitest'
import { WebStage } from './stage.ts'

const SCENARIO = {
  scripts: [
    { prompt: 'ask', replies: [[{ tool: 'Bash', input: { command: 'touch it' } }], [{ text: 'Touched.' }]] },
    { prompt: 'wait', replies: [[{ text: 'I wait.' }, { hold: 'gate' }]] },
  ],
  otherwise: [{ text: 'Yes.' }],
}

let stage: WebStage
beforeAll(async () => {
  stage = await WebStage.playing(SCENARIO)
})

const field = (page: Page) => page.getByRole('textbox', { name: /^Message to/ })
const hasFocus = (page: Page) =>
  expect.poll(() => field(page).evaluate((it) => it === it.ownerDocument.activeElement))
async function quiet(title: string, options: object = {}): Promise<Page> {
  const id = await stage.session({ title, prompt: 'hello' })
  const page = await stage.page({ at: `/s/${id}`, ...options })
  await page.locator('[data-testid=liveness][data-status=idle]').waitFor()
  return page
}

test('opening a session focuses its message field; Escape leaves it, c comes back', async () => {
  const page = await quiet('Opened')
  await hasFocus(page).toBe(true)
  await page.keyboard.press('Escape')
  await hasFocus(page).toBe(false)
  const hint = page.locator('.composer-hint')
  await expect.poll(() => hint.innerText()).toMatch(/^c\s+to write$/)
  await page.keyboard.press('c')
  await hasFocus(page).toBe(true)
  await expect.poll(() => hint.innerText()).toMatch(/last message$/)
  await page.keyboard.type('tea')
  expect(await field(page).inputValue()).toBe('tea')
  await expect.poll(() => hint.innerText()).toMatch(/to send.*new line$/s)
})

test('an open approval keeps the letters: its session opens without the field', async () => {
  const id = await stage.session({ title: 'Asks', prompt: 'ask' })
  const page = await stage.page({ at: `/s/${id}` })
  await page.locator('.approval[data-keys=on]').waitFor()
  await hasFocus(page).toBe(false)
  await page.keyboard.press('y')
  await page.getByRole('feed').getByText('Touched.').waitFor()
})

test('not on touch', async () => {
  const page = await quiet('Touched', {
    hasTouch: true,
    isMobile: true,
    viewport: { width: 390, height: 844 },
  })
  await hasFocus(page).toBe(false)
})

test('j goes on to the next session: the field does not take the letters', async () => {
  const host = await WebStage.alone(WebStage.playing(SCENARIO))
  for (const title of ['One', 'Two']) await host.session({ title, prompt: 'hello' })
  const page = await host.page({ at: '/' })
  await page.getByRole('link', { name: /^Two/ }).first().waitFor()
  await page.keyboard.press('j')
  await field(page).waitFor()
  const before = page.url()
  await page.keyboard.press('j')
  await expect.poll(() => page.url()).not.toBe(before)
  expect(await field(page).inputValue()).toBe('')
})

test('the buttons for files and commands open the lists at the caret', async () => {
  const page = await quiet('Inserts')
  await page.getByRole('button', { name: 'Insert a command' }).click()
  await page.getByRole('listbox', { name: 'Commands' }).waitFor()
  expect(await field(page).inputValue()).toBe('/')
  await field(page).fill('look at')
  await page.getByRole('button', { name: 'Mention a file' }).click()
  await expect.poll(() => field(page).inputValue()).toBe('look at @')
  await hasFocus(page).toBe(true)
})

test('a long text makes the field grow to a limit, and then scrolls in it', async () => {
  const page = await quiet('Long')
  const height = () => field(page).evaluate((it) => it.getBoundingClientRect().height)
  const small = await height()
  await field(page).fill('one\ntwo\nthree')
  await expect.poll(height).toBeGreaterThan(small)
  await field(page).fill('line\n'.repeat(400))
  await expect.poll(height).toBeLessThan(800 * 0.36)
})

test('a message for a working session says when it goes out', async () => {
  const id = await stage.session({ title: 'Works', prompt: 'wait' })
  const page = await stage.page({ at: `/s/${id}` })
  await page.getByRole('feed').getByText('I wait.').first().waitFor()
  await field(page).fill('later')
  await page.getByRole('button', { name: 'Queue', exact: true }).click()
  const queue = page.getByRole('region', { name: 'Queue' })
  await queue.getByText('Sent after this turn').waitFor()
  await queue.getByRole('button', { name: 'Remove from queue' }).click()
  await queue.waitFor({ state: 'detached' })
})
