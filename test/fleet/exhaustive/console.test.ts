/** A fleet in the browser: three hosts in processes of their own, and pages on the consoles of two of them. */
import type { Page } from 'playwright-core'
import { expect, onTestFinished, test } from 'vitest'
import { fill } from '../../../bench/fleet/directory.mjs'
import { choose } from '../../web/choose.ts'
import { WebStage } from '../../web/stage.ts'
import { FleetStage, type TestNode } from '../stage.ts'

async function fleetOf(names: readonly string[], settings: object = {}): Promise<TestNode[]> {
  const stage = await FleetStage.start(names, settings)
  onTestFinished(() => stage.end())
  return stage.nodes
}
const pageOn = async ({ daemon }: TestNode, at: string) => (await WebStage.on(daemon)).page({ at })
const listOf = (page: Page) => page.getByRole('region', { name: 'Sessions', exact: true })
const titlesIn = (page: Page) => listOf(page).locator('.session-row-title > :first-child').allInnerTexts()
const sectionsIn = async (page: Page) => {
  const sections = await listOf(page).getByRole('region').all()
  return Promise.all(sections.map((it) => it.getAttribute('aria-label')))
}

test('a session is made on one machine from the console of another, and approved from a third; both pages show the stream', async () => {
  const [a, b, c] = (await fleetOf(['a', 'b', 'c'])) as [TestNode, TestNode, TestNode]
  const page = await pageOn(b, '/new')
  await choose(page, 'Machine', 'a')
  // Folders there cannot be browsed from here.
  await expect.poll(() => page.getByRole('button', { name: 'Browse' }).count()).toBe(0)
  await page.getByLabel('Project folder', { exact: true }).fill(a.daemon.cwd)
  await page.getByText('Options', { exact: true }).click()
  await choose(page, 'Agent', /^sim/)
  await page.getByLabel('Title').fill('Far away')
  await page.getByLabel('Prompt', { exact: true }).fill('fix the bug')
  await page.keyboard.press('Control+Enter')
  await page.waitForURL(/\/s\/[^/]+$/)
  await page.getByRole('heading', { name: 'Far away', level: 1 }).waitFor()
  const id = new URL(page.url()).pathname.split('/')[2] ?? ''
  const { session } = await a.daemon.api().call('getSession', { params: { id } })
  expect(session).toMatchObject({ cwd: a.daemon.cwd, agent: 'sim', node: { name: 'a', isHere: true } })
  await listOf(page)
    .getByRole('link', { name: /^Far away On a/ })
    .waitFor()

  const other = await pageOn(c, `/s/${id}`)
  // An edit, and then a test run.
  const allow = other.getByRole('button', { name: 'Allow', exact: true })
  const state = (it: Page) => it.getByTestId('liveness').innerText()
  await allow.click()
  const allowed = async () => {
    // It may be gone by now.
    if (await allow.isVisible()) await allow.click({ timeout: 1000 }).catch(() => {})
    return state(other)
  }
  await expect.poll(allowed).toMatch(/^Idle/)
  const words = (it: Page) => it.getByRole('feed').innerText()
  for (const it of [page, other]) {
    await expect.poll(() => state(it)).toMatch(/^Idle/)
    await expect.poll(() => words(it)).toContain('fix the bug')
  }
  await expect.poll(async () => (await words(page)) === (await words(other))).toBe(true)
  const { events } = await a.daemon.api().call('listEvents', { params: { id } })
  const answered = events.flatMap((it) => (it.kind === 'approval-answered' ? [it.id] : []))
  expect(answered).toEqual([...new Set(answered)])
  expect(answered.length).toBeGreaterThan(0)
})

test('the list is grouped by machine or shows one of them; one that is away is named with its age', async () => {
  const [a, b] = (await fleetOf(['a', 'b'], { lostAfterSeconds: 4 })) as [TestNode, TestNode]
  const titled = (node: TestNode, title: string) =>
    node.daemon.api().call('createSession', { body: { cwd: node.daemon.cwd, agent: 'sim', title } })
  await titled(a, 'There')
  await titled(b, 'Here')
  const page = await pageOn(b, '/')
  await expect.poll(async () => (await titlesIn(page)).toSorted()).toEqual(['Here', 'There'])
  await choose(page, 'Machines', 'All machines, by machine')
  await expect.poll(() => sectionsIn(page)).toEqual(['b (this machine)', 'a'])
  await choose(page, 'Machines', 'Only a')
  await expect.poll(() => titlesIn(page)).toEqual(['There'])
  await page.reload()
  await expect.poll(() => titlesIn(page)).toEqual(['There'])

  await a.daemon.kill()
  const row = listOf(page).getByRole('link', { name: /^There On a ?, which is away ? ?for \d+ s/ })
  await row.waitFor()
  await row.click()
  await page
    .getByText(/^Node a is away since .*the session takes no commands/)
    .first()
    .waitFor()
  await choose(page, 'Machines', 'All machines, by machine')
  await expect.poll(() => sectionsIn(page)).toEqual(['b (this machine)', 'a, away'])
})

test('any machine: the answer says why there is none; a machine is drained in the settings, and shown so', async () => {
  const [a, b] = (await fleetOf(['a', 'b'])) as [TestNode, TestNode]
  const settings = await pageOn(b, '/settings')
  const machines = settings.getByRole('region', { name: 'Machines' })
  await machines.getByRole('button', { name: 'Drain a' }).click()
  await machines.getByText('draining').waitFor()
  await a.until(({ nodes }) => nodes.some(({ name, isDraining }) => name === 'a' && isDraining))

  const stage = await WebStage.on(b.daemon)
  stage.expectProblems(/422/)
  const page = await stage.page({ at: '/new' })
  stage.expectProblems(/422/)
  await choose(page, 'Machine', 'Any machine')
  await page.getByLabel('Project folder', { exact: true }).fill(b.daemon.cwd)
  await page.getByLabel('Labels').fill('gpu')
  await page.getByText('Write labels as key=value.').first().waitFor()
  await page.getByLabel('Labels').fill('gpu=yes')
  await page.getByRole('button', { name: 'Start session' }).click()
  await page
    .getByText(/no node can take this session: a: it is being drained; b: it lacks the label gpu=yes/)
    .waitFor()
  await page.getByLabel('Labels').fill('')
  await page.getByText('Options', { exact: true }).click()
  await choose(page, 'Agent', /^sim/)
  await page.getByRole('button', { name: 'Start session' }).click()
  await page.waitForURL(/\/s\/[^/]+$/)

  await machines.getByRole('button', { name: 'Take new sessions on a' }).click()
  await machines.getByRole('button', { name: 'Drain a' }).waitFor()
})

test('of hundreds of sessions the list shows the first, and more when asked', async () => {
  const stage = await FleetStage.start(['a'])
  onTestFinished(() => stage.end())
  const [a] = stage.nodes as [TestNode]
  await fill(stage.url, await a.create(), 350)
  const list = async () => (await a.daemon.api().call('listSessions', { query: {} })).sessions
  await expect.poll(async () => (await list()).length).toBe(351)
  const page = await pageOn(a, '/')
  const rows = () => listOf(page).locator('.session-row').count()
  await expect.poll(rows).toBe(100)
  await page.getByRole('button', { name: 'Show 200 more' }).click()
  await expect.poll(rows).toBe(300)
  await page.getByRole('button', { name: 'Show 51 more' }).click()
  await expect.poll(rows).toBe(351)
  await page.getByRole('searchbox').fill('Session 349')
  await expect.poll(() => titlesIn(page)).toEqual(['Session 349'])
})
