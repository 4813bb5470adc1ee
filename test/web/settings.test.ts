import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { beforeAll, expect, test } from 'vitest'
import { WebStage } from './stage.ts'

let stage: WebStage
beforeAll(async () => {
  stage = await WebStage.open()
})

async function open(on = stage) {
  const page = await on.page({ colorScheme: 'light', at: '/settings' })
  await page.getByRole('heading', { name: 'Settings' }).waitFor()
  return page
}

test('the theme changes at once, and stays', async () => {
  const page = await open()
  const scheme = () => page.evaluate<string>('getComputedStyle(document.documentElement).colorScheme')
  const ground = () => page.evaluate<string>('getComputedStyle(document.body).backgroundColor')
  await expect.poll(scheme).toBe('light')
  const light = await ground()
  await page.getByRole('radio', { name: 'Dark' }).check()
  await expect.poll(scheme).toBe('dark')
  await expect.poll(ground).not.toBe(light)
  await page.reload()
  await page.getByRole('heading', { name: 'Settings' }).waitFor()
  await expect.poll(scheme).toBe('dark')
  await page.getByRole('radio', { name: 'System' }).check()
  await expect.poll(ground).toBe(light)
})

test('an agent is added, made the default, changed without losing its secrets, and removed', async () => {
  const host = await WebStage.alone(WebStage.open())
  const scenario = join(host.daemon.folder, 'scenario.yaml')
  writeFileSync(scenario, 'scripts: []\notherwise:\n  - text: petrichor\n')
  const page = await open(host)
  const agents = page.getByRole('region', { name: 'Agents' })
  await agents.getByRole('button', { name: 'Add an agent' }).click()
  const form = page.getByRole('dialog')
  await form.getByLabel('Name', { exact: true }).fill('mine')
  await form.getByLabel('Command').fill('sim')
  await form.getByLabel('Environment').fill(`FAIRLEAD_SIM_SCENARIO=${scenario}`)
  await form.getByRole('button', { name: 'Save agent' }).click()
  await form.waitFor({ state: 'detached' })
  await agents.getByRole('radio', { name: 'mine is the default' }).click()
  const api = host.daemon.api()
  await expect.poll(async () => (await api.call('getAgents', {})).default).toBe('mine')

  await agents.getByRole('button', { name: 'Edit mine' }).click()
  await expect.poll(() => form.getByLabel('Environment').inputValue()).toBe('FAIRLEAD_SIM_SCENARIO=***')
  await form.getByLabel('Name', { exact: true }).fill('sim')
  await form.getByRole('button', { name: 'Save agent' }).click()
  await form.getByText('Two agents have the same name.').waitFor()
  await form.getByLabel('Name', { exact: true }).fill('mine')
  await form.getByLabel('Arguments').fill('--verbose')
  await form.getByRole('button', { name: 'Save agent' }).click()
  await form.waitFor({ state: 'detached' })
  const { agents: list } = await api.call('getAgents', {})
  expect(list[0]).toEqual({
    name: 'mine',
    command: 'sim',
    args: ['--verbose'],
    env: { FAIRLEAD_SIM_SCENARIO: '***' },
  })
  // The page never had the value; the session gets it all the same, also under another name.
  const says = async (agent: string) => {
    const id = await host.session({ agent, prompt: 'hello' })
    const hits = async () => (await api.call('search', { query: { q: 'petrichor' } })).hits
    await expect.poll(async () => (await hits()).map(({ session }) => session)).toContain(id)
  }
  await says('mine')
  await agents.getByRole('button', { name: 'Edit mine' }).click()
  await form.getByLabel('Name', { exact: true }).fill('ours')
  await form.getByRole('button', { name: 'Save agent' }).click()
  await form.waitFor({ state: 'detached' })
  await expect.poll(() => agents.getByRole('radio', { name: 'ours is the default' }).isChecked()).toBe(true)
  await agents.getByRole('radio', { name: 'mine is the default' }).waitFor({ state: 'detached' })
  await says('ours')
  await agents.getByRole('button', { name: 'Remove ours' }).click()
  await agents.getByRole('radio', { name: 'ours is the default' }).waitFor({ state: 'detached' })
  await expect.poll(async () => (await api.call('getAgents', {})).default).toBe('sim')
})

test('a value that the host does not have cannot be kept: it says so, and the form stays', async () => {
  const page = await open()
  const agents = page.getByRole('region', { name: 'Agents' })
  await agents.getByRole('button', { name: 'Edit sim' }).click()
  const form = page.getByRole('dialog')
  await form.getByLabel('Environment').fill('API_KEY=***')
  await form.getByRole('button', { name: 'Save agent' }).click()
  await form.getByText('sim has no API_KEY so far').waitFor()
  // The browser itself tells of every answer that is no success.
  await expect.poll(() => stage.problems.length).toBe(1)
  expect(stage.problems.splice(0)[0]).toContain('400')
  await page.keyboard.press('Escape')
  await form.waitFor({ state: 'detached' })
})

test('an agent that cannot run says why', async () => {
  const page = await open()
  const agents = page.getByRole('region', { name: 'Agents' })
  await agents.getByRole('button', { name: 'Add an agent' }).click()
  const form = page.getByRole('dialog')
  await form.getByLabel('Name', { exact: true }).fill('gone')
  await form.getByLabel('Command').fill('/none/claude')
  await form.getByRole('button', { name: 'Save agent' }).click()
  await agents.locator('li', { hasText: 'gone' }).getByText('/none/claude').nth(1).waitFor()
})

test('it says which host this is, and stops it after a question, while sessions go on', async () => {
  const host = await WebStage.alone(WebStage.open())
  const id = await host.session({ title: 'Goes on', prompt: 'hello' })
  const page = await open(host)
  const about = page.getByRole('region', { name: 'About this host' })
  const health = (await (await fetch(`${host.daemon.url}/api/healthz`)).json()) as { version: string }
  await about.getByText(`Fairlead ${health.version}`).waitFor()
  await about.getByText(host.daemon.url).waitFor()
  await page.getByRole('button', { name: 'Stop…' }).click()
  const dialog = page.getByRole('dialog', { name: 'Stop the host?' })
  await dialog.getByRole('button', { name: 'Cancel' }).click()
  await dialog.waitFor({ state: 'detached' })
  await page.getByRole('button', { name: 'Stop…' }).click()
  await dialog.getByRole('button', { name: 'Stop, sessions go on' }).click()
  await page.getByText('The host stops.').waitFor()
  await page.getByRole('status').getByText('Not connected').waitFor()

  await host.daemon.start()
  await page.getByRole('status').getByText('Not connected').waitFor({ state: 'detached' })
  const group = async () => (await host.daemon.api().call('getSession', { params: { id } })).session.group
  await expect.poll(group).toBe('idle')
})
