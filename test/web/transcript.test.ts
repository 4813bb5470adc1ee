/** The transcript in a real browser: what streams, what each tool shows, what hostile text cannot do, and long sessions. */
import { randomUUID } from 'node:crypto'
import { readFileSync } from 'node:fs'
import type { Locator, Page } from 'playwright-core'
import { beforeAll, beforeEach, describe, expect, test, vi } from 'vitest'
import { PATIENCE, WebStage } from './stage.ts'
import { EVIL, MANY, SCENARIO } from './transcript-scenario.ts'

const TOOLS = ['Bash', 'Write', 'Edit', 'Read', 'Grep', 'WebFetch', 'NotebookEdit', 'TodoWrite', 'Agent']
let stage: WebStage
let page: Page
beforeAll(async () => {
  stage = await WebStage.playing(SCENARIO)
})
beforeEach(async () => {
  page = await stage.page()
})

/** A session with this prompt, on the page. */
async function open(prompt: string): Promise<string> {
  const id = await stage.session({ prompt, options: { allowedTools: TOOLS } })
  await page.goto(`${stage.daemon.url}/s/${id}`)
  return id
}
const say = (id: string, text: string) =>
  stage.daemon.api().call('sendMessage', { params: { id }, body: { commandId: randomUUID(), text } })
const feed = () => page.getByRole('feed', { name: 'Transcript' })
const items = (label: string) => feed().getByRole('article', { name: label, exact: true })
const card = (name: string) => feed().getByRole('region', { name })
const seen = (text: string) => feed().getByText(text, { exact: true }).last().waitFor()
/** The turn that ends with this text is over, and the page knows it: nothing changes any more by itself. */
async function done(text: string): Promise<void> {
  await seen(text)
  await page.locator('[data-testid=liveness][data-status=idle]').waitFor()
}
/** How far the end of the list is below what is seen. */
const fromEnd = (scroller: Locator) =>
  scroller.evaluate((it) => Math.round(it.scrollHeight - it.clientHeight - it.scrollTop))

const firstInView = () =>
  feed().evaluate((it) => {
    const { top } = it.getBoundingClientRect()
    const all = [...it.querySelectorAll('article')].map(
      (item) => [item, item.getBoundingClientRect()] as const,
    )
    const [item, place] = all.find(([, { bottom }]) => bottom > top) ?? []
    return `${item?.textContent} ${Math.round((place?.top ?? 0) - top)}`
  })

/** The same, when the rows that came into view have got their sizes: as it was a moment before. */
async function settledInView(): Promise<string> {
  let before = ''
  const isStill = async () => {
    const last = before
    before = await firstInView()
    return before === last
  }
  await expect.poll(isStill, { interval: 200 }).toBe(true)
  return before
}

describe('a turn as it runs', () => {
  test('streams its text; a reload in mid-turn shows the same; an interrupt leaves a mark', async () => {
    const id = await open('Please stream slowly')
    const half = /^You\s+[\d:]+( [AP]M)?\s+Please stream slowly\s+One two three $/
    await expect.poll(() => feed().innerText()).toMatch(half)
    await expect.poll(() => page.getByTestId('liveness').innerText()).toMatch(/^Writing/)
    await page.reload()
    await expect.poll(() => feed().innerText()).toMatch(half)
    await stage.daemon.api().call('interrupt', { params: { id }, body: { commandId: randomUUID() } })
    await seen('cut off here')
    await expect.poll(() => items('Agent').count()).toBe(1)
  })

  test('thinking is folded, and opens', async () => {
    await open('Please think about it')
    await done('Thought enough.')
    const fold = items('Thinking').getByRole('button', { name: /^Thought A secret/ })
    expect(await fold.getAttribute('aria-expanded')).toBe('false')
    expect(await items('Thinking').getByRole('paragraph').count()).toBe(0)
    await fold.click()
    await expect.poll(() => items('Thinking').getByRole('paragraph').innerText()).toMatch(/^A secret thought/)
  })
})

describe('tool calls', () => {
  test('Bash: the command, its output in colours, and how it ended', async () => {
    const id = await open('Please run coloured')
    await done('It ran.')
    const ran = card('Bash: done')
    expect(await ran.innerText()).toContain('npm test -- --color')
    expect(await ran.locator('pre').innerText()).toBe('✓ total FAILlink end')
    expect(await ran.getByText('FAIL', { exact: true }).getAttribute('class')).toBe('ansi-color-1 ansi-bold')
    await say(id, 'now run failing')
    await done('It failed.')
    expect(await card('Bash: failed').innerText()).toMatch(/npm run build\s+exit 2\s+failed\s+no such thing/)
  })

  test('a long output shows its end, and all of it on demand', async () => {
    await open('Please run long')
    await done('Counted.')
    const output = card('Bash: done').locator('pre')
    await expect.poll(() => output.innerText()).toMatch(/^line 491\n[\s\S]*line 500$/)
    await card('Bash: done').getByRole('button', { name: 'Show all (500 lines)' }).click()
    await expect.poll(() => output.innerText()).toMatch(/^line 1\n/)
    // What was pressed stays in view, though the list was at its end.
    await page.getByRole('button', { name: 'Jump to latest' }).waitFor()
    await card('Bash: done').getByRole('button', { name: 'Show less' }).click()
    await expect.poll(() => fromEnd(feed())).toBeLessThan(50)
  })

  test('Write and Edit: a diff with signs, numbers and the words that changed', async () => {
    await open('Please edit it')
    await done('Edited.')
    const rows = card('Edit: done').getByRole('row')
    const removed = rows.filter({ hasText: 'removed' })
    await expect.poll(() => removed.innerText()).toMatch(/^2\s+−\s*removed\s+let sum = 0$/)
    await expect.poll(() => rows.filter({ hasText: 'added' }).locator('mark').innerText()).toBe('0n')
    const written = card('Write: done').getByRole('row').filter({ hasText: 'added' })
    await expect.poll(() => written.count()).toBe(7)
  })

  test('a sub-agent’s own items stand inside its card', async () => {
    await open('Please use an agent')
    await done('The agent is back.')
    const agent = card('Agent Explore: done')
    const head = agent.getByRole('button', { name: /Look around/ })
    if ((await head.getAttribute('aria-expanded')) === 'false') await head.click()
    await agent.getByText('Found in two files.').first().waitFor()
    const inside = agent.getByRole('region', { name: 'Steps of the agent' })
    await expect
      .poll(() => inside.getByRole('region', { name: 'Grep: done' }).innerText())
      .toContain('needle')
  })

  test('each of the other tools has its card; an unknown message is folded', async () => {
    await open('Please use all tools')
    await done('All used.')
    await feed()
      .getByRole('button', { name: 'Updated the task list, read 1 file, searched once, fetched 1 page' })
      .click()
    // What did not only look is a row of its own.
    expect(await card('NotebookEdit: done').count()).toBe(1)
    await expect
      .poll(() => card('To do: done').getByRole('listitem').allTextContents())
      .toEqual(['done: Look', 'in progress: Mend', 'to do: Test'])
    expect(await card('Read: done').innerText()).toMatch(/src\/total\.js\s+from line 2/)
    expect(await card('Grep: done').innerText()).toMatch(/foo in src\s+2 found/)
    expect(await card('WebFetch: done').innerText()).toContain('https://example.org/page')
    expect(await card('NotebookEdit: done').innerText()).toContain('print(1)')
    expect(await card('TideTable: failed').innerText()).toContain('"harbour": "Hamburg"')
    await items('Unknown message')
      .getByRole('button', { name: /tide_event/ })
      .click()
    expect(await items('Unknown message').locator('pre').innerText()).toContain('"height": 3')
  })
})

test('hostile text does nothing and asks for nothing', async () => {
  const asked: string[] = []
  page.on('request', (request) => asked.push(request.url()))
  await open('Please be malicious')
  const text = items('Agent').last()
  await text.getByText('picture: a picture').waitFor()
  await page.locator('[data-testid=liveness][data-status=idle]').waitFor()
  expect(await text.locator('img, iframe, script, [onerror]').count()).toBe(0)
  expect(await text.innerText()).toContain('<script>window.stolen = 1</script>')
  const links = await text
    .getByRole('link')
    .evaluateAll((all) =>
      all.map((it) => [it.getAttribute('href'), it.getAttribute('rel'), it.getAttribute('target')]),
    )
  expect(links).toEqual([
    [`${EVIL}/b.png`, 'noopener noreferrer', '_blank'],
    ['https://example.org/fine', 'noopener noreferrer', '_blank'],
  ])
  await text.getByText('a trap').click()
  expect(await page.evaluate(() => 'stolen' in globalThis)).toBe(false)
  expect(asked.filter((url) => !url.startsWith(stage.daemon.url))).toEqual([])
})

describe('a long session', () => {
  let id: string
  beforeAll(async () => {
    id = await stage.session({ prompt: 'Please say many things' })
    const isOver = async () => {
      const { sessions } = await stage.daemon.api().call('listSessions', {})
      expect(sessions.find((session) => session.id === id)?.lastLine).toBe(`Thing ${MANY}.`)
    }
    await vi.waitFor(isOver, { timeout: 3 * PATIENCE, interval: 200 })
  })
  beforeEach(async () => {
    await page.goto(`${stage.daemon.url}/s/${id}`)
    await done(`Thing ${MANY}.`)
  })

  test('of 5,000 items only those in view are on the page; an address with an event leads to its item', async () => {
    await expect.poll(() => fromEnd(feed())).toBeLessThan(50)
    expect(await feed().locator('*').count()).toBeLessThan(1500)
    await feed().press('Home')
    await seen('Please say many things')
    expect(await feed().getByText(`Thing ${MANY}.`).count()).toBe(0)
    for (let step = 0; step < 10; step++) {
      await feed().evaluate((it) => it.scrollBy({ top: it.scrollHeight / 11 }))
      await expect.poll(() => items('Agent').count()).toBeGreaterThan(5)
    }
    expect(await feed().locator('*').count()).toBeLessThan(1500)
    await feed().press('End')
    await seen(`Thing ${MANY}.`)
    await expect.poll(() => fromEnd(feed())).toBeLessThan(50)

    await feed().press('Home')
    const tenth = items('Agent').filter({ hasText: 'Thing 10.' })
    await tenth.getByRole('button', { name: 'More' }).press('Enter')
    await tenth.getByRole('button', { name: 'JSON' }).click()
    const { seq } = JSON.parse(await tenth.locator('pre').innerText())
    await page.goto(`${stage.daemon.url}/s/${id}?seq=${seq}`)
    const marked = feed().locator('[aria-current]')
    await expect.poll(() => marked.innerText()).toContain('Thing 10.')
    await expect.poll(() => marked.evaluate((it) => it.getBoundingClientRect().top)).toBeGreaterThan(0)
  })

  test('earlier items that cannot be loaded tell why, and can be tried again', async () => {
    stage.expectProblems(/ERR_FAILED/)
    await page.route('**/items?*', (route) => route.abort())
    await feed().press('Home')
    const failure = feed()
      .getByText(/^Not loaded: the host cannot be reached/)
      .first()
    await failure.waitFor()
    await page.unroute('**/items?*')
    await failure.getByRole('button', { name: 'Try again' }).click()
    await seen('Please say many things')
    await seen('Thing 1.')
  })

  test('an export has what the page has not loaded', async () => {
    const saved = page.waitForEvent('download')
    await page.getByRole('button', { name: 'Session menu' }).click()
    await page.getByRole('menuitem', { name: 'Export as Markdown' }).click()
    const text = readFileSync(await (await saved).path(), 'utf8')
    for (const words of ['Please say many things', 'Thing 1.', `Thing ${MANY}.`])
      expect(text).toContain(`\n${words}\n`)
  })

  test('it sticks to the end, unless one has scrolled up; then a button leads back', async () => {
    await say(id, 'first')
    await expect.poll(() => fromEnd(feed())).toBeLessThan(50)
    await done('Yes.')
    await feed().press('PageUp')
    const latest = page.getByRole('button', { name: /Jump to latest/ })
    await latest.waitFor()
    const inView = await settledInView()
    await say(id, 'second')
    await page.getByRole('button', { name: /Jump to latest \(\d+ new\)/ }).waitFor()
    await expect.poll(firstInView).toBe(inView)
    await latest.click()
    await seen('second')
    await expect.poll(() => fromEnd(feed())).toBeLessThan(50)
    await latest.waitFor({ state: 'detached' })
  })

  test('a list that moves while it grows keeps to its end', async () => {
    await expect.poll(() => fromEnd(feed())).toBeLessThan(50)
    await feed().evaluate((it) => {
      it.style.paddingBottom = '300px'
      it.scrollTop -= 60
    })
    await expect.poll(() => fromEnd(feed())).toBeLessThan(50)
    expect(await page.getByRole('button', { name: /Jump to latest/ }).count()).toBe(0)
  })
})

test('fork from here: a new session that has what was said up to there', async () => {
  const id = await open('Please think about it')
  await done('Thought enough.')
  await say(id, 'and more')
  await done('Yes.')
  const answer = items('Agent').filter({ hasText: 'Thought enough.' })
  await answer.hover()
  await answer.getByRole('button', { name: 'JSON' }).click()
  const { uuid } = JSON.parse(await answer.locator('pre').innerText())
  const asked = page.waitForRequest(/\/fork$/)
  await answer.getByRole('button', { name: 'Fork from here' }).click()
  expect((await asked).postDataJSON()).toMatchObject({ at: uuid })
  await page.waitForURL((url) => url.pathname.startsWith('/s/') && !url.pathname.includes(id))
  await page.getByRole('heading', { name: /\(fork\)$/ }).waitFor()
  const forked = new URL(page.url()).pathname.slice('/s/'.length)
  await say(forked, 'go on')
  await seen('Yes.')
})
