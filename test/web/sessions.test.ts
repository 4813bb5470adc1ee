import { afterAll, beforeAll, expect, test } from 'vitest'
import { WebStage } from './stage.ts'

let stage: WebStage
beforeAll(async () => {
  stage = await WebStage.open()
})
afterAll(() => stage.close())

test('without a session, the first screen offers a demo, which streams', async () => {
  const page = await stage.page()
  await page.getByRole('button', { name: 'Demo session on the simulator' }).click()
  await page.getByRole('heading', { name: 'Demo' }).waitFor()
  await expect.poll(() => page.getByRole('region', { name: 'Sessions' }).innerText()).toContain('Demo')
})
