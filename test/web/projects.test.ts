/** Projects in the console: a worktree for a new session, settings, scripts that a person confirms, worktrees that are left. */
import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { beforeAll, expect, test } from 'vitest'
import { git, read, repository, write } from '../host/work/repository.ts'
import { promptsOf } from './journal.ts'
import { WebStage } from './stage.ts'

let stage: WebStage
beforeAll(async () => {
  stage = await WebStage.open()
})

const WIDE = { viewport: { width: 1440, height: 900 } }

function project(name: string, files: Record<string, string> = {}): string {
  const path = join(stage.daemon.cwd, name)
  repository(path, { 'a.txt': 'one\n', ...files })
  return path
}
const put = (path: string, settings: object) =>
  stage.daemon.api().call('putProject', { body: { path, settings } })
const pageOf = (path: string) => stage.page({ ...WIDE, at: `/project?path=${encodeURIComponent(path)}` })
const newIn = async (path: string) => {
  const page = await stage.page({ ...WIDE, at: '/new' })
  await page.getByLabel('Project folder', { exact: true }).fill(path)
  return { page, own: page.getByLabel('Work in a worktree of its own') }
}

test('a new session in its own worktree, at a branch and with a name of one’s choice', async () => {
  const path = project('shop')
  git(path, 'branch', 'release')
  const { page, own } = await newIn(path)
  expect(await own.isChecked()).toBe(false)
  await own.check()
  await page.getByLabel('Begins at').fill('release')
  await page.getByLabel('Branch').fill('gift-cards')
  await page.getByLabel('Prompt', { exact: true }).fill('hello')
  await page.getByRole('button', { name: /^Start session/ }).click()
  await page.waitForURL(/\/s\/[^/]+$/)
  const id = new URL(page.url()).pathname.split('/')[2] ?? ''
  const { session } = await stage.daemon.api().call('getSession', { params: { id } })
  expect(session.worktree).toMatchObject({ branch: 'fairlead/gift-cards', baseBranch: 'release' })
})

test('where no repository is, no worktree is offered; the project’s setting is the default where one is', async () => {
  const path = project('by-default')
  await put(path, { ownWorktree: true })
  const { page, own } = await newIn(path)
  await own.waitFor()
  await expect.poll(() => own.isChecked()).toBe(true)
  await page.getByLabel('Project folder', { exact: true }).fill(stage.daemon.cwd)
  await own.waitFor({ state: 'detached' })
})

test('settings are saved, and the run script shows what it prints once a person has confirmed it', async () => {
  const path = project('settings', { 'dev.sh': 'echo "ready on 3000"\nexec sleep 600\n' })
  const page = await pageOf(path)
  await page.getByLabel('New sessions work in a worktree of their own').check()
  await page.getByLabel('Files to copy').fill('.env\nlocal.json')
  await page.getByLabel('Run script', { exact: true }).fill('dev.sh')
  await page.getByLabel('Budget in dollars').fill('2.5')
  await page.getByRole('button', { name: 'Save', exact: true }).click()
  await page.getByText('Saved the settings of settings.').waitFor()
  const { settings } = await stage.daemon.api().call('getProject', { query: { path } })
  expect(settings).toEqual({
    ...{ ownWorktree: true, copy: ['.env', 'local.json'], run: 'dev.sh', maxBudgetUsd: 2.5 },
  })

  stage.expectProblems(/422/)
  const run = page.getByRole('region', { name: 'Run script' })
  await run.getByRole('button', { name: 'Run', exact: true }).click()
  const dialog = page.getByRole('dialog')
  await dialog.getByText('ready on 3000').waitFor()
  await dialog.getByRole('button', { name: 'Confirm and continue' }).click()
  await run.getByText('ready on 3000').waitFor()
  await run.getByRole('button', { name: 'Stop' }).click()
  await run.getByText(/^Ended/).waitFor()
  const programs = page.getByRole('region', { name: 'Programs of the repository' })
  await programs.getByText('Confirmed', { exact: true }).waitFor()
})

test('a setup script waits for a person; it failed, was mended, and ran again', async () => {
  const path = project('setup', { 'setup.sh': 'echo no network\nexit 3\n' })
  await put(path, { setup: 'setup.sh' })
  const id = await stage.session({ cwd: path, title: 'Setup', worktree: { name: 'set-up' }, prompt: 'hello' })
  const page = await stage.page({ ...WIDE, at: `/s/${id}` })
  const note = page.getByRole('region', { name: 'Setup of the worktree' })
  const confirm = async () => {
    await note.getByRole('button', { name: 'Review the script' }).click()
    await page.getByRole('dialog').getByRole('button', { name: 'Confirm and continue' }).click()
  }
  stage.expectProblems(/422/)
  await confirm()
  await note.getByText(/^The setup script failed: it ended with exit code 3/).waitFor()
  write(join(stage.daemon.cwd, 'setup.worktrees', 'set-up'), 'setup.sh', 'echo installed > made.txt\n')
  await note.getByRole('button', { name: 'Run it again' }).click()
  await confirm()
  await page.locator('[data-testid=liveness][data-status=idle]').waitFor()
  await note.waitFor({ state: 'detached' })
  expect(read(join(stage.daemon.cwd, 'setup.worktrees', 'set-up'), 'made.txt')).toBe('installed\n')
})

test('a session goes on without a setup script that failed', async () => {
  const path = project('without', { 'setup.sh': 'echo no network\nexit 3\n' })
  await put(path, { setup: 'setup.sh' })
  const id = await stage.session({ cwd: path, title: 'Without', worktree: { name: 'w' }, prompt: 'hello' })
  const page = await stage.page({ ...WIDE, at: `/s/${id}` })
  const note = page.getByRole('region', { name: 'Setup of the worktree' })
  stage.expectProblems(/422/)
  await note.getByRole('button', { name: 'Review the script' }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Confirm and continue' }).click()
  await note.getByText(/^The setup script failed: it ended with exit code 3/).waitFor()
  expect(await promptsOf(stage, id)).toEqual([])
  await note.getByRole('button', { name: 'Go on without it' }).click()
  await note.waitFor({ state: 'detached' })
  await expect.poll(() => promptsOf(stage, id)).toEqual(['hello'])
})

test('templates of a project are offered in its sessions, beside those of the host', async () => {
  const path = project('templates')
  const page = await pageOf(path)
  const section = page.getByRole('region', { name: 'Prompt templates of the project' })
  await section.getByRole('button', { name: 'Add template' }).click()
  const dialog = page.getByRole('dialog', { name: 'Add template' })
  await dialog.getByRole('textbox', { name: 'Name' }).fill('ship')
  await dialog.getByRole('textbox', { name: 'Prompt' }).fill('Ship it.')
  await dialog.getByRole('button', { name: 'Save template' }).click()
  await section.getByText('/ship').waitFor()
  const { settings } = await stage.daemon.api().call('getProject', { query: { path } })
  expect(settings).toMatchObject({ templates: [{ name: 'ship', text: 'Ship it.' }] })
  const id = await stage.session({ cwd: path, title: 'Ships' })
  await page.goto(`${stage.daemon.url}/s/${id}`)
  const field = page.getByRole('textbox', { name: /^Message to/ })
  await field.fill('/shi')
  await page.getByRole('option', { name: /\/ship/ }).click()
  await expect.poll(() => field.inputValue()).toBe('Ship it.')
})

test('a project that somebody added is forgotten with its settings, and nothing else', async () => {
  const path = project('forgotten')
  const api = stage.daemon.api()
  await api.call('addProject', { body: { path } })
  await put(path, { copy: ['.env'] })
  const page = await stage.page({ ...WIDE, at: '/projects' })
  await page.getByRole('button', { name: 'Forget forgotten and its settings' }).click()
  await page.getByText(path, { exact: true }).waitFor({ state: 'detached' })
  expect((await api.call('listProjects', {})).projects.map((it) => it.path)).not.toContain(path)
  expect((await api.call('getProject', { query: { path } })).settings).toEqual({})
  expect(read(path, 'a.txt')).toBe('one\n')
})

test('the run script starts from the menu of a session, in its own folder', async () => {
  const path = project('runs', { 'dev.sh': 'echo "in $(basename "$PWD")"\nexec sleep 600\n' })
  await put(path, { run: 'dev.sh' })
  const { programs } = await stage.daemon.api().call('getProject', { query: { path } })
  const hashes = programs.map(({ hash }) => hash)
  await stage.daemon.api().call('confirmPrograms', { body: { path, hashes } })
  const id = await stage.session({ cwd: path, title: 'Runs', worktree: { name: 'own-folder' } })
  const page = await stage.page({ ...WIDE, at: `/s/${id}` })
  await page.getByRole('button', { name: 'Session menu' }).click()
  await page.getByRole('menuitem', { name: 'Run script…' }).click()
  const dialog = page.getByRole('dialog', { name: 'Run script' })
  await dialog.getByRole('button', { name: 'Run', exact: true }).click()
  await dialog.getByText('in own-folder').waitFor()
  await dialog.getByRole('button', { name: 'Stop' }).click()
  await dialog.getByText(/^Ended/).waitFor()
})

test('a worktree whose session is gone is named on the board; it is removed, and restored', async () => {
  const path = project('left')
  const id = await stage.session({ cwd: path, title: 'Left', worktree: { name: 'left-over' } })
  const worktree = join(stage.daemon.cwd, 'left.worktrees', 'left-over')
  await expect.poll(() => existsSync(worktree)).toBe(true)
  const api = stage.daemon.api()
  await api.call('closeSession', { params: { id }, body: {} })
  await api.call('deleteSession', { params: { id }, query: {} })
  // The board is there as long as there is a session.
  await stage.session({ title: 'Another' })
  const page = await stage.page({ ...WIDE, at: '/' })
  await page.getByText('1 worktree has no session any more:').waitFor()
  await page.getByRole('link', { name: 'left', exact: true }).click()
  const worktrees = page.getByRole('region', { name: 'Worktrees of the project' })
  await worktrees.getByText('No session', { exact: true }).waitFor()
  await worktrees.getByRole('button', { name: 'Discard' }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Discard' }).click()
  await worktrees.getByText('No session of this project has one.').waitFor()
  expect(existsSync(worktree)).toBe(false)
  expect(git(path, 'branch', '--list', 'fairlead/*')).toBe('')
  await page
    .getByRole('region', { name: 'Removed worktrees' })
    .getByRole('button', { name: 'Restore' })
    .click()
  await worktrees.getByText('No session', { exact: true }).waitFor()
  expect(existsSync(worktree)).toBe(true)
})
