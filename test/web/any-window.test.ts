/** Windows and settings that few have: a page that is enlarged, a narrow laptop, colours of the system, text from right to left. */
import { randomUUID } from 'node:crypto'
import type { Locator, Page } from 'playwright-core'
import { beforeAll, expect, test } from 'vitest'
import { WebStage } from './stage.ts'

const HEBREW = 'שלום עולם, זה טקסט מימין לשמאל.'
const QUESTION = {
  question: 'Which databases should the first release support?',
  header: 'Databases',
  multiSelect: true,
  options: [
    { label: 'Postgres', description: 'The one that everybody knows' },
    { label: 'SQLite', description: 'No server' },
  ],
}
const SCENARIO = {
  scripts: [
    { prompt: 'ask', replies: [[{ tool: 'AskUserQuestion', input: { questions: [QUESTION] } }]] },
    { prompt: 'run', replies: [[{ tool: 'Bash', input: { command: 'npm run build' } }]] },
    { prompt: 'hebrew', replies: [[{ text: HEBREW }]] },
  ],
  otherwise: [{ text: 'All is well.' }],
}
/** A laptop's window at 200 %. */
const ENLARGED = { viewport: { width: 720, height: 450 } }

let stage: WebStage
beforeAll(async () => {
  stage = await WebStage.playing(SCENARIO)
})

const background = (it: Locator) => it.evaluate((element) => getComputedStyle(element).backgroundColor)
const isWhole = (it: Locator) => it.evaluate((element) => element.scrollWidth <= element.clientWidth)
const field = (page: Page) => page.getByRole('textbox', { name: /^Message to/ })

test('an enlarged page keeps the way to all views', async () => {
  const page = await stage.page({ ...ENLARGED, at: '/' })
  const views = page.getByRole('navigation', { name: 'Phone navigation' })
  for (const [link, heading] of [
    ['Inbox', 'Inbox'],
    ['New', 'New session'],
    ['Board', 'Board'],
  ] as const) {
    await views.getByRole('link', { name: new RegExp(`^${link}`) }).click()
    if (link !== 'Board') await page.getByRole('heading', { level: 1, name: heading }).waitFor()
  }
})

test('on an enlarged page a request has the room of the message field', async () => {
  const page = await stage.page({ ...ENLARGED, at: `/s/${await stage.session({ prompt: 'ask' })}` })
  await page.getByRole('checkbox', { name: /^Postgres/ }).check()
  expect(await field(page).isVisible()).toBe(false)
  await page.getByRole('button', { name: /^Send answer/ }).click()
  await field(page).waitFor()
})

test('but not while somebody writes there: no letter of theirs gets lost, or decides', async () => {
  const id = await stage.session({ title: 'Writes' })
  const page = await stage.page({ ...ENLARGED, at: `/s/${id}` })
  await field(page).pressSequentially('yes, and')
  const body = { commandId: randomUUID(), text: 'run' }
  await stage.daemon.api().call('sendMessage', { params: { id }, body })
  await page.locator('.approval[data-keys=on]').waitFor()
  await field(page).pressSequentially(' yes')
  await expect.poll(() => field(page).inputValue()).toBe('yes, and yes')
  await field(page).press('Escape')
  await expect.poll(() => field(page).isVisible()).toBe(false)
  await page.locator('.approval').waitFor()
})

test('on a narrow laptop the title and what the session does are told in full', async () => {
  const id = await stage.session({ title: 'Round tax per line of the order', prompt: 'run' })
  const page = await stage.page({ viewport: { width: 1024, height: 700 }, at: `/s/${id}` })
  await page.locator('.approval').waitFor()
  await page.evaluate('document.fonts.ready')
  await expect.poll(() => isWhole(page.locator('.session-title button'))).toBe(true)
  await expect.poll(() => isWhole(page.getByTestId('liveness').locator('.cut'))).toBe(true)
})

test('in the colours of the system, what is chosen differs from what is not', async () => {
  const page = await stage.page({
    forcedColors: 'active',
    at: `/s/${await stage.session({ prompt: 'ask' })}`,
  })
  const tab = (name: string) => page.locator('.tab', { hasText: name })
  await page.locator('.approval').waitFor()
  expect(await background(tab('Transcript'))).not.toBe(await background(tab('Changes')))
  const [first, second] = [
    page.getByRole('checkbox', { name: /^Postgres/ }),
    page.getByRole('checkbox', { name: /^SQLite/ }),
  ]
  await first.check()
  expect(await background(first)).not.toBe(await background(second))
  const rows = page.locator('.session-row a')
  const current = page.locator('.session-row a[aria-current=page]')
  await expect.poll(() => background(current)).not.toBe(await background(page.locator('.sidebar')))
  expect(await rows.count()).toBeGreaterThan(0)
  await page.goto(`${stage.daemon.url}/settings`)
  const choice = (name: string) => page.locator('.choice label', { hasText: name }).locator('span')
  await choice('System').waitFor()
  expect(await background(choice('System'))).not.toBe(await background(choice('Dark')))
})

test('a paragraph that is written from right to left begins at the right', async () => {
  const page = await stage.page({ at: `/s/${await stage.session({ prompt: 'hebrew' })}` })
  const paragraph = page.locator('.markdown p', { hasText: 'שלום' })
  await paragraph.waitFor()
  const [left, right] = await paragraph.evaluate((it) => {
    const range = it.ownerDocument.createRange()
    range.selectNodeContents(it)
    const [words, room] = [range.getBoundingClientRect(), it.getBoundingClientRect()]
    return [words.left - room.left, room.right - words.right]
  })
  expect(right).toBeLessThan(2)
  expect(left).toBeGreaterThan(20)
})

test('only parts of the page scroll, never the page itself, however long they are', async () => {
  const page = await stage.page({ at: `/s/${await stage.session({ prompt: 'hebrew' })}` })
  await page.locator('.markdown p').waitFor()
  const scrolled = await page.evaluate<number[]>(`['.session-groups', '.transcript-scroller'].map((name) => {
    const end = document.createElement('span')
    end.className = 'unseen'
    end.textContent = 'end'
    const long = document.createElement('div')
    long.style.height = '5000px'
    document.querySelector(name).append(long, end)
    end.scrollIntoView()
    return Math.max(scrollY, document.body.scrollTop, document.querySelector('.main').scrollTop)
  })`)
  expect(scrolled).toEqual([0, 0])
})
