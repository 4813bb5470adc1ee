/** The end of a worktree in the console: merge with a preview, conflicts, keep or discard, and the way back. */
import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Page } from 'playwright-core'
import { beforeAll, expect, test, vi } from 'vitest'
import { commit, git, read, repository, write } from '../host/work/repository.ts'
import { stateOf } from './journal.ts'
import { PATIENCE, WebStage } from './stage.ts'

let stage: WebStage
beforeAll(async () => {
  stage = await WebStage.open()
})

/** A session in a worktree that stands beside a repository of its own. */
async function inWorktree(name: string, menuEntry: string) {
  const main = join(stage.daemon.cwd, name)
  repository(main, { 'a.txt': 'one\n', 'b.txt': 'b\n' })
  const id = await stage.session({ cwd: main, title: `Title of ${name}`, worktree: { name } })
  const path = join(stage.daemon.cwd, `${name}.worktrees`, name)
  await ready(id)
  const page = await stage.page({ at: `/s/${id}`, viewport: { width: 1440, height: 900 } })
  const open = async () => {
    await page.getByRole('button', { name: 'Session menu' }).click()
    await page.getByRole('menuitem', { name: menuEntry }).click()
  }
  return { id, main, path, page, open }
}
const ready = (id: string) =>
  vi.waitFor(
    async () => {
      const { session } = await stage.daemon.api().call('getSession', { params: { id } })
      expect(session.worktree?.status).toBe('ready')
    },
    { timeout: PATIENCE },
  )
const dialog = (page: Page, name: string) => page.getByRole('dialog', { name })
const toast = (page: Page, text: RegExp) => page.getByText(text).first().waitFor()

test('merge: commits and files first; squash with a message of one’s own; then the worktree goes', async () => {
  const { main, path, page, open } = await inWorktree('shop', 'Merge…')
  commit(path, { 'a.txt': 'ONE\n' }, 'Change a')
  commit(path, { 'new/n.txt': 'n\n' }, 'Add n')
  write(path, 'loose.txt', 'not committed\n')
  await open()
  const merge = dialog(page, 'Merge')
  await merge.getByRole('heading', { name: '2 commits' }).waitFor()
  await merge.getByText('Change a').waitFor()
  await merge.getByRole('heading', { name: '2 files' }).waitFor()
  await merge.getByText('loose.txt').waitFor()
  await merge.getByRole('radio', { name: 'Squash', exact: true }).check()
  await merge.getByLabel('Commit message').fill('Both changes')
  await merge.getByLabel('Remove the worktree and the branch').check()
  await merge.getByRole('button', { name: 'Squash and merge' }).click()
  await toast(page, /^Merged into main, and removed the worktree\.$/)
  await merge.waitFor({ state: 'detached' })
  expect(git(main, 'log', '--format=%s').split('\n')).toEqual(['Both changes', 'first'])
  expect(read(main, 'new/n.txt')).toBe('n\n')
  expect(existsSync(path)).toBe(false)
  expect(git(main, 'branch', '--list', 'fairlead/*')).toBe('')
})

test('a conflict names its files, and the agent is asked to resolve it', async () => {
  const { id, main, path, page, open } = await inWorktree('torn', 'Merge…')
  commit(path, { 'a.txt': 'mine\n' }, 'mine')
  commit(main, { 'a.txt': 'theirs\n' }, 'theirs')
  await open()
  const merge = dialog(page, 'Merge')
  await merge.getByRole('listitem').filter({ hasText: 'a.txt' }).waitFor()
  expect(await merge.getByRole('button', { name: 'Merge', exact: true }).isDisabled()).toBe(true)
  await merge.getByRole('button', { name: 'Ask the agent to resolve' }).click()
  await merge.waitFor({ state: 'detached' })
  await vi.waitFor(
    async () => {
      const { transcript } = await stateOf(stage, id)
      const text = JSON.stringify(transcript)
      expect(text).toContain('Merge the branch `main` into `fairlead/torn`')
      expect(text).toMatch(/- [\\"]*a\.txt/)
    },
    { timeout: PATIENCE },
  )
})

test('a branch that moves after the preview is not merged unseen', async () => {
  const { main, path, page, open } = await inWorktree('moved', 'Merge…')
  commit(path, { 'a.txt': 'ONE\n' }, 'Change a')
  await open()
  const merge = dialog(page, 'Merge')
  await merge.getByRole('heading', { name: '1 commit' }).waitFor()
  commit(main, { 'b.txt': 'B\n' }, 'main moves')
  stage.expectProblems(/409/)
  await merge.getByRole('button', { name: 'Merge', exact: true }).click()
  await merge.getByText(/a branch has moved since the preview/).waitFor()
  expect(git(main, 'log', '-1', '--format=%s')).toBe('main moves')
})

test('discard says what is lost and what stays; Restore brings all of it back', async () => {
  const { main, path, page, open } = await inWorktree('gone', 'End worktree…')
  commit(path, { 'a.txt': 'ONE\n' }, 'Change a')
  write(path, 'loose.txt', 'not committed\n')
  await open()
  const end = dialog(page, 'End worktree')
  await end.getByText(/1 commit of fairlead\/gone is not in main/).waitFor()
  await end.getByText('loose.txt').waitFor()
  await end.getByRole('radio', { name: /^Discard/ }).check()
  await end.getByRole('button', { name: 'Remove worktree and branch' }).click()
  await toast(page, /^The worktree was removed\./)
  expect(existsSync(path)).toBe(false)
  expect(git(main, 'branch', '--list', 'fairlead/*')).toBe('')
  await page.getByRole('button', { name: 'Restore' }).click()
  await toast(page, /^Restored fairlead\/gone in /)
  expect(readFileSync(join(path, 'loose.txt'), 'utf8')).toBe('not committed\n')
  expect(git(path, 'log', '-1', '--format=%s')).toBe('Change a')
})
