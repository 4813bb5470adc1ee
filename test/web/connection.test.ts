/** What becomes of an open page when the host goes away, comes back, or comes back with another token. */
import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Page } from 'playwright-core'
import { beforeEach, expect, test } from 'vitest'
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
beforeEach(async () => {
  stage = await WebStage.alone(WebStage.playing(SCENARIO))
  page = await stage.page()
})

const feed = () => page.getByRole('feed', { name: 'Transcript' })
const field = () => page.getByRole('textbox', { name: /^Message to/ })
const shown = () => expect.poll(() => feed().innerText())
const bar = () => page.locator('.connection-bar')

test('the host is killed in mid-turn and started again: the turn goes on, nothing is twice, no message is lost', async () => {
  const id = await stage.session({ prompt: 'Please stream slowly' })
  await page.goto(`${stage.daemon.url}/s/${id}`)
  const half = /^You\s[\d: APM]+\sPlease stream slowly\s+One two three $/
  await shown().toMatch(half)
  await field().fill('a draft')

  await stage.daemon.kill()
  await bar().getByText('Not connected: the host cannot be reached').waitFor()
  await shown().toMatch(half)
  await field().press('Enter')
  const failure = page.getByRole('form', { name: 'Message' }).getByRole('alert')
  await failure.getByText('The host cannot be reached.').waitFor()
  expect(await field().inputValue()).toBe('a draft')

  await stage.daemon.start()
  await bar().waitFor({ state: 'detached' })
  await shown().toMatch(half)
  await expect.poll(() => page.getByTestId('liveness').innerText()).toMatch(/^Writing/)
  await failure.waitFor({ state: 'detached' })
  await field().press('Enter')
  await expect.poll(() => field().inputValue()).toBe('')
  await page.getByRole('button', { name: /^Interrupt/ }).click()
  await feed().getByText('cut off here').waitFor()
  await feed().getByText('Yes.').waitFor()
  expect(await promptsOf(stage, id)).toEqual(['Please stream slowly', 'a draft'])
  expect((await feed().innerText()).split('One two three')).toHaveLength(2)
})

test('a host with another token: the page asks to sign in, and goes on once another tab has signed in', async () => {
  // What the browser tells of the refusals.
  stage.expectProblems(/status of 401/)
  await page.goto(stage.daemon.url)
  await page.getByRole('button', { name: 'Try the demo' }).waitFor()
  await stage.daemon.kill()
  writeFileSync(join(stage.daemon.data, 'token'), 'n'.repeat(43))
  await stage.daemon.start()
  await page.getByRole('heading', { name: 'Sign in to Fairlead' }).waitFor()
  const other = await page.context().newPage()
  await other.goto(await stage.signInLink())
  await page.getByRole('button', { name: 'Try the demo' }).waitFor()
  await bar().waitFor({ state: 'detached' })
})

test('a view that could not be fetched while the host was away is there once it is back', async () => {
  // The view's program is loaded before the host goes away.
  await page.goto(`${stage.daemon.url}/usage`)
  await page.getByRole('heading', { name: 'Usage', exact: true }).waitFor()
  await page.getByRole('link', { name: 'Fairlead' }).click()
  await page.getByRole('button', { name: 'Try the demo' }).waitFor()
  await stage.daemon.kill()
  await bar().waitFor()
  await page.getByRole('link', { name: 'Usage' }).click()
  const failure = page.getByRole('alert').filter({ hasText: 'The host cannot be reached.' })
  await failure.first().waitFor()
  await stage.daemon.start()
  await bar().waitFor({ state: 'detached' })
  await expect.poll(() => failure.count()).toBe(0)
})
