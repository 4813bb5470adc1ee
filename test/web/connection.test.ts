/** What becomes of an open page when the host goes away, comes back, or comes back with another token. */
import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Page } from 'playwright-core'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { promptsOf } from './journal.ts'
import { WebStage } from './stage.ts'

const SCENARIO = {
  scripts: [
    {
      prompt: 'stream slowly',
      replies: [[{ text: 'One two three ', open: true }, { hold: 'gate' }, { text: 'four.' }]],
    },
  ],
  otherwise: [{ text: 'Yes.' }],
}

let stage: WebStage
let page: Page
beforeAll(async () => {
  stage = await WebStage.playing(SCENARIO)
  page = await stage.page()
})
afterAll(() => stage.close())

const feed = () => page.getByRole('feed', { name: 'Transcript' })
const field = () => page.getByRole('textbox', { name: /^Message to/ })
const bar = () => page.locator('.connection-bar')

test('the host is killed in mid-turn and started again: the turn goes on, nothing is twice, no message is lost', async () => {
  const id = await stage.session({ prompt: 'Please stream slowly' })
  await page.goto(`${stage.daemon.url}/s/${id}`)
  await feed().getByText('One two three').waitFor()
  await field().fill('a draft')
  const before = await feed().innerText()

  await stage.daemon.kill()
  await bar().getByText('Not connected: the host cannot be reached').waitFor()
  expect(await feed().innerText()).toBe(before)
  await field().press('Enter')
  await page.getByRole('form', { name: 'Message' }).getByRole('alert').waitFor()
  expect(await field().inputValue()).toBe('a draft')

  await stage.daemon.start()
  await bar().waitFor({ state: 'detached' })
  expect(await feed().innerText()).toBe(before)
  expect(await page.getByTestId('liveness').innerText()).toMatch(/^writing/)
  await page.getByRole('button', { name: 'Try again' }).click()
  await expect.poll(() => field().inputValue()).toBe('')
  await page.getByRole('button', { name: /^Interrupt/ }).click()
  await feed().getByText('cut off here').waitFor()
  await feed().getByText('Yes.').waitFor()
  expect(await promptsOf(stage, id)).toEqual(['Please stream slowly', 'a draft'])
  expect((await feed().innerText()).split('One two three')).toHaveLength(2)
})

test('a host with another token: the page says what to do, and goes on once somebody has logged in', async () => {
  await page.goto(stage.daemon.url)
  await page.getByText('Nothing waits for you').waitFor()
  await stage.daemon.kill()
  writeFileSync(join(stage.daemon.data, 'token'), 'n'.repeat(43))
  await stage.daemon.start()
  await bar().getByText('Open the address that `fairlead up` prints').waitFor()
  const other = await page.context().newPage()
  await other.goto(`${stage.daemon.url}/login?token=${stage.daemon.token}`)
  await bar().waitFor({ state: 'detached' })
  // What the browser tells of the refusals.
  expect(stage.problems.splice(0).every((it) => /status of (401|429)/.test(it))).toBe(true)
})
