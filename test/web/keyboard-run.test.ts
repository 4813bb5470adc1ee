/** A whole task without a pointer: begin a session, allow a command, answer a question, find the result again. */
import type { Page } from 'playwright-core'
import { expect, test } from 'vitest'
import { WebStage } from './stage.ts'

const SCENARIO = {
  scripts: [
    {
      prompt: 'measure the harbour',
      replies: [
        [{ tool: 'Bash', input: { command: 'touch depth.txt', description: 'Note the depth' } }],
        [
          {
            tool: 'AskUserQuestion',
            input: {
              questions: [
                {
                  question: 'Which unit?',
                  header: 'Unit',
                  multiSelect: false,
                  options: [
                    { label: 'Metres', description: 'As on the chart' },
                    { label: 'Fathoms', description: 'As in the log' },
                  ],
                },
              ],
            },
          },
        ],
        [{ text: 'The heliograph stands in seven fathoms.' }],
      ],
    },
  ],
  otherwise: [{ text: 'Yes.' }],
}

/** Presses Tab until a control with this name has the focus. */
async function tabTo(page: Page, name: RegExp): Promise<void> {
  const words = () =>
    page.evaluate<string>(`(() => {
      const it = document.activeElement
      const label = it.labels?.[0] ?? document.getElementById(it.getAttribute('aria-labelledby'))
      return (label?.innerText || it.getAttribute('aria-label') || it.innerText || '').trim()
    })()`)
  for (let step = 0; step < 40; step++) {
    if (name.test(await words())) return
    await page.keyboard.press('Tab')
  }
  throw new Error(`Tab does not come to ${name}`)
}

test('create, approve, answer and search with the keyboard alone', async () => {
  const stage = await WebStage.alone(WebStage.playing(SCENARIO))
  await stage.session({ title: 'Before', prompt: 'hello' })
  const page = await stage.page({ at: '/' })
  await page.locator('.board').waitFor()

  await page.keyboard.press('n')
  await page.getByRole('heading', { name: 'New session' }).waitFor()
  await tabTo(page, /^Project folder$/)
  await page.keyboard.press('Control+a')
  // The parents of the folder, which the field asks for meanwhile, are not in the host's roots.
  stage.expectProblems(/status of 404/)
  await page.keyboard.type(stage.daemon.cwd)
  await tabTo(page, /^Prompt/)
  await page.keyboard.type('measure the harbour')
  await page.keyboard.press('Control+Enter')
  await page.waitForURL(/\/s\/[^/]+$/)
  const { pathname } = new URL(page.url())

  const card = page.locator('.approval[data-keys=on]')
  await card.getByText('touch depth.txt').first().waitFor()
  await page.keyboard.press('y')
  await card.getByText('Which unit?').first().waitFor()
  await page.keyboard.press('2')
  await expect.poll(() => card.getByRole('radio', { name: /^Fathoms/ }).isChecked()).toBe(true)
  await page.keyboard.press('y')
  await page.getByRole('feed').getByText('The heliograph stands in seven fathoms.').waitFor()

  await page.keyboard.press('Escape')
  await page.keyboard.press('g')
  await page.locator('.board').waitFor()
  await page.keyboard.press('Control+k')
  await page.getByRole('combobox', { name: 'Search and commands' }).and(page.locator(':focus')).waitFor()
  await page.keyboard.type('#heliograph')
  await page.getByRole('option', { name: /heliograph/ }).waitFor()
  await page.keyboard.press('Enter')
  await page.waitForURL(`**${pathname}?seq=*`)
  await page.getByRole('feed').getByText('The heliograph stands in seven fathoms.').waitFor()
})
