/** The page that signs in a phone with a QR code. */
import { encode } from 'uqr'
import { expect, test } from 'vitest'
import { WebStage } from './stage.ts'

const proxied = () =>
  WebStage.alone(WebStage.open({}, ['--behind-proxy', '--host', 'atlas.example', '--host', 'other.example']))

test('a host that listens on loopback only: the page says what is missing, and how to set it up', async () => {
  const stage = await WebStage.alone(WebStage.open())
  const page = await stage.page({ at: '/phone' })
  await page.getByText('listens on this machine only').waitFor()
  await page.getByText('fairlead up --listen 0.0.0.0 --host NAME').waitFor()
  expect(await page.getByRole('img', { name: /QR code/ }).count()).toBe(0)
})

test('a QR code with the first name of the host and a one-time code, which signs in one browser', async () => {
  const stage = await proxied()
  const page = await stage.page({ at: '/phone' })
  const code = page.getByRole('img', { name: 'QR code that opens https://atlas.example and signs in' })
  await code.waitFor()
  await page.getByRole('button', { name: 'Copy link' }).click()
  await page.getByRole('button', { name: 'Copied' }).waitFor()
  const link = await page.evaluate<string>('navigator.clipboard.readText()')
  expect(link).toMatch(/^https:\/\/atlas\.example\/login#code=[\w-]{16,}$/)
  const { data, size } = encode(link, { ecc: 'M', border: 3 })
  const dark = data.flat().filter(Boolean).length
  expect(await code.getAttribute('viewBox')).toBe(`0 0 ${size} ${size}`)
  expect(((await code.locator('path').getAttribute('d')) ?? '').split('M').length - 1).toBe(dark)

  const credential = new URL(link).hash.slice('#code='.length)
  const signIn = () =>
    fetch(`${stage.daemon.url}/login`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ credential }),
    })
  expect((await signIn()).status).toBe(200)
  expect((await signIn()).ok).toBe(false)
})

test('the code is renewed before it is of no use, and on demand', async () => {
  const stage = await proxied()
  const page = await stage.page()
  await page.clock.install()
  await page.goto(`${stage.daemon.url}/phone`)
  const path = page.locator('.qr-code path')
  const drawn = () => path.getAttribute('d')
  const first = await drawn()
  await page.getByRole('button', { name: 'Renew code' }).click()
  await expect.poll(drawn).not.toBe(first)
  const second = await drawn()
  await page.clock.fastForward('11:00')
  await expect.poll(drawn).not.toBe(second)
})
