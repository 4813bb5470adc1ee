/** Reading a long conversation: runs of calls, finding, moving from prompt to prompt, and what one does with a message. */
import { randomUUID } from 'node:crypto'
import type { Page } from 'playwright-core'
import { beforeAll, beforeEach, describe, expect, test, vi } from 'vitest'
import { PATIENCE, WebStage } from './stage.ts'

const MANY = 1500
const read = (path: string) => ({ tool: 'Read', input: { file_path: path }, result: '     1\tlet a = 1' })
const grep = (pattern: string) => ({ tool: 'Grep', input: { pattern }, result: 'src/a.ts' })

let stage: WebStage
let page: Page
beforeAll(async () => {
  stage = await WebStage.playing({
    scripts: [
      {
        prompt: 'look around',
        replies: [
          [
            read('a.ts'),
            read('b.ts'),
            grep('needle'),
            { tool: 'Grep', input: { pattern: 'x' }, fails: 'no folder' },
          ],
          [{ tool: 'Bash', input: { command: 'npm test' }, result: 'fine' }],
          [read('c.ts')],
          [{ text: 'Looked.' }],
        ],
      },
      {
        prompt: 'many things',
        replies: [
          Array.from({ length: MANY }, (_, i) => ({
            text: `Thing ${i + 1}${i % 500 === 10 ? ' is a heliotrope' : ''}.`,
            chunk: 100,
          })),
        ],
      },
      {
        prompt: 'ask agents',
        replies: [
          ['one', 'two'].map((name) => ({
            tool: 'Agent',
            input: { description: `agent ${name}`, prompt: 'inner work', subagent_type: 'Explore' },
          })),
          [{ text: 'Asked.' }],
        ],
      },
      { prompt: 'inner work', replies: [[{ text: 'Seven callers.' }]] },
    ],
    otherwise: [{ text: 'Yes.' }],
  })
})
beforeEach(async () => {
  page = await stage.page()
})

const feed = () => page.getByRole('feed', { name: 'Transcript' })
const say = (id: string, text: string) =>
  stage.daemon.api().call('sendMessage', { params: { id }, body: { commandId: randomUUID(), text } })
const options = { allowedTools: ['Read', 'Grep', 'Bash', 'Agent'] }
/** The turn that ends with this text is over, and the page knows it. */
async function done(text: string): Promise<void> {
  await feed().getByText(text, { exact: true }).last().waitFor()
  await page.locator('[data-testid=liveness][data-status=idle]').waitFor()
}
const isInView = (text: string) =>
  feed().evaluate((it, wanted) => {
    const { top, bottom } = it.getBoundingClientRect()
    const found = [...it.querySelectorAll('article')].filter((row) => row.textContent?.includes(wanted))
    return found.some((row) => {
      const place = row.getBoundingClientRect()
      return place.top < bottom && place.bottom > top
    })
  }, text)

describe('runs of calls', () => {
  beforeEach(async () => {
    const id = await stage.session({ prompt: 'Please look around', options })
    await page.goto(`${stage.daemon.url}/s/${id}`)
    await done('Looked.')
  })

  test('calls that only looked are one line, which opens and closes', async () => {
    const run = feed().getByRole('button', { name: 'Read 2 files, searched twice · 1 failed' })
    await run.waitFor()
    expect(
      await feed()
        .getByRole('region', { name: /^(Read|Grep)/ })
        .count(),
    ).toBe(1)
    expect(await feed().getByRole('region', { name: 'Bash: done' }).count()).toBe(1)
    await run.click()
    expect(await run.getAttribute('aria-expanded')).toBe('true')
    await expect
      .poll(() =>
        feed()
          .getByRole('region', { name: /^(Read|Grep)/ })
          .count(),
      )
      .toBe(5)
    await feed().getByText('no folder').waitFor()
    await run.click()
    await expect
      .poll(() =>
        feed()
          .getByRole('region', { name: /^(Read|Grep)/ })
          .count(),
      )
      .toBe(1)
  })

  test('find opens the run that the match is in', async () => {
    await feed().press('Control+f')
    await page.getByRole('searchbox', { name: 'Find in this session' }).fill('needle')
    await feed().getByRole('region', { name: 'Grep: done' }).getByText('needle').waitFor()
    expect(await feed().locator('[aria-current]').innerText()).toContain('needle')
  })
})

test('sub-agents that were started together are one list', async () => {
  const id = await stage.session({ prompt: 'Please ask agents', options })
  await page.goto(`${stage.daemon.url}/s/${id}`)
  await done('Asked.')
  await expect.poll(() => feed().innerText()).toMatch(/2 sub-agents\s+2 done/)
  const agents = feed().getByRole('region', { name: 'Agent Explore: done' })
  expect(await agents.count()).toBe(2)
  await agents
    .first()
    .getByRole('button', { name: /agent one/ })
    .click()
  await agents.first().getByText('Seven callers.').first().waitFor()
})

describe('a long conversation', () => {
  let id: string
  beforeAll(async () => {
    id = await stage.session({ prompt: 'Please say many things' })
    const ends = (line: string) => async () => {
      const { sessions } = await stage.daemon.api().call('listSessions', {})
      const session = sessions.find((it) => it.id === id)
      expect([session?.lastLine, session?.group]).toEqual([line, 'idle'])
    }
    await vi.waitFor(ends(`Thing ${MANY}.`), { timeout: 3 * PATIENCE, interval: 200 })
    await say(id, 'and then?')
    await vi.waitFor(ends('Yes.'), { timeout: PATIENCE, interval: 200 })
  })
  beforeEach(async () => {
    await page.goto(`${stage.daemon.url}/s/${id}`)
    await done('Yes.')
  })

  test('find also finds what the page does not hold: counts, next and previous, and marks the words', async () => {
    expect(await feed().getByText('heliotrope').count()).toBe(0)
    await page.keyboard.press('Control+f')
    const field = page.getByRole('searchbox', { name: 'Find in this session' })
    await page.locator('.find input:focus').waitFor()
    await page.keyboard.type('heliotrope')
    const bar = page.getByRole('search', { name: 'Find in this session' })
    await bar.getByText('3 of 3').waitFor()
    const current = feed().locator('[aria-current]')
    await expect.poll(() => current.innerText()).toContain('Thing 1011 is a heliotrope.')
    await expect.poll(() => page.evaluate(() => CSS.highlights.get('found')?.size)).toBe(1)
    await field.press('Enter')
    await bar.getByText('1 of 3').waitFor()
    await expect.poll(() => current.innerText()).toContain('Thing 11 is a heliotrope.')
    await expect.poll(() => isInView('Thing 11 is')).toBe(true)
    await field.press('Shift+Enter')
    await bar.getByText('3 of 3').waitFor()
    await bar.getByRole('button', { name: 'Previous match' }).click()
    await expect.poll(() => current.innerText()).toContain('Thing 511 is a heliotrope.')
    await field.fill('nothing like that')
    await bar.getByText('No matches').waitFor()
    await field.press('Escape')
    await bar.waitFor({ state: 'detached' })
    expect(await page.evaluate(() => CSS.highlights.has('found'))).toBe(false)
  })

  test('keys and buttons go to the prompt before and after, however far it is', async () => {
    await page.getByRole('button', { name: 'Previous prompt' }).click()
    await expect.poll(() => isInView('and then?')).toBe(true)
    await feed().press('PageUp')
    await expect.poll(() => isInView('and then?')).toBe(false)
    await page.keyboard.press('[')
    await expect.poll(() => isInView('Please say many things')).toBe(true)
    await page.keyboard.press(']')
    await expect.poll(() => isInView('and then?')).toBe(true)
    await page.keyboard.press(']')
    await expect.poll(() => isInView('Yes.')).toBe(true)
  })

  test('rows can be clicked while the list scrolls', async () => {
    const lost = await feed().evaluate(async (it) => {
      const { top, left, width, height } = it.getBoundingClientRect()
      const found: boolean[] = []
      for (let step = 0; step < 20; step++) {
        it.scrollTop -= 3
        await new Promise(requestAnimationFrame)
        found.push(document.elementFromPoint(left + width / 2, top + height / 2) !== it)
      }
      return found.filter((isRow) => !isRow).length
    })
    expect(lost).toBe(0)
  })

  test('a message that is sent here scrolls into view', async () => {
    await feed().press('Home')
    await expect.poll(() => isInView('Please say many things')).toBe(true)
    const field = page.getByRole('textbox', { name: 'Message' })
    await field.fill('straight from here')
    await field.press('Enter')
    await expect.poll(() => isInView('straight from here')).toBe(true)
    await page.getByRole('button', { name: /Jump to latest/ }).waitFor({ state: 'detached' })
  })
})

test('a message is copied, and has a link that leads to it', async () => {
  const id = await stage.session({ prompt: 'hello there' })
  await page.goto(`${stage.daemon.url}/s/${id}`)
  await done('Yes.')
  const answer = feed().getByRole('article', { name: 'Agent', exact: true })
  await answer.hover()
  await answer.getByRole('button', { name: 'Copy', exact: true }).click()
  await expect.poll(() => page.evaluate(() => navigator.clipboard.readText())).toBe('Yes.')
  await answer.getByRole('button', { name: 'Copy link' }).click()
  await expect.poll(() => page.evaluate(() => navigator.clipboard.readText())).toMatch(/\/s\/.+\?seq=\d+$/)
  await page.goto(await page.evaluate(() => navigator.clipboard.readText()))
  await expect.poll(() => feed().locator('[aria-current]').innerText()).toContain('Yes.')
  // By keyboard the same things are reached.
  await feed().getByRole('button', { name: 'More' }).last().focus()
  await answer.getByRole('button', { name: 'Copy link' }).waitFor()
})
