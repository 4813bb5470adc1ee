/** The head of a session and the details beside its transcript. */
import type { Page } from 'playwright-core'
import { beforeAll, expect, test } from 'vitest'
import { chooseSetting } from './choose.ts'
import { stateOf } from './journal.ts'
import { WebStage } from './stage.ts'

const todos = [
  { content: 'Find the cause', status: 'completed', activeForm: 'Finding' },
  { content: 'Mend it', status: 'in_progress', activeForm: 'Mending' },
  { content: 'Prove it', status: 'pending', activeForm: 'Proving' },
]
const SCENARIO = {
  scripts: [
    {
      prompt: 'work',
      replies: [
        [{ tool: 'TodoWrite', input: { todos }, run: true }],
        [{ tool: 'Write', input: { file_path: 'notes.md', content: 'one\ntwo\n' }, run: true }],
        [{ tool: 'Bash', input: { command: 'node it.js', description: 'Run it' } }],
        [{ text: 'Done.' }],
      ],
    },
    { prompt: 'wait', replies: [[{ text: 'I wait.' }, { hold: 'gate' }]] },
  ],
  otherwise: [{ text: 'Understood.' }],
}

let stage: WebStage
beforeAll(async () => {
  stage = await WebStage.playing(SCENARIO)
})

async function open(prompt: string, options: { width?: number; mode?: 'acceptEdits' } = {}) {
  const id = await stage.session({
    title: prompt,
    prompt,
    ...(options.mode && { permissionMode: options.mode }),
  })
  const page = await stage.page({
    at: `/s/${id}`,
    viewport: { width: options.width ?? 1440, height: 900 },
  })
  await page.getByTestId('liveness').waitFor()
  return { id, page }
}
const details = (page: Page) => page.getByRole('complementary', { name: 'Session details' })

test('the state has a name and an age; model and mode are one menu', async () => {
  const { id, page } = await open('work', { mode: 'acceptEdits' })
  await page.locator('.approval').waitFor()
  await expect
    .poll(() => page.getByTestId('liveness').innerText())
    .toMatch(/^Needs approval\s+· (\d+ m )?\d+ s$/)
  await page.getByRole('button', { name: /^Model and permissions: .*Accept edits$/ }).waitFor()
  await chooseSetting(page, 'Plan')
  await expect.poll(async () => (await stateOf(stage, id)).facts.permissionMode).toBe('plan')
  await page.getByRole('button', { name: /^Model and permissions: .*Plan$/ }).waitFor()
})

test('beside the transcript: tasks, changed files, and the turn; it folds away for good', async () => {
  const { page } = await open('work', { mode: 'acceptEdits' })
  await page.locator('.approval').waitFor()
  const panel = details(page)
  await expect
    .poll(() => panel.getByRole('heading', { level: 2 }).allInnerTexts())
    .toEqual([expect.stringMatching(/^Tasks\s*1 of 3$/), expect.stringMatching(/^Changes/), 'Turn 1'])
  const file = panel.getByRole('link', { name: /notes\.md/ })
  await file.waitFor()
  const tabs = page.getByRole('navigation', { name: 'Parts of the session' })
  await tabs.getByRole('link', { name: 'Changes 1' }).waitFor()
  await page.getByRole('button', { name: 'Hide details' }).click()
  await panel.waitFor({ state: 'detached' })
  await page.reload()
  await page.getByRole('button', { name: 'Show details' }).click()
  await panel.getByRole('link', { name: /notes\.md/ }).click()
  await expect.poll(() => page.url()).toContain('/changes')
})

test('a file that waits for approval is pending', async () => {
  const { page } = await open('work')
  await page.locator('.approval').waitFor()
  await expect
    .poll(() =>
      details(page)
        .getByRole('link', { name: /notes\.md/ })
        .innerText(),
    )
    .toContain('pending')
})

test('a laptop has no room for the details', async () => {
  const { page } = await open('work', { width: 1200, mode: 'acceptEdits' })
  await page.locator('.approval').waitFor()
  expect(await details(page).isVisible()).toBe(false)
  expect(await page.getByRole('button', { name: /details$/ }).count()).toBe(0)
})

test('Interrupt is in view while it works, and goes afterwards', async () => {
  const { id, page } = await open('wait')
  await page.getByRole('feed').getByText('I wait.').first().waitFor()
  await page.getByRole('button', { name: /^Interrupt/ }).click()
  await expect.poll(async () => (await stateOf(stage, id)).turns.current).toBe(null)
  await page.getByRole('button', { name: /^Interrupt/ }).waitFor({ state: 'detached' })
})
