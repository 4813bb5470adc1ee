import { mkdirSync } from 'node:fs'
import { join } from 'node:path'
import type { Page } from 'playwright-core'
import { beforeAll, expect, test } from 'vitest'
import { whyNotIsolated } from '../process/isolation.ts'
import { choose } from './choose.ts'
import { WebStage } from './stage.ts'

let stage: WebStage
beforeAll(async () => {
  stage = await WebStage.open()
})

async function newPage(on = stage): Promise<Page> {
  const page = await on.page({ at: '/new' })
  await page.getByRole('heading', { name: /^(New session|Start your first session)$/ }).waitFor()
  return page
}
const openOptions = (page: Page) => page.getByText('Options', { exact: true }).click()
const sessionId = (page: Page) => new URL(page.url()).pathname.split('/')[2] ?? ''
const summaryOf = async (id: string, on = stage) =>
  (await on.daemon.api().call('getSession', { params: { id } })).session
const isSession = /\/s\/[^/]+$/
// A picture of one white dot.
const DOT = 'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mP8z8BQDwAEhQGAhKmMIQAAAABJRU5ErkJggg=='

test('a folder found by browsing, a mode, a model, an image and a prompt make a session', async () => {
  // Where browsing begins depends on the sessions before: here are none.
  const host = await WebStage.alone(WebStage.open())
  for (const name of ['web', 'api']) mkdirSync(join(host.daemon.cwd, 'packages', name), { recursive: true })
  const page = await newPage(host)
  const folder = page.getByLabel('Project folder', { exact: true })
  await page.getByRole('button', { name: 'Browse' }).click()
  await page.getByRole('button', { name: 'project', exact: true }).click()
  await page.getByRole('button', { name: 'packages', exact: true }).click()
  const list = page.getByRole('list', { name: 'Folders inside' })
  await expect.poll(() => list.getByRole('button').allInnerTexts()).toEqual(['api', 'web'])
  await expect.poll(() => page.evaluate<string>('document.activeElement.innerText')).toBe('api')
  // By keys: what is typed narrows the list, an arrow goes into it, Enter into the folder.
  await folder.press('End')
  await folder.pressSequentially('we')
  await expect.poll(() => list.getByRole('button').allInnerTexts()).toEqual(['web'])
  await folder.press('ArrowDown')
  await expect.poll(() => page.evaluate<string>('document.activeElement.innerText')).toBe('web')
  await page.keyboard.press('Enter')
  const chosen = join(host.daemon.cwd, 'packages', 'web')
  await expect.poll(() => folder.inputValue()).toBe(`${chosen}/`)

  await openOptions(page)
  await choose(page, 'Agent', /^sim/)
  await choose(page, 'Permissions', 'Plan')
  await page.getByText('Reads and plans only').waitFor()
  await choose(page, 'Model', 'sonnet')
  await page.getByLabel('Title').fill('Made by hand')
  await page
    .getByLabel('Images', { exact: true })
    .setInputFiles({ name: 'dot.png', mimeType: 'image/png', buffer: Buffer.from(DOT, 'base64') })
  await page.getByRole('img', { name: 'dot.png' }).waitFor()
  await page.getByLabel('Prompt', { exact: true }).fill('hello there')
  await page.keyboard.press('Control+Enter')
  await page.waitForURL(isSession)
  await page.getByRole('heading', { name: 'Made by hand' }).waitFor()

  const id = sessionId(page)
  // The mode is the CLI's own word, which comes with its first turn.
  await expect.poll(async () => (await summaryOf(id, host)).permissionMode).toBe('plan')
  const { cwd, agent } = await summaryOf(id, host)
  expect({ cwd, agent }).toEqual({ cwd: chosen, agent: 'sim' })
  const said = async () => {
    const { events } = await host.daemon.api().call('listEvents', { params: { id } })
    return JSON.stringify(events.filter((it) => it.kind === 'sent' && it.message.type === 'user'))
  }
  await expect.poll(said).toContain('hello there')
  expect(await said()).toContain(DOT)

  // The next one begins with the same choices, and without the old prompt.
  await page.goto(`${host.daemon.url}/new`)
  await expect
    .poll(() => page.getByRole('combobox', { name: 'Permissions' }).getAttribute('data-value'))
    .toBe('plan')
  await expect
    .poll(() => page.getByRole('combobox', { name: 'Model' }).getAttribute('data-value'))
    .toBe('sonnet')
  await expect.poll(() => folder.inputValue()).toBe(`${chosen}/`)
  expect(await page.getByLabel('Prompt', { exact: true }).inputValue()).toBe('')
})

test('a folder that is listed late takes nobody out of the field that they went on to', async () => {
  const host = await WebStage.alone(WebStage.open())
  mkdirSync(join(host.daemon.cwd, 'slow'), { recursive: true })
  const page = await newPage(host)
  await page.getByRole('button', { name: 'Browse' }).click()
  await page.getByRole('button', { name: 'project', exact: true }).click()
  let release = () => {}
  const held = new Promise<void>((resolve) => {
    release = resolve
  })
  await page.route(/listFolders|\/api\/folders\?.*slow/, async (route) => {
    await held
    await route.continue()
  })
  await page.getByRole('button', { name: 'slow', exact: true }).click()
  const prompt = page.getByLabel('Prompt', { exact: true })
  await prompt.focus()
  release()
  await page.getByText('No folders inside.').waitFor()
  await page.keyboard.type('hello')
  await expect.poll(() => prompt.inputValue()).toBe('hello')
})

test('the last folder, when it is told late, does not come into a field that somebody is in', async () => {
  await stage.session({ title: 'Has a folder' })
  // What is in a folder outside of the roots is refused.
  stage.expectProblems(/status of 404/)
  const page = await stage.page()
  let tell = () => {}
  const told = new Promise<void>((resolve) => {
    tell = resolve
  })
  await page.route('**/api/folders', async (route) => {
    await told
    await route.continue()
  })
  await page.goto(`${stage.daemon.url}/new`)
  const folder = page.getByLabel('Project folder', { exact: true })
  await folder.focus()
  tell()
  await page.getByRole('group', { name: 'Recent projects' }).waitFor()
  await folder.pressSequentially('/e')
  await expect.poll(() => folder.inputValue()).toBe('/e')
})

test('what the host refuses is said in its words, and nothing that was typed is lost', async () => {
  stage.expectProblems(/status of 40[34]/)
  const before = (await stage.daemon.api().call('listSessions', {})).sessions.length
  const page = await newPage()
  await page.getByLabel('Project folder', { exact: true }).fill(stage.daemon.cwd)
  await page.getByLabel('Prompt', { exact: true }).fill('be free')
  await openOptions(page)
  await choose(page, 'Permissions', 'Bypass permissions')
  await page.getByText('Every tool runs without asking you').waitFor()
  await page.getByRole('button', { name: 'Start session' }).click()
  await page.getByRole('alert').filter({ hasText: 'start the host with --allow-bypass' }).waitFor()
  await choose(page, 'Permissions', 'Agent’s default')
  await page.getByLabel('Project folder', { exact: true }).fill('/etc')
  await page.getByRole('button', { name: 'Start session' }).click()
  await page
    .getByRole('alert')
    .filter({ hasText: '/etc is outside the folders that this host may use' })
    .waitFor()
  expect(await page.getByLabel('Prompt', { exact: true }).inputValue()).toBe('be free')
  const { sessions } = await stage.daemon.api().call('listSessions', {})
  expect(sessions).toHaveLength(before)
})

test.skipIf(whyNotIsolated)('one that is isolated from the host, and is told as such', async () => {
  const page = await newPage()
  await page.getByLabel('Project folder', { exact: true }).fill(stage.daemon.cwd)
  await openOptions(page)
  await choose(page, 'Agent', /^sim/)
  await page.getByLabel('Title').fill('Kept in')
  await page.getByRole('checkbox', { name: 'Isolate from the host' }).check()
  await page.getByRole('button', { name: 'Start session' }).click()
  await page.waitForURL(isSession)
  const id = sessionId(page)
  expect((await summaryOf(id)).isolation).toBe('require')
  await page.goto(`${stage.daemon.url}/s/${id}/inspector`)
  await page
    .getByRole('navigation', { name: 'Parts of the inspector' })
    .getByRole('button', { name: 'Process', exact: true })
    .click()
  await page.getByText('yes: cannot see the host’s data').waitFor()
})

test('a conversation of the CLI’s own history is resumed; one that is open here is told, and forked', async () => {
  const api = stage.daemon.api()
  const made = async (title: string) => {
    const id = await stage.session({ title, prompt: `hello ${title}` })
    await expect.poll(async () => (await summaryOf(id)).liveness.status).toBe('idle')
    const { cliSessionId = '' } = await summaryOf(id)
    await api.call('closeSession', { params: { id }, body: {} })
    return { id, cliSessionId }
  }
  const open = await made('kept')
  const forgotten = await made('forgotten')
  await api.call('deleteSession', { params: { id: forgotten.id } })

  const page = await newPage()
  await page.getByRole('radio', { name: 'From history' }).check()
  await page.getByLabel('Search history').fill('forgotten')
  const entries = page.getByRole('radiogroup', { name: 'Conversations' }).getByRole('radio')
  await expect.poll(() => entries.count()).toBe(1)
  await entries.check()
  await page.getByLabel('Prompt', { exact: true }).fill('hello again')
  await page.getByRole('button', { name: 'Resume session' }).click()
  await page.waitForURL(isSession)
  const resumed = sessionId(page)
  await expect.poll(async () => (await summaryOf(resumed)).liveness.status).toBe('idle')
  expect((await summaryOf(resumed)).cliSessionId).toBe(forgotten.cliSessionId)

  await page.goto(`${stage.daemon.url}/new`)
  await page.getByRole('radio', { name: 'From history' }).check()
  await page.getByLabel('Search history').fill(open.cliSessionId)
  await page.getByRole('link', { name: 'Already open as “kept”' }).waitFor()
  await entries.check()
  await page.getByText('would write over each other').waitFor()
  await page.getByRole('radio', { name: /^Fork/ }).check()
  await page.getByLabel('Prompt', { exact: true }).fill('hello, another way')
  await page.getByRole('button', { name: 'Fork session' }).click()
  await page.waitForURL(isSession)
  const forked = sessionId(page)
  expect(forked).not.toBe(open.id)
  await expect.poll(async () => (await summaryOf(forked)).liveness.status).toBe('idle')
  const { cliSessionId, cwd } = await summaryOf(forked)
  expect(cwd).toBe(stage.daemon.cwd)
  expect(cliSessionId).not.toBe(open.cliSessionId)
})
