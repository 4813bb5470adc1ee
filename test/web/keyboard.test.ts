/** Without a pointer: where the focus is after a dialog, an answer and a way to another view. */
import type { Page } from 'playwright-core'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { WebStage } from './stage.ts'

const bash = (command: string) => ({ tool: 'Bash', input: { command, description: command } })
const SCENARIO = {
  scripts: [{ prompt: 'touch', replies: [[bash('touch it')], [{ text: 'Touched.' }]] }],
  otherwise: [{ text: 'Yes.' }],
}

let stage: WebStage
let page: Page
beforeAll(async () => {
  stage = await WebStage.playing(SCENARIO)
  page = await stage.page()
})
afterAll(() => stage.close())

const focus = () =>
  expect.poll(() =>
    page.evaluate<string>(
      "document.activeElement.getAttribute('aria-label') || document.activeElement.innerText || document.activeElement.tagName",
    ),
  )
const press = (key: string) => page.keyboard.press(key)

test('each of the first places that Tab comes to shows that it has the focus', async () => {
  await stage.session({ title: 'Quiet', prompt: 'hello' })
  await page.reload()
  await page
    .getByRole('region', { name: 'Idle' })
    .getByRole('link', { name: /^Quiet/ })
    .waitFor()
  const reached: string[] = []
  for (let step = 0; step < 12; step++) {
    await press('Tab')
    reached.push(
      await page.evaluate<string>(
        "getComputedStyle(document.activeElement).outlineStyle + ' ' + (document.activeElement.getAttribute('aria-label') || document.activeElement.innerText).split('\\n')[0].trim()",
      ),
    )
  }
  expect(reached).toEqual(
    [
      'Skip to content',
      'Fairlead',
      'Settings',
      'Keyboard shortcuts',
      'New',
      'Inbox',
      'Search',
      'Usage',
      'Policies',
      'Filter the sessions',
      'Sessions',
      'Quiet',
    ].map((name) => `solid ${name}`),
  )
  await press('Enter')
  await page.getByRole('heading', { name: 'Quiet' }).waitFor()
})

test('a session that gets into another group keeps the focus', async () => {
  const id = await stage.session({ title: 'Moves', prompt: 'touch it' })
  const list = page.getByRole('region', { name: 'Sessions' })
  const row = (group: string) =>
    list.getByRole('region', { name: group }).getByRole('link', { name: /^Moves/ })
  await row('Needs you').focus()
  const { approvals } = await stage.daemon.api().call('listApprovals', {})
  const asked = approvals.find(({ session }) => session === id)
  await stage.daemon.api().call('answerApproval', {
    params: { id: asked?.id ?? '' },
    body: { commandId: 'moves', decision: 'allow' },
  })
  await row('Idle').waitFor()
  await focus().toMatch(/^Moves/)
})

test('a dialog gives the focus back, to the button of the menu too', async () => {
  await page.getByRole('button', { name: 'Session menu' }).press('Enter')
  for (const name of ['Rename', 'Delete…']) {
    await focus().toContain(name)
    await press('ArrowUp')
  }
  await press('End')
  await press('Enter')
  await page.getByRole('dialog').waitFor()
  await press('Escape')
  await page.getByRole('dialog').waitFor({ state: 'detached' })
  await focus().toBe('Session menu')
  await press('?')
  await page.getByRole('dialog', { name: 'Keyboard shortcuts' }).waitFor()
  await press('Escape')
  await focus().toBe('Session menu')
})

test('who goes to another view with a key is in it; who goes there from the list stays in the list', async () => {
  await press('g')
  await page.getByText('Nothing waits for you').waitFor()
  await press('n')
  await page.getByRole('heading', { name: 'New session' }).waitFor()
  expect(await page.evaluate<string>('document.activeElement.tagName')).toBe('MAIN')
  const row = page.getByRole('link', { name: /^Quiet/ })
  await row.press('Enter')
  await page.getByRole('heading', { name: 'Quiet' }).waitFor()
  expect(await row.evaluate((it) => it === it.ownerDocument.activeElement)).toBe(true)
})

test('after an answer the focus is at the next thing that waits, and at last where Tab leads to the message', async () => {
  const ids = [
    await stage.session({ title: 'First', prompt: 'touch one' }),
    await stage.session({ title: 'Second', prompt: 'touch two' }),
  ]
  await page.goto(`${stage.daemon.url}/inbox`)
  const cards = page.getByRole('region', { name: 'Bash: waits for you' })
  await expect.poll(() => cards.count()).toBe(2)
  await cards
    .first()
    .getByRole('button', { name: /^Deny…/ })
    .press('Enter')
  await focus().toBe('Why not, for the model')
  await press('Escape')
  await focus().toBe('Bash: waits for you')
  await cards
    .first()
    .getByRole('button', { name: /^Allow(?! and)/ })
    .press('Enter')
  await expect.poll(() => cards.count()).toBe(1)
  await focus().toBe('Bash: waits for you')

  const { approvals } = await stage.daemon.api().call('listApprovals', {})
  const left = approvals[0]?.session
  expect(ids).toContain(left)
  await page.goto(`${stage.daemon.url}/s/${left}`)
  await page
    .locator('.approval[data-keys=on]')
    .getByRole('button', { name: /^Allow(?! and)/ })
    .press('Enter')
  await page.getByRole('feed').getByText('Touched.').waitFor()
  await cards.waitFor({ state: 'detached' })
  await press('Tab')
  await focus().toMatch(/^Message to/)
})
