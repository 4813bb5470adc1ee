import { join } from 'node:path'
import type { Page } from 'playwright-core'
import { beforeAll, expect, test } from 'vitest'
import type { BodyOf } from '../../src/api/routes.ts'
import { SqliteStore } from '../../src/host/journal/sqlite/sqlite-store.ts'
import { WebStage } from './stage.ts'

type Rule = BodyOf<'putPolicies'>['rules'][number]

let stage: WebStage
beforeAll(async () => {
  stage = await WebStage.open()
})

const saved = async (on = stage) => (await on.daemon.api().call('getPolicies', {})).rules
const names = (page: Page) =>
  expect.poll(() => page.getByRole('list', { name: 'Rules' }).locator('.policy-note .mono').allInnerTexts())

const NO_NPM: Rule = { id: 'deny-Bash', effect: 'deny', tool: 'Bash', command: 'npm *' }

/** The view, with these rules saved. */
async function open(rules: Rule[], on = stage): Promise<Page> {
  await on.daemon.api().call('putPolicies', { body: { rules } })
  const page = await on.page({ at: '/policies' })
  await page.getByRole('heading', { name: 'Policies' }).waitFor()
  return page
}

test('a rule that is made here denies a tool, and the dry run finds what it would have denied', async () => {
  const host = await WebStage.alone(WebStage.open())
  const api = host.daemon.api()
  const before = await host.session({ title: 'Before', prompt: 'run something that fails' })
  const waiting = async () => (await api.call('listApprovals', {})).approvals.map(({ session }) => session)
  await expect.poll(waiting).toEqual([before])
  const page = await open([], host)
  await page.getByRole('heading', { name: 'No rules' }).waitFor()
  await page.getByRole('button', { name: 'New rule' }).click()
  const form = page.getByRole('dialog', { name: 'New rule' })
  await form.getByLabel('Tool').fill('Bash')
  await form.getByLabel('Command').fill('npm *')
  await form.getByLabel('Note').fill('Not with npm.')
  await form.getByRole('button', { name: 'Add rule' }).click()
  await page.getByText('Not saved').waitFor()
  expect(await saved(host)).toEqual([])

  const dryRun = page.getByRole('region', { name: 'Dry run' })
  await dryRun.getByRole('button', { name: 'Test on past tool calls' }).click()
  await dryRun.getByText('The rules match 1 of 1 tool call, 1 with a different decision').waitFor()
  const row = dryRun.getByRole('row').nth(1)
  await expect.poll(() => row.innerText()).toMatch(/Deny\s+deny-Bash.*saved rules: No rule.*npm run build/s)
  expect(await row.getByRole('link').getAttribute('href')).toMatch(`/s/${before}?seq=`)

  await page.getByRole('button', { name: 'Save rules' }).click()
  await page.getByText('Not saved').waitFor({ state: 'detached' })
  expect(await saved(host)).toEqual([
    { id: 'deny-Bash', effect: 'deny', tool: 'Bash', command: 'npm *', note: 'Not with npm.', enabled: true },
  ])
  const after = await host.session({ title: 'After', prompt: 'run something that fails' })
  const said = async () =>
    (await api.call('search', { query: { q: '"Not with npm"' } })).hits.map((hit) => hit.session)
  await expect.poll(said).toContain(after)
  // Only that of the session before is still open: nobody was asked for this one.
  expect(await waiting()).toEqual([before])
})

test('what is not saved is still there when one comes back, and can be discarded', async () => {
  const page = await open([NO_NPM])
  await page.getByRole('checkbox', { name: 'Enable deny-Bash' }).uncheck()
  await page.getByText('Not saved').waitFor()
  await page.getByRole('link', { name: 'Usage' }).click()
  await page.getByRole('heading', { name: 'Usage', exact: true }).waitFor()
  await page.goBack()
  await page.getByText('Not saved').waitFor()
  await page.reload()
  await page.getByText('Not saved').waitFor()
  const isInUse = () => page.getByRole('checkbox', { name: 'Enable deny-Bash' }).isChecked()
  await expect.poll(isInUse).toBe(false)
  await page.getByRole('button', { name: 'Discard changes' }).click()
  await expect.poll(isInUse).toBe(true)
})

test('duplicate, edit, reorder by keyboard, and delete', async () => {
  const page = await open([NO_NPM])
  await page.getByRole('button', { name: 'Duplicate deny-Bash' }).click()
  await names(page).toEqual(['deny-Bash', 'deny-Bash-2'])
  await page.getByRole('button', { name: 'Edit deny-Bash-2' }).click()
  const form = page.getByRole('dialog', { name: 'Rule deny-Bash-2' })
  await form.getByRole('radio', { name: 'Allow' }).check()
  await form.getByLabel('Name').fill('deny-Bash')
  await form.getByRole('button', { name: 'Update rule' }).click()
  await form.getByText('Another rule has this name.').waitFor()
  await form.getByLabel('Name').fill('npm')
  await form.getByRole('button', { name: 'Update rule' }).click()
  await page.getByRole('button', { name: 'Duplicate npm' }).click()
  const up = page.getByRole('button', { name: 'Move npm-2 up' })
  await up.focus()
  // The focus goes with the rule, and to the other button where one can go no further.
  for (const order of [
    'deny-Bash npm-2 npm',
    'npm-2 deny-Bash npm',
    'deny-Bash npm-2 npm',
    'deny-Bash npm npm-2',
    'deny-Bash npm-2 npm',
    'npm-2 deny-Bash npm',
  ]) {
    await page.locator('button:focus:enabled').waitFor()
    await page.keyboard.press('Enter')
    await names(page).toEqual(order.split(' '))
  }
  await page.getByRole('button', { name: 'Delete npm', exact: true }).click()
  await page.getByRole('button', { name: 'Save rules' }).click()
  await page.getByText('Not saved').waitFor({ state: 'detached' })
  expect((await saved()).map(({ id, effect }) => [id, effect])).toEqual([
    ['npm-2', 'allow'],
    ['deny-Bash', 'deny'],
  ])
})

test('to allow the tools of an MCP server, its source must be named', async () => {
  const page = await open([NO_NPM])
  await page.getByRole('button', { name: 'New rule' }).click()
  const form = page.getByRole('dialog', { name: 'New rule' })
  await form.getByRole('radio', { name: 'Allow' }).check()
  await form.getByLabel('Tool').fill('mcp__db__*')
  await form.getByRole('button', { name: 'Add rule' }).click()
  await form.getByText('Name the source of the MCP server').waitFor()
  await form.getByLabel('Source of the MCP server').fill('user')
  await form.getByRole('button', { name: 'Add rule' }).click()
  await form.waitFor({ state: 'detached' })
  await names(page).toContain('allow-mcp__db__')
})

test('rules that were changed elsewhere are not replaced without a word', async () => {
  const page = await open([NO_NPM])
  await page.getByRole('checkbox', { name: 'Enable deny-Bash' }).uncheck()
  const other: Rule = { id: 'other', effect: 'ask', tool: 'Write' }
  await stage.daemon.api().call('putPolicies', { body: { rules: [other] } })
  await page.getByRole('button', { name: 'Save rules' }).click()
  await page.getByText('changed elsewhere').waitFor()
  expect((await saved()).map(({ id }) => id)).toEqual(['other'])
  await page.getByRole('button', { name: 'Discard changes' }).click()
  await names(page).toEqual(['other'])
})

test('rules of an earlier version are listed with what they mean now, until a person has checked them', async () => {
  const host = await WebStage.alone(WebStage.open())
  await host.daemon.kill()
  const store = new SqliteStore(join(host.daemon.data, 'journal.db'))
  store.putSetting('policies', {
    rules: [
      { id: 'tests', effect: 'allow', tool: 'Bash', command: 'npm test*', enabled: true },
      { id: 'reading', effect: 'allow', tool: 'Read', enabled: true },
    ],
  })
  store.close()
  await host.daemon.start()

  const listed = await host.daemon.run(['policy'])
  expect(listed.err).toContain('"npm testx" is not allowed')
  const page = await host.page({ at: '/policies' })
  const changed = page.getByRole('region', { name: 'Changed rules' })
  await changed.getByText('One rule has a different meaning').waitFor()
  expect(await changed.getByRole('listitem').allInnerTexts()).toEqual([
    expect.stringMatching(/^tests: .*plain words/),
  ])
  await changed.getByRole('button', { name: 'Mark as checked' }).click()
  await changed.waitFor({ state: 'detached' })
  expect((await host.daemon.api().call('getPolicies', {})).changed).toEqual([])
})
