import type { Page } from 'playwright-core'
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { BodyOf } from '../../src/api/routes.ts'
import { WebStage } from './stage.ts'

type Rule = BodyOf<'putPolicies'>['rules'][number]

let stage: WebStage
beforeAll(async () => {
  stage = await WebStage.open()
})
afterAll(() => stage.close())

const saved = async () => (await stage.daemon.api().call('getPolicies', {})).rules
const names = (page: Page) =>
  page.getByRole('list', { name: 'Rules' }).locator('.policy-note .mono').allInnerTexts()

const NO_NPM: Rule = { id: 'deny-Bash', effect: 'deny', tool: 'Bash', command: 'npm *' }

/** The view, with these rules saved. */
async function open(...rules: Rule[]): Promise<Page> {
  await stage.daemon.api().call('putPolicies', { body: { rules } })
  const page = await stage.page()
  await page.goto(`${stage.daemon.url}/policies`)
  await page.getByRole('heading', { name: 'Policies' }).waitFor()
  return page
}

test('a rule that is made here denies a tool, and the dry run finds what it would have denied', async () => {
  const before = await stage.session({ title: 'Before', prompt: 'run something that fails' })
  await expect.poll(async () => (await stage.daemon.api().call('listApprovals', {})).approvals.length).toBe(1)
  const page = await open()
  await page.getByRole('heading', { name: 'No rules' }).waitFor()
  await page.getByRole('button', { name: 'New rule' }).click()
  const form = page.getByRole('dialog', { name: 'New rule' })
  await form.getByLabel('Tool').fill('Bash')
  await form.getByLabel('Command').fill('npm *')
  await form.getByLabel('Note').fill('Not with npm.')
  await form.getByRole('button', { name: 'Add to the list' }).click()
  await page.getByText('Not saved').waitFor()
  expect(await saved()).toEqual([])

  const dryRun = page.getByRole('region', { name: 'Dry run' })
  await dryRun.getByRole('button', { name: 'Try on what was asked before' }).click()
  await dryRun.getByText('1 matched of 1 tool call looked at, 1 decided otherwise').waitFor()
  const row = dryRun.getByRole('row').nth(1)
  expect(await row.innerText()).toMatch(/Deny\s+deny-Bash.*saved rules: No rule.*npm run build/s)
  expect(await row.getByRole('link').getAttribute('href')).toMatch(`/s/${before}?seq=`)

  await page.getByRole('button', { name: 'Save all' }).click()
  await page.getByText('Not saved').waitFor({ state: 'detached' })
  expect(await saved()).toEqual([
    { id: 'deny-Bash', effect: 'deny', tool: 'Bash', command: 'npm *', note: 'Not with npm.', enabled: true },
  ])
  const after = await stage.session({ title: 'After', prompt: 'run something that fails' })
  const said = async () =>
    (await stage.daemon.api().call('search', { query: { q: '"Not with npm"' } })).hits.map(
      (hit) => hit.session,
    )
  await expect.poll(said).toContain(after)
  // Only that of the session before is still open: nobody was asked for this one.
  const { approvals } = await stage.daemon.api().call('listApprovals', {})
  expect(approvals.map(({ session }) => session)).toEqual([before])
})

test('what is not saved is still there when one comes back, and can be discarded', async () => {
  const page = await open(NO_NPM)
  await page.getByRole('checkbox', { name: 'deny-Bash is in use' }).uncheck()
  await page.getByText('Not saved').waitFor()
  await page.getByRole('link', { name: 'Usage' }).click()
  await page.getByRole('heading', { name: 'Usage' }).waitFor()
  await page.goBack()
  await page.getByText('Not saved').waitFor()
  await page.reload()
  await page.getByText('Not saved').waitFor()
  expect(await page.getByRole('checkbox', { name: 'deny-Bash is in use' }).isChecked()).toBe(false)
  await page.getByRole('button', { name: 'Discard' }).click()
  expect(await page.getByRole('checkbox', { name: 'deny-Bash is in use' }).isChecked()).toBe(true)
})

test('duplicate, edit, reorder by keyboard, and delete', async () => {
  const page = await open(NO_NPM)
  await page.getByRole('button', { name: 'Duplicate deny-Bash' }).click()
  expect(await names(page)).toEqual(['deny-Bash', 'deny-Bash-2'])
  await page.getByRole('button', { name: 'Edit deny-Bash-2' }).click()
  const form = page.getByRole('dialog', { name: 'Rule deny-Bash-2' })
  await form.getByRole('radio', { name: 'Allow' }).check()
  await form.getByLabel('Name').fill('deny-Bash')
  await form.getByRole('button', { name: 'Take over' }).click()
  await form.getByText('Two rules have the same name.').waitFor()
  await form.getByLabel('Name').fill('npm')
  await form.getByRole('button', { name: 'Take over' }).click()
  await page.getByRole('button', { name: 'Duplicate npm' }).click()
  const up = page.getByRole('button', { name: 'Move npm-2 up' })
  await up.focus()
  // The focus goes with the rule, and to the other button where one can go no further.
  const orders: string[] = []
  for (let press = 0; press < 6; press += 1) {
    await page.keyboard.press('Enter')
    orders.push((await names(page)).join(' '))
  }
  expect(orders).toEqual([
    'deny-Bash npm-2 npm',
    'npm-2 deny-Bash npm',
    'deny-Bash npm-2 npm',
    'deny-Bash npm npm-2',
    'deny-Bash npm-2 npm',
    'npm-2 deny-Bash npm',
  ])
  await page.getByRole('button', { name: 'Delete npm', exact: true }).click()
  await page.getByRole('button', { name: 'Save all' }).click()
  await page.getByText('Not saved').waitFor({ state: 'detached' })
  expect((await saved()).map(({ id, effect }) => [id, effect])).toEqual([
    ['npm-2', 'allow'],
    ['deny-Bash', 'deny'],
  ])
})

test('to allow the tools of an MCP server, its source must be named', async () => {
  const page = await open(NO_NPM)
  await page.getByRole('button', { name: 'New rule' }).click()
  const form = page.getByRole('dialog', { name: 'New rule' })
  await form.getByRole('radio', { name: 'Allow' }).check()
  await form.getByLabel('Tool').fill('mcp__db__*')
  await form.getByRole('button', { name: 'Add to the list' }).click()
  await form.getByText('its source must be named').waitFor()
  await form.getByLabel('Source of the MCP server').fill('user')
  await form.getByRole('button', { name: 'Add to the list' }).click()
  await form.waitFor({ state: 'detached' })
  expect(await names(page)).toContain('allow-mcp__db__')
})

test('rules that were changed elsewhere are not replaced without a word', async () => {
  const page = await open(NO_NPM)
  await page.getByRole('checkbox', { name: 'deny-Bash is in use' }).uncheck()
  const other: Rule = { id: 'other', effect: 'ask', tool: 'Write' }
  await stage.daemon.api().call('putPolicies', { body: { rules: [other] } })
  await page.getByRole('button', { name: 'Save all' }).click()
  await page.getByText('changed elsewhere').waitFor()
  expect((await saved()).map(({ id }) => id)).toEqual(['other'])
  await page.getByRole('button', { name: 'Discard' }).click()
  expect(await names(page)).toEqual(['other'])
})
