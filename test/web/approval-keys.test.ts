/** From the message field to an answer, without a pointer: what each key means while an approval is open. */
import { randomUUID } from 'node:crypto'
import type { Page } from 'playwright-core'
import { beforeAll, expect, test } from 'vitest'
import { answersTo, promptsOf, stateOf } from './journal.ts'
import { WebStage } from './stage.ts'

const SCENARIO = {
  scripts: [
    {
      prompt: 'ask',
      replies: [
        [{ tool: 'Bash', input: { command: 'touch it', description: 'Touch it' } }],
        [{ text: 'Touched.' }],
      ],
    },
  ],
  otherwise: [{ text: 'Yes.' }],
}

let stage: WebStage
beforeAll(async () => {
  stage = await WebStage.playing(SCENARIO)
})

/** A session whose turn is over, and the page on it. */
async function quiet(): Promise<{ id: string; page: Page }> {
  const id = await stage.session({ title: 'Keys', prompt: 'hello' })
  const page = await stage.page({ at: `/s/${id}` })
  await page.locator('[data-testid=liveness][data-status=idle]').waitFor()
  return { id, page }
}
const field = (page: Page) => page.getByRole('textbox', { name: /^Message to/ })
/** The card, which takes keys now. */
const card = (page: Page) => page.locator('.approval[data-keys=on]')
const gone = (page: Page) => page.locator('.approval').waitFor({ state: 'detached' })
const answers = (id: string) => expect.poll(() => answersTo(stage, id))
const pending = async (id: string) => (await stateOf(stage, id)).approvals.pending.length

async function send(page: Page, text: string): Promise<void> {
  await field(page).fill(text)
  await field(page).press('Enter')
}

test('after a prompt was sent, the empty field hands the focus to the new card: y allows', async () => {
  const { id, page } = await quiet()
  await send(page, 'ask')
  await card(page).and(page.locator(':focus')).waitFor()
  await page.keyboard.press('y')
  await answers(id).toMatchObject([{ behavior: 'allow' }])
  await gone(page)
})

test('a field with text keeps the focus: letters are text, and a hint says how to answer', async () => {
  const { id, page } = await quiet()
  await field(page).fill('and then ')
  await stage.daemon
    .api()
    .call('sendMessage', { params: { id }, body: { commandId: `ask ${id}`, id: randomUUID(), text: 'ask' } })
  await card(page).waitFor()
  await page.keyboard.type('stay')
  expect(await field(page).inputValue()).toBe('and then stay')
  await page.locator('.composer-hint', { hasText: 'Esc then y to allow' }).waitFor()
  expect(await pending(id)).toBe(1)
  await page.keyboard.press('Escape')
  await card(page).and(page.locator(':focus')).waitFor()
  await page.keyboard.press('y')
  await answers(id).toMatchObject([{ behavior: 'allow' }])
  await gone(page)
  expect(await field(page).inputValue()).toBe('and then stay')
})

test('Control with Enter allows from the field, and sends nothing', async () => {
  const { id, page } = await quiet()
  await send(page, 'ask')
  await card(page).waitFor()
  await field(page).fill('later')
  await field(page).press('Control+Enter')
  await answers(id).toMatchObject([{ behavior: 'allow' }])
  await gone(page)
  expect(await field(page).inputValue()).toBe('later')
  expect(await promptsOf(stage, id)).toEqual(['hello', 'ask'])
})

test('while an approval is open, Escape leaves the field, and it takes two more presses to interrupt', async () => {
  const { id, page } = await quiet()
  await send(page, 'ask')
  await card(page).waitFor()
  await field(page).fill('text')
  await page.keyboard.press('Escape')
  await card(page).and(page.locator(':focus')).waitFor()
  await page.keyboard.press('Escape')
  await page.getByText('Press Esc again to interrupt').waitFor()
  expect(await pending(id)).toBe(1)
  await page.keyboard.press('Escape')
  await gone(page)
  await expect.poll(async () => (await stateOf(stage, id)).turns.current).toBe(null)
  expect(await answersTo(stage, id)).toEqual([])
})

test('keys pressed at the moment a card appears do nothing, here or elsewhere', async () => {
  const page = await stage.page()
  // Presses the keys of the card as soon as it is in the page, before it takes any.
  await page.addInitScript(`{
    window.pressed = 0
    new MutationObserver(() => {
      if (window.pressed > 0 || !document.querySelector('.approval')) return
      for (const key of ['y', 'n', 'a', 'e', 'N']) {
        window.pressed += 1
        document.body.dispatchEvent(new KeyboardEvent('keydown', { key, bubbles: true, cancelable: true }))
      }
    }).observe(document, { childList: true, subtree: true })
  }`)
  const id = await stage.session({ title: 'Early', prompt: 'ask' })
  await page.goto(`${stage.daemon.url}/s/${id}`)
  await card(page).waitFor()
  expect(await page.evaluate('window.pressed')).toBe(5)
  expect(new URL(page.url()).pathname).toBe(`/s/${id}`)
  await page.getByRole('button', { name: /^Deny…/ }).waitFor()
  expect(await answersTo(stage, id)).toEqual([])
  // The keys that only keep others from hearing them are not among the shortcuts.
  await page.keyboard.press('?')
  const sheet = page.getByRole('dialog', { name: 'Keyboard shortcuts' })
  await sheet.getByText('deny, with a message').waitFor()
  expect(await sheet.getByText('Approval keys').count()).toBe(0)
})

test('a key that is held down answers one approval', async () => {
  const { id, page } = await quiet()
  await send(page, 'ask')
  await card(page).waitFor()
  await page.evaluate(
    "document.body.dispatchEvent(new KeyboardEvent('keydown', { key: 'y', repeat: true, bubbles: true, cancelable: true }))",
  )
  expect(await pending(id)).toBe(1)
  await page.keyboard.press('y')
  await answers(id).toMatchObject([{ behavior: 'allow' }])
})
