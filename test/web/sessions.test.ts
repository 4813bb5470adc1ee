import { expect, test } from 'vitest'
import { WebStage } from './stage.ts'

/** The list is of all sessions of a host: each test has one. */
const open = () => WebStage.alone(WebStage.open())

test('without a session, the first screen offers a demo, which streams; scripts go over the wire compressed', async () => {
  const stage = await open()
  const page = await stage.page()
  const answered = page.waitForResponse(/\/assets\/index-.*\.js$/)
  await page.goto(stage.daemon.url)
  expect(await (await answered).headerValue('content-encoding')).toBe('gzip')
  await page.getByRole('button', { name: 'Try the demo' }).click()
  await page.getByRole('heading', { name: 'Demo' }).waitFor()
  await expect.poll(() => page.getByRole('region', { name: 'Sessions' }).innerText()).toContain('Demo')
})

test('what needs a person comes first; a filter and keys go through the list; what is archived is out of sight', async () => {
  const stage = await open()
  const page = await stage.page({ at: '/' })
  await stage.session({ title: 'Talk', prompt: 'explain how it works' })
  await stage.session({ title: 'Parser', prompt: 'make a plan' })
  const list = page.getByRole('region', { name: 'Sessions' })
  const titles = () => list.locator('strong').allInnerTexts()
  await list
    .getByRole('region', { name: 'Needs you' })
    .getByRole('link', { name: /^Parser/ })
    .waitFor()
  await list.getByRole('region', { name: 'Idle' }).getByRole('link', { name: /^Talk/ }).waitFor()
  expect(await list.getByRole('region').first().getAttribute('aria-label')).toBe('Needs you')
  await expect
    .poll(() => list.getByRole('link', { name: /^Parser/ }).innerText())
    .toMatch(/Needs approval(,| ·) (\d+ m )?\d+ s/)

  await page.keyboard.press('/')
  await page.locator('[type=search]:focus').waitFor()
  await page.keyboard.type('talk idle')
  await expect.poll(titles).toEqual(['Talk'])
  await page.keyboard.press('Enter')
  await page.getByRole('heading', { name: 'Talk' }).waitFor()
  await page.getByRole('searchbox').fill('')
  await page.keyboard.press('Escape')
  await expect.poll(titles).toEqual(['Parser', 'Talk'])
  await page.keyboard.press('k')
  await page.getByRole('heading', { level: 1, name: 'Parser' }).waitFor()
  await page.keyboard.press('j')
  await page.getByRole('heading', { name: 'Talk' }).waitFor()

  await page.getByRole('button', { name: 'Session menu' }).click()
  await page.getByRole('menuitem', { name: 'Archive' }).click()
  await expect.poll(titles).not.toContain('Talk')
  await list.getByRole('button', { name: 'Show 1 archived' }).click()
  await list.getByRole('region', { name: 'Archived' }).getByText('Talk').waitFor()
})
