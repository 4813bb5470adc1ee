/** Without a pointer: where the focus is after a dialog, an answer and a way to another view. */
import { basename } from 'node:path'
import type { Page } from 'playwright-core'
import { beforeAll, expect, test } from 'vitest'
import { WebStage } from './stage.ts'

const bash = (command: string) => ({ tool: 'Bash', input: { command, description: command } })
const SCENARIO = {
  scripts: [{ prompt: 'touch', replies: [[bash('touch it')], [{ text: 'Touched.' }]] }],
  otherwise: [{ text: 'Yes.' }],
}

let stage: WebStage
beforeAll(async () => {
  stage = await WebStage.playing(SCENARIO)
})

/** What has the focus. */
const focus = (page: Page) =>
  expect.poll(() =>
    page.evaluate<string>(
      "document.activeElement.getAttribute('aria-label') || document.activeElement.innerText || document.activeElement.tagName",
    ),
  )
/** A session whose turn is over, and the page on it. */
async function quiet(title: string, on = stage): Promise<Page> {
  const id = await on.session({ title, prompt: 'hello' })
  const page = await on.page({ at: `/s/${id}` })
  // Before its turn begins, it is idle too.
  await page.getByRole('feed').getByText('Yes.').waitFor()
  await page.locator('[data-testid=liveness][data-status=idle]').waitFor()
  return page
}

test('each of the first places that Tab comes to shows that it has the focus', async () => {
  const host = await WebStage.alone(WebStage.playing(SCENARIO))
  await host.session({ title: 'Quiet', prompt: 'hello' })
  const page = await host.page({ at: '/' })
  const list = page.getByRole('region', { name: 'Sessions', exact: true })
  await list
    .getByRole('link', { name: /^Quiet/ })
    .and(page.locator('[tabindex="0"]'))
    .waitFor()
  // A session that is at rest has its place on the board too.
  await page.getByRole('region', { name: 'Done' }).getByRole('link', { name: 'Quiet' }).waitFor()
  const reached: string[] = []
  for (let step = 0; step < 7; step++) {
    await page.keyboard.press('Tab')
    reached.push(
      await page.evaluate<string>(
        "getComputedStyle(document.activeElement).outlineStyle + ' ' + (document.activeElement.getAttribute('aria-label') || document.activeElement.innerText).split('\\n')[0].trim()",
      ),
    )
  }
  expect(reached).toEqual(
    ['Skip to content', 'Fairlead', 'Search or jump to…', 'New session', 'Board', 'Inbox', 'Quiet'].map(
      (name) => `solid ${name}`,
    ),
  )
  await page.keyboard.press('Enter')
  await page.getByRole('heading', { name: 'Quiet' }).waitFor()
})

test('a session that gets into another section keeps the focus', async () => {
  const id = await stage.session({ title: 'Moves', prompt: 'touch it' })
  const page = await stage.page({ at: '/' })
  const list = page.getByRole('region', { name: 'Sessions', exact: true })
  const row = (section: string) =>
    list.getByRole('region', { name: section }).getByRole('link', { name: /^Moves/ })
  await row(basename(stage.daemon.cwd)).focus()
  await stage.daemon.api().call('patchSession', { params: { id }, body: { pinned: true } })
  await row('Pinned').waitFor()
  await focus(page).toMatch(/^Moves/)
})

test('a dialog gives the focus back, to the button of the menu too', async () => {
  const page = await quiet('Menu')
  await page.getByRole('button', { name: 'Session menu' }).press('Enter')
  await focus(page).toContain('Rename')
  await page.keyboard.press('ArrowUp')
  await focus(page).toContain('Delete session…')
  await page.keyboard.press('ArrowUp')
  await page.keyboard.press('End')
  await focus(page).toContain('Delete session…')
  await page.keyboard.press('Enter')
  await page.getByRole('dialog').waitFor()
  await page.keyboard.press('Escape')
  await page.getByRole('dialog').waitFor({ state: 'detached' })
  await focus(page).toBe('Session menu')
  await page.keyboard.press('?')
  await page.getByRole('dialog', { name: 'Keyboard shortcuts' }).waitFor()
  await page.keyboard.press('Escape')
  await focus(page).toBe('Session menu')
})

test('who goes to another view with a key is in it; who opens a session writes to it', async () => {
  // A request on the board would take `n` for its own.
  const page = await quiet('Stays', await WebStage.alone(WebStage.playing(SCENARIO)))
  const tag = () => expect.poll(() => page.evaluate<string>('document.activeElement.tagName'))
  await tag().toBe('TEXTAREA')
  await page.keyboard.press('Escape')
  await page.keyboard.press('g')
  await page.locator('.app[data-view=home]').waitFor()
  await tag().toBe('MAIN')
  await page.keyboard.press('n')
  await page.getByRole('heading', { name: 'New session' }).waitFor()
  await tag().toBe('MAIN')
  const row = page.getByRole('link', { name: /^Stays/ })
  await row.press('Enter')
  await page.getByRole('heading', { name: 'Stays' }).waitFor()
  await focus(page).toBe('Message to Stays')
})

test('after an answer the focus is at the next thing that waits, and at last where Tab leads to the message', async () => {
  const host = await WebStage.alone(WebStage.playing(SCENARIO))
  const ids = [
    await host.session({ title: 'First', prompt: 'touch one' }),
    await host.session({ title: 'Second', prompt: 'touch two' }),
  ]
  const page = await host.page({ at: '/inbox' })
  const cards = page.getByRole('region', { name: 'Run a command: needs approval' })
  await expect.poll(() => cards.count()).toBe(2)
  await cards
    .first()
    .getByRole('button', { name: /^Deny…/ })
    .press('Enter')
  await focus(page).toBe('Message to the model')
  await page.keyboard.press('Escape')
  await focus(page).toMatch(/^Run a command: needs approval, /)
  await cards
    .first()
    .getByRole('button', { name: /^Allow(?! and)/ })
    .press('Enter')
  await expect.poll(() => cards.count()).toBe(1)
  await focus(page).toMatch(/^Run a command: needs approval, /)

  const { approvals } = await host.daemon.api().call('listApprovals', {})
  const left = approvals[0]?.session
  expect(ids).toContain(left)
  await page.goto(`${host.daemon.url}/s/${left}`)
  await page
    .locator('.approval[data-keys=on]')
    .getByRole('button', { name: /^Allow(?! and)/ })
    .press('Enter')
  await page.getByRole('feed').getByText('Touched.').waitFor()
  await cards.waitFor({ state: 'detached' })
  await page.keyboard.press('Tab')
  await focus(page).toMatch(/^Message to/)
})
