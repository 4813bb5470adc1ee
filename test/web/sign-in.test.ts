/** How a browser gets in, stays in and gets out; and what others that live beside it in the browser learn of that. */
import { readFileSync } from 'node:fs'
import { createServer } from 'node:http'
import type { Page } from 'playwright-core'
import { beforeEach, describe, expect, onTestFinished, test } from 'vitest'
import { WebSocket } from 'ws'
import { WebStage } from './stage.ts'

let stage: WebStage
beforeEach(async () => {
  stage = await WebStage.alone(WebStage.open())
})

const title = (page: Page) => page.getByRole('heading', { name: 'Sign in to Fairlead' })
/** Of the console, once the host has told it something. */
const inside = (page: Page) => page.getByRole('button', { name: 'Try the demo' })
const field = (page: Page) => page.getByLabel('Token or one-time code')
const list = (page: Page) => page.getByRole('region', { name: 'Browsers' })
const secretOf = (page: Page) =>
  page.evaluate<string | null>("localStorage.getItem('fairlead:browser-secret')")
const cookiesOf = async (page: Page) =>
  (await page.context().cookies()).map(({ name, value }) => `${name}=${value}`).join('; ')
const namesIn = async () => (await stage.daemon.api().call('listBrowsers', {})).browsers.map((it) => it.name)

test('a stranger sees the sign-in page, and nothing is asked for; a wrong token is told, the right one lets in and stays', async () => {
  const page = await stage.page({ isStranger: true })
  const asked: string[] = []
  page.on('request', (request) => asked.push(new URL(request.url()).pathname))
  await page.goto(`${stage.daemon.url}/settings`)
  await title(page).waitFor()
  expect(asked.filter((path) => path.startsWith('/api/'))).toEqual([])

  stage.expectProblems(/status of 401/)
  await field(page).fill('nonsense')
  await field(page).press('Enter')
  await page.getByRole('alert').getByText('neither the token of this host').waitFor()
  await field(page).fill(stage.daemon.token)
  await page.getByRole('button', { name: 'Sign in' }).click()
  await page.getByRole('heading', { name: 'Settings' }).waitFor()
  await page.reload()
  await page.getByRole('heading', { name: 'Settings' }).waitFor()
  await list(page).getByText('this browser').waitFor()

  const stored = JSON.stringify(await page.context().storageState())
  expect(stored).not.toContain(stage.daemon.token)
  expect(await page.evaluate('document.cookie')).toBe('')
})

describe('a link with a code', () => {
  test('signs in, leads on, and leaves no code in the address or the history', async () => {
    const id = await stage.session({ title: 'Linked', prompt: 'hello' })
    const page = await stage.page({ isStranger: true })
    const link = await stage.signInLink(`/s/${id}`)
    await page.goto(link)
    await page.getByRole('heading', { name: 'Linked' }).waitFor()
    expect(page.url()).toBe(`${stage.daemon.url}/s/${id}`)
    expect(await page.evaluate('history.length')).toBe(2)
    await page.goBack()
    expect(page.url()).toBe('about:blank')
  })

  test('that was used already says so, and what to do; a browser that is signed in goes on', async () => {
    const link = await stage.signInLink()
    const first = await stage.page({ isStranger: true })
    await first.goto(link)
    await inside(first).waitFor()

    stage.expectProblems(/status of 401/)
    const second = await stage.page({ isStranger: true })
    await second.goto(link)
    await second.getByRole('alert').getByText('This code was used already').waitFor()
    await second.getByText('fairlead open', { exact: true }).waitFor()
    await first.goto(link)
    await inside(first).waitFor()
    await field(second).fill(stage.daemon.token)
    await field(second).press('Enter')
    await inside(second).waitFor()
  })

  test.each(['//evil.example/', 'https://evil.example/', '/\\evil.example', 'javascript:alert(1)'])(
    'never leads to %s',
    async (to) => {
      const page = await stage.page({ isStranger: true })
      await page.goto(await stage.signInLink(to))
      await inside(page).waitFor()
      expect(page.url()).toBe(`${stage.daemon.url}/`)
    },
  )

  test('in place of it an old one with the token: it is taken out of the address, and opens nothing', async () => {
    const page = await stage.page({ isStranger: true })
    await page.goto(`${stage.daemon.url}/login?token=${stage.daemon.token}`)
    await page.getByRole('alert').getByText('no longer work').waitFor()
    expect(page.url()).toBe(`${stage.daemon.url}/login`)
    expect(await namesIn()).toEqual([])
  })
})

test('cleared storage: the sign-in page, without an error; signing in again leaves one browser', async () => {
  const page = await stage.page({ at: '/' })
  await inside(page).waitFor()
  await page.evaluate('localStorage.clear()')
  await page.reload()
  await title(page).waitFor()
  expect(await page.getByRole('alert').count()).toBe(0)
  await field(page).fill(stage.daemon.token)
  await field(page).press('Enter')
  await inside(page).waitFor()
  expect(await namesIn()).toHaveLength(1)
})

test('cleared cookies: the sign-in page', async () => {
  const page = await stage.page({ at: '/' })
  await inside(page).waitFor()
  stage.expectProblems(/status of 401/)
  await page.context().clearCookies()
  await page.reload()
  await title(page).waitFor()
})

test('sign out: all tabs of this browser show the sign-in page, and what they had opens nothing any more', async () => {
  const page = await stage.page({ at: '/settings' })
  const other = await page.context().newPage()
  await other.goto(stage.daemon.url)
  await inside(other).waitFor()
  const headers = { cookie: await cookiesOf(page), 'x-fairlead-browser': (await secretOf(page)) ?? '' }
  const status = async () => (await fetch(`${stage.daemon.url}/api/sessions`, { headers })).status
  expect(await status()).toBe(200)
  // What a tab was about to ask for is refused.
  stage.expectProblems(/status of 401/)
  await list(page).getByRole('button', { name: 'Sign out', exact: true }).click()
  await title(page).waitFor()
  await title(other).waitFor()
  expect(await status()).toBe(401)
  expect(await secretOf(page)).toBeNull()
  expect(await cookiesOf(page)).toBe('')
  await page.reload()
  await title(page).waitFor()
  expect(await namesIn()).toEqual([])
})

describe('the list of browsers', () => {
  test('shows each, and signs one out at once: its open page asks to sign in', async () => {
    const phone = await stage.page({ isStranger: true, userAgent: 'Mozilla/5.0 (iPhone) Safari/604' })
    await phone.goto(await stage.signInLink())
    await inside(phone).waitFor()
    const page = await stage.page({ at: '/settings' })
    await list(page).getByText('Safari, iPhone').waitFor()
    await list(page).locator('li', { hasText: 'Chrome, Linux' }).getByText('this browser').waitFor()

    stage.expectProblems(/status of 401/)
    await list(page).getByRole('button', { name: 'Sign out Safari, iPhone' }).click()
    await list(page).getByText('Safari, iPhone').waitFor({ state: 'detached' })
    await title(phone).waitFor()
    await phone.reload()
    await title(phone).waitFor()
    expect(await namesIn()).toEqual(['Chrome, Linux'])
  })

  test('signs out all others, and not this one', async () => {
    const others = [await stage.page({ at: '/' }), await stage.page({ at: '/' })]
    for (const other of others) await inside(other).waitFor()
    const page = await stage.page({ at: '/settings' })
    await expect.poll(() => list(page).getByRole('listitem').count()).toBe(3)
    stage.expectProblems(/status of 401/)
    const button = list(page).getByRole('button', { name: 'Sign out all others' })
    await button.click()
    for (const other of others) await title(other).waitFor()
    await expect.poll(() => list(page).getByRole('listitem').count()).toBe(1)
    expect(await button.isDisabled()).toBe(true)
    await page.reload()
    await list(page).getByText('this browser').waitFor()
  })
})

test('`fairlead open` in a browser that is signed in: another secret, the same browser, and open tabs go on', async () => {
  const page = await stage.page({ at: '/' })
  await inside(page).waitFor()
  const before = await secretOf(page)
  const other = await page.context().newPage()
  await other.goto(await stage.signInLink('/settings'))
  await list(other).getByText('this browser').waitFor()
  expect(await secretOf(page)).not.toBe(before)
  expect(await namesIn()).toHaveLength(1)
  await page.getByRole('link', { name: 'Settings' }).click()
  await list(page).getByText('this browser').waitFor()
  expect(await page.locator('.connection-bar').count()).toBe(0)
})

test('a dev server on another port, opened in the same browser, gets the cookie and can do nothing with it', async () => {
  const page = await stage.page({ at: '/' })
  await inside(page).waitFor()
  const received: string[] = []
  const server = createServer((request, response) => {
    received.push(request.headers.cookie ?? '')
    response.setHeader('content-type', 'text/html').end('<link rel="icon" href="data:,"><h1>dev server</h1>')
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  onTestFinished(() => void server.close())
  const { port } = server.address() as { port: number }
  await page.goto(`http://127.0.0.1:${port}/`)
  // Browsers send cookies to every port: this is why the cookie must not be enough.
  const [cookie = ''] = received
  expect(cookie).toMatch(/^fairlead-[0-9a-f]{12}=/)
  expect(await page.evaluate('Object.keys(localStorage)')).toEqual([])
  const { url } = stage.daemon
  for (const path of ['/api/sessions', '/api/stream?list=1', '/api/openapi.json'])
    expect((await fetch(url + path, { headers: { cookie } })).status).toBe(401)
  const socket = new WebSocket(`${url.replace('http', 'ws')}/api/stream`, {
    headers: { cookie, origin: url },
  })
  let frames = 0
  socket.on('message', () => {
    frames += 1
  })
  socket.on('open', () => socket.send('{"type":"watch-list"}'))
  const code = await new Promise((resolve) => socket.on('close', resolve))
  expect({ code, frames }).toEqual({ code: 4401, frames: 0 })
})

test('two hosts on two ports in one browser do not sign one another out', async () => {
  const other = await WebStage.alone(WebStage.open())
  const page = await stage.page({ at: '/' })
  await inside(page).waitFor()
  const there = await page.context().newPage()
  await there.goto(await other.signInLink())
  await inside(there).waitFor()
  expect(await page.context().cookies()).toHaveLength(2)
  await page.reload()
  await inside(page).waitFor()
  await there.reload()
  await inside(there).waitFor()
  await there.goto(`${other.daemon.url}/settings`)
  await list(there).getByRole('button', { name: 'Sign out', exact: true }).click()
  await title(there).waitFor()
  await page.reload()
  await inside(page).waitFor()
})

test('the OpenAPI description is saved with a click', async () => {
  const page = await stage.page({ at: '/settings' })
  const saved = page.waitForEvent('download')
  await page.getByRole('button', { name: 'Download OpenAPI description' }).click()
  const file = await saved
  expect(file.suggestedFilename()).toBe('fairlead-openapi.json')
  expect(JSON.parse(readFileSync(await file.path(), 'utf8'))).toMatchObject({ openapi: '3.1.0' })
})
