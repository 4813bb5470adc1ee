import { fileURLToPath } from 'node:url'
import type { Page } from 'playwright-core'
import { beforeAll, beforeEach, expect, test } from 'vitest'
import { choose } from './choose.ts'
import { answersTo, callsOf } from './journal.ts'
import { WebStage } from './stage.ts'

const FRONT_DESK = fileURLToPath(new URL('fixtures/front-desk.mjs', import.meta.url))
const calls = (prompt: string, tool: string) => ({
  prompt,
  replies: [[{ tool: `mcp__desk__${tool}`, input: {} }], [{ text: 'That is all.' }]],
  failed: [{ text: 'It went wrong.' }],
})
const SCENARIO = {
  scripts: [calls('a room', 'check-in'), calls('the bill', 'pay'), calls('the trick', 'trick')],
}

let stage: WebStage
let page: Page
beforeAll(async () => {
  stage = await WebStage.playing(SCENARIO)
})
beforeEach(async () => {
  page = await stage.page()
})

const card = () => page.locator('.approval')
const button = (name: string) => card().getByRole('button', { name })
const answers = (id: string) => expect.poll(() => answersTo(stage, id))

/** A session whose MCP server asks; the tool itself may run. */
async function asked(prompt: string): Promise<string> {
  const id = await stage.session({
    prompt,
    title: prompt,
    options: {
      mcpServers: { desk: { command: process.execPath, args: [FRONT_DESK] } },
      allowedTools: ['mcp__desk'],
    },
  })
  await page.goto(`${stage.daemon.url}/s/${id}`)
  await page.locator('.approval[data-keys=on]').waitFor()
  return id
}
/** What the server itself was told, as its tool gives it back. */
const told = (id: string) =>
  expect.poll(async () => {
    const [call] = await callsOf(stage, id)
    return JSON.stringify(call?.result ?? '').replaceAll('\\', '')
  })
const note = (words: string) => page.locator('.approval-note', { hasText: words }).waitFor()

test('R-ASK-17 a form of every kind of field: what is wrong is said at the field, what is right arrives', async () => {
  const id = await asked('a room')
  await card().getByText('Who is staying?').waitFor()
  await card().getByRole('heading', { name: 'desk asks for input' }).waitFor()
  await card().getByText('As in the passport').waitFor()
  await card().getByLabel('Mail').fill('nobody')
  await card().getByLabel('Nights').fill('99')
  await button('Send form').click()
  await expect.poll(() => card().getByRole('alert').count()).toBe(4)
  expect(await card().getByLabel('Name').getAttribute('aria-invalid')).toBe('true')
  await card().locator('input:focus[aria-invalid=true]').waitFor()
  expect(await answersTo(stage, id)).toEqual([])

  await card().getByLabel('Name').fill('Ada')
  await card().getByLabel('Mail').fill('ada@example.org')
  await card().getByLabel('Nights').fill('3')
  await choose(card(), /^Room/, 'Double')
  await card().getByLabel('Breakfast').check()
  await card().getByRole('group', { name: 'Extras' }).getByLabel('A cot').check()
  await card().getByLabel('Name').press('Control+Enter')
  await note('Answered by you.')
  const content = {
    name: 'Ada',
    mail: 'ada@example.org',
    nights: 3,
    room: 'd',
    breakfast: true,
    extras: ['cot'],
  }
  await answers(id).toEqual([{ action: 'accept', content }])
  await told(id).toContain('"nights":3')
  await page.getByRole('feed').getByText('That is all.').waitFor()
})

test('a form is declined by key, and cancelled by its button: the server is told which', async () => {
  const declined = await asked('a room')
  await page.keyboard.press('n')
  await note('Denied by you.')
  await answers(declined).toEqual([{ action: 'decline' }])
  await told(declined).toContain('"action":"decline"')

  const cancelled = await asked('a room')
  await button('Cancel').click()
  await note('Cancelled by you.')
  await answers(cancelled).toEqual([{ action: 'cancel' }])
  await told(cancelled).toContain('"action":"cancel"')
})

test('an address is shown in full, opened by the person alone, and gone on from', async () => {
  const id = await asked('the bill')
  await card().getByRole('heading', { name: 'desk asks you to open a page' }).waitFor()
  await card().getByText('Please pay first.').waitFor()
  const link = card().getByRole('link', { name: 'https://pay.example.com/invoice?id=7' })
  expect(await link.getAttribute('target')).toBe('_blank')
  expect(await link.getAttribute('rel')).toBe('noopener noreferrer')
  await card().locator('strong', { hasText: 'pay.example.com' }).waitFor()
  expect(await card().getByRole('textbox').count()).toBe(0)
  expect(page.context().pages()).toHaveLength(1)
  await page.keyboard.press('?')
  await page
    .getByRole('dialog', { name: 'Keyboard shortcuts' })
    .getByText('continue, after the visit')
    .waitFor()
  await page.keyboard.press('Escape')
  await page.getByRole('dialog').waitFor({ state: 'detached' })

  await page.context().route('https://pay.example.com/**', (route) => route.fulfill({ body: 'Paid.' }))
  const [visit] = await Promise.all([page.context().waitForEvent('page'), link.click()])
  await visit.getByText('Paid.').waitFor()
  expect(await visit.evaluate('window.opener')).toBe(null)
  await visit.close()
  expect(await answersTo(stage, id)).toEqual([])
  await button('Continue').click()
  await note('Answered by you.')
  await answers(id).toEqual([{ action: 'accept' }])
  await told(id).toContain('"action":"accept"')
})

test('what is no web address is told, and is no link', async () => {
  const id = await asked('the trick')
  await card().getByText('Not a web address').waitFor()
  expect(await card().getByRole('link').count()).toBe(0)
  await button('Decline').click()
  await answers(id).toEqual([{ action: 'decline' }])
})
