/** What a session tells a person who relies on it: that it ends with its host, that nobody is logged in, that nothing is asked. */
import { mkdtempSync, rmSync, symlinkSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Page } from 'playwright-core'
import { expect, onTestFinished, test } from 'vitest'
import { chooseSetting } from './choose.ts'
import { stateOf } from './journal.ts'
import { WebStage } from './stage.ts'

async function open(opening: Promise<WebStage>): Promise<{ stage: WebStage; page: Page }> {
  const stage = await WebStage.alone(opening)
  return { stage, page: await stage.page() }
}

const field = (page: Page) => page.getByRole('textbox', { name: /^Message to/ })

async function say(page: Page, text: string): Promise<void> {
  await field(page).fill(text)
  await field(page).press('Enter')
}

async function interrupt(stage: WebStage, page: Page, id: string): Promise<void> {
  await field(page).press('Escape')
  await expect.poll(async () => (await stateOf(stage, id)).turns.current).toBe(null)
}

test('where processes cannot outlive the host, the session says so, and so does the question before a stop', async () => {
  const bin = mkdtempSync(join(tmpdir(), 'fairlead-bin-'))
  onTestFinished(() => rmSync(bin, { recursive: true, force: true }))
  // Without `mkfifo` there are no FIFOs.
  symlinkSync(process.execPath, join(bin, 'node'))
  const { stage, page } = await open(WebStage.open({ PATH: bin }))
  const id = await stage.session({ prompt: 'hello' })
  await page.goto(`${stage.daemon.url}/s/${id}`)
  const note = page.locator('.session-notes', { hasText: 'This session ends when the host ends' })
  await note.waitFor()
  await page.goto(`${stage.daemon.url}/settings`)
  await page.getByRole('button', { name: 'Stop host…' }).click()
  await page.getByRole('dialog').getByText('One session ends with the host.').waitFor()

  await page.goto(`${stage.daemon.url}/s/${id}`)
  await note.waitFor()
  await stage.daemon.api().call('closeSession', { params: { id }, body: {} })
  await note.waitFor({ state: 'detached' })
})

const LOGIN = {
  scripts: [
    { prompt: 'without a key', replies: [[{ error: { status: 401, message: 'invalid x-api-key' } }]] },
    {
      prompt: 'an old login',
      replies: [[{ auth: { isAuthenticating: false, error: 'it has expired' } }, { hold: 'never' }]],
    },
    {
      prompt: 'a new login',
      replies: [
        [
          { auth: { isAuthenticating: true, output: ['Visit https://login.example.com/x7'] } },
          { hold: 'never' },
        ],
      ],
    },
    { prompt: 'logged in', replies: [[{ auth: { isAuthenticating: false } }, { text: 'There.' }]] },
  ],
  otherwise: [{ text: 'It works.' }],
}

test('who is not logged in is told where to do it, until a turn passes', async () => {
  const { stage, page } = await open(WebStage.playing(LOGIN))
  const id = await stage.session({ prompt: 'hello' })
  await page.goto(`${stage.daemon.url}/s/${id}`)
  await page.getByRole('feed').getByText('It works.').waitFor()
  const note = page.getByRole('status').filter({ hasText: 'Claude Code is not signed in' })
  expect(await note.count()).toBe(0)
  await say(page, 'without a key')
  await note.getByText('/login').waitFor()
  await say(page, 'once more')
  await note.waitFor({ state: 'detached' })

  await say(page, 'an old login')
  await note.getByText('/login').waitFor()
  await interrupt(stage, page, id)
  await note.waitFor()
  await say(page, 'and again')
  await note.waitFor({ state: 'detached' })
})

test('while the CLI logs in, what it says about that is shown', async () => {
  const { stage, page } = await open(WebStage.playing(LOGIN))
  const id = await stage.session({ prompt: 'a new login' })
  await page.goto(`${stage.daemon.url}/s/${id}`)
  const note = page.getByRole('status').filter({ hasText: 'Claude Code is signing in' })
  await note.getByText('Visit https://login.example.com/x7').waitFor()
  await page.getByTestId('liveness').getByText('Signing in').waitFor()
  await interrupt(stage, page, id)
  await say(page, 'logged in')
  await page.getByRole('feed').getByText('There.').waitFor()
  await note.waitFor({ state: 'detached' })
})

test('a session that was started for it is switched back to bypass, after a warning; another is not offered it', async () => {
  const { stage, page } = await open(WebStage.open({ IS_SANDBOX: '1' }, ['--allow-bypass']))
  const id = await stage.session({ permissionMode: 'bypassPermissions', prompt: 'hello' })
  const other = await stage.session({ prompt: 'hello' })
  const settings = page.getByRole('button', { name: /^Model and permissions/ })
  const shown = () => expect.poll(() => settings.innerText())
  const modeOf = async () => (await stateOf(stage, id)).facts.permissionMode
  await page.goto(`${stage.daemon.url}/s/${id}`)
  await shown().toContain('Bypass permissions')
  await chooseSetting(page, 'Plan')
  await expect.poll(modeOf).toBe('plan')
  const dialog = page.getByRole('dialog', { name: 'Bypass permissions?' })
  await chooseSetting(page, 'Bypass permissions')
  await dialog.getByText('Use this in a sandbox only.').waitFor()
  await dialog.getByRole('button', { name: 'Cancel' }).click()
  await dialog.waitFor({ state: 'detached' })
  await shown().toContain('Plan')
  expect(await modeOf()).toBe('plan')

  await chooseSetting(page, 'Bypass permissions')
  await dialog.getByRole('button', { name: 'Bypass permissions' }).click()
  await dialog.waitFor({ state: 'detached' })
  await expect.poll(modeOf).toBe('bypassPermissions')
  await shown().toContain('Bypass permissions')

  await page.goto(`${stage.daemon.url}/s/${other}`)
  await settings.click()
  await page.getByRole('menuitemcheckbox', { name: 'Plan', exact: true }).waitFor()
  expect(await page.getByRole('menuitemcheckbox', { name: /Bypass/ }).count()).toBe(0)
})
