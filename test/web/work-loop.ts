/**
 * The whole loop in the console: a session in a worktree of its own, a prompt, an approval, a review with comments, a second turn,
 * commit and merge. What the model says is in `LOOP`; who plays it is the test's choice.
 */
import { existsSync } from 'node:fs'
import { join } from 'node:path'
import type { Page } from 'playwright-core'
import { expect } from 'vitest'
import type { Scenario } from '../../src/simulator/scenario.ts'
import { git, read, repository } from '../host/work/repository.ts'

const FIRST =
  'export const rate = 0.2\nexport const tax = (sum) => sum * rate\nexport const total = (sum) => sum + tax(sum)\n'

export const LOOP: Scenario = {
  scripts: [
    {
      prompt: 'review comments on your changes',
      replies: [
        [
          {
            tool: 'Edit',
            input: { file_path: 'tax.js', old_string: 'sum * rate', new_string: 'Math.round(sum * rate)' },
            run: true,
          },
        ],
        [{ text: 'Rounded now.' }],
      ],
    },
    {
      prompt: 'add the tax',
      replies: [
        [{ tool: 'Write', input: { file_path: 'tax.js', content: FIRST }, run: true }],
        [{ text: 'The tax is added.' }],
      ],
    },
  ],
}

/** `page` is signed in and blank; `main` is a folder that does not exist yet. */
export async function workLoop(page: Page, url: string, main: string): Promise<void> {
  repository(main, { 'shop.js': 'export const name = "shop"\n' })
  const transcript = page.getByRole('feed')
  const allow = page.getByRole('button', { name: /^Allow(?! and)/ }).first()
  const idle = page.locator('[data-testid=liveness][data-status=idle]')
  const tab = (name: RegExp) => page.getByRole('link', { name }).click()

  await page.goto(`${url}/new`)
  await page.getByLabel('Project folder', { exact: true }).fill(main)
  await page.getByLabel('Work in a worktree of its own').check()
  await page.getByLabel('Branch').fill('tax')
  await page.getByLabel('Prompt', { exact: true }).fill('add the tax')
  await page.getByRole('button', { name: /^Start session/ }).click()
  await page.waitForURL(/\/s\/[^/]+$/)
  await page.getByText('fairlead/tax', { exact: true }).first().waitFor()
  await allow.click()
  await transcript.getByText('The tax is added.').waitFor()
  await idle.waitFor()
  const worktree = `${main}.worktrees/tax`
  expect(read(worktree, 'tax.js')).toBe(FIRST)
  expect(existsSync(join(main, 'tax.js'))).toBe(false)

  await tab(/^Changes/)
  const comment = async (line: number, text: string) => {
    await page
      .getByRole('button', { name: `Comment on line ${line}`, exact: true })
      .first()
      .click()
    await page.getByRole('textbox', { name: `Comment on line ${line} of tax.js` }).fill(text)
    await page.keyboard.press('Control+Enter')
    await page.getByRole('article', { name: `Comment on line ${line}` }).waitFor()
  }
  await comment(2, 'Round it.')
  await comment(1, 'Is this the rate of next year?')
  await page.getByRole('button', { name: /^Send 2 comments/ }).click()
  await page.getByText('2 comments sent.').waitFor()
  await tab(/^Transcript/)
  await allow.click()
  await transcript.getByText('Rounded now.').waitFor()
  await idle.waitFor()

  await tab(/^Changes/)
  await page.getByText('Math.round(', { exact: false }).first().waitFor()
  await page.getByText('1 of 2 sent comments: the lines changed since.').waitFor()
  await page.getByRole('article', { name: 'Comment on line 2' }).getByText('Line changed in turn 2').waitFor()
  await page.getByRole('button', { name: 'Commit…' }).click()
  const dialog = page.getByRole('dialog')
  await dialog.getByLabel('Message').fill('Add the tax')
  await dialog.getByRole('button', { name: 'Commit', exact: true }).click()
  await dialog.getByRole('button', { name: 'Done' }).click()
  expect(git(worktree, 'log', '-1', '--format=%s')).toBe('Add the tax')

  await page.getByRole('button', { name: 'Squash and merge' }).click()
  await dialog.getByRole('heading', { name: '1 commit' }).waitFor()
  await dialog.getByLabel('Remove the worktree and the branch').check()
  await dialog.getByRole('button', { name: 'Squash and merge' }).click()
  await page.getByText(/^Merged into main, and removed the worktree\.$/).waitFor()
  expect(read(main, 'tax.js')).toBe(FIRST.replace('sum * rate', 'Math.round(sum * rate)'))
  expect(git(main, 'branch', '--list', 'fairlead/*')).toBe('')
  expect(existsSync(worktree)).toBe(false)
}
