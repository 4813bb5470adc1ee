import { expect, test } from 'vitest'
import { formatMoney } from '../../src/state/format/money.ts'
import { WebStage } from './stage.ts'

/** What is spent, and how much may be, is the whole host's: each test has one. */
const open = () => WebStage.alone(WebStage.open())
async function spend(stage: WebStage): Promise<void> {
  await stage.session({ prompt: 'hello' })
  await expect.poll(async () => (await stage.daemon.api().call('getUsage', {})).totalUsd).toBeGreaterThan(0)
}

test('without any turn it says so, and the first turn appears without a reload', async () => {
  const stage = await open()
  const page = await stage.page({ at: '/usage' })
  await page.getByRole('heading', { name: 'No usage in this period' }).waitFor()
  const id = await stage.session({ title: 'Dear talk', prompt: 'explain how it works' })
  const top = page.getByRole('main').getByRole('region', { name: 'By session' })
  await top.getByRole('link', { name: 'Dear talk' }).waitFor()
  const { rows, totalUsd } = await stage.daemon.api().call('getUsage', {})
  expect(totalUsd).toBeGreaterThan(0)
  const shown = formatMoney(totalUsd)
  await expect.poll(() => page.locator('.usage-totals').innerText()).toContain(shown)
  await expect
    .poll(() => page.getByRole('region', { name: 'By model' }).innerText())
    .toContain(rows[0]?.model)
  await expect.poll(() => top.innerText()).toContain(shown)

  await page.getByRole('radio', { name: 'by session' }).check()
  await page.getByText('Figures per day').first().click()
  const table = page.getByRole('region', { name: 'Figures per day' }).getByRole('table')
  const heads = () => table.getByRole('columnheader').allInnerTexts()
  const cells = () => table.getByRole('cell').allInnerTexts()
  await expect.poll(heads).toEqual(['Day (UTC)', 'Dear talk', 'Total'])
  await expect.poll(cells).toEqual([shown, shown])
  await page.getByRole('radio', { name: 'Tokens' }).check()
  const tokens = rows.reduce(
    (sum, row) => sum + row.input + row.output + row.cacheRead + row.cacheCreation,
    0,
  )
  await expect.poll(cells).toEqual(Array(2).fill(tokens.toLocaleString('en')))

  await top.getByRole('link', { name: 'Dear talk' }).click()
  await page.waitForURL(`**/s/${id}`)
})

test('a range of its own leaves out other days, and is remembered', async () => {
  const stage = await open()
  await spend(stage)
  const page = await stage.page({ at: '/usage' })
  await page.getByRole('region', { name: 'Usage over time' }).waitFor()
  await page.getByRole('radio', { name: 'Custom' }).check()
  await page.getByLabel('First day').fill('2020-01-01')
  await page.getByLabel('Last day').fill('2020-01-31')
  await page.getByRole('heading', { name: 'No usage in this period' }).waitFor()
  await page.reload()
  await page.getByRole('heading', { name: 'No usage in this period' }).waitFor()
  await expect.poll(() => page.getByLabel('First day').inputValue()).toBe('2020-01-01')
  await page.getByRole('radio', { name: 'All' }).check()
  await page.getByRole('region', { name: 'Usage over time' }).waitFor()
})

test('a budget that is saved holds: it is there after a reload, with what is spent, and stops a session', async () => {
  const stage = await open()
  await spend(stage)
  const page = await stage.page({ at: '/usage' })
  const budgets = page.getByRole('region', { name: 'Budgets' })
  await budgets.getByLabel('Per day, USD').fill('0.000001')
  await budgets.getByLabel('Warn at, percent').fill('50')
  await budgets.getByText('Not saved').waitFor()
  await budgets.getByRole('button', { name: 'Save budgets' }).click()
  await budgets.getByText('used up', { exact: true }).waitFor()
  expect(await stage.daemon.api().call('getBudgets', {})).toEqual({
    sessionUsd: null,
    dayUsd: 0.000001,
    hostUsd: null,
    warnAt: 0.5,
  })
  await page.reload()
  await expect.poll(() => budgets.getByLabel('Per day, USD').inputValue()).toBe('0.000001')
  await expect(stage.session({ prompt: 'hello' })).rejects.toThrow('budget')

  await budgets.getByLabel('Per day, USD').fill('')
  await budgets.getByRole('button', { name: 'Save budgets' }).click()
  await expect.poll(async () => (await stage.daemon.api().call('getBudgets', {})).dayUsd).toBe(null)
})
