/** Two to four sessions beside each other. */
import type { Page } from 'playwright-core'
import { beforeAll, expect, test } from 'vitest'
import type { Scenario } from '../../src/simulator/scenario.ts'
import { WebStage } from './stage.ts'

const SCENARIO = {
  scripts: [
    {
      prompt: 'touch',
      replies: [[{ tool: 'Bash', input: { command: 'touch seen' }, result: 'ok' }], [{ text: 'Touched.' }]],
    },
  ],
  otherwise: [{ text: 'All is well.' }],
} as unknown as Scenario

let stage: WebStage
beforeAll(async () => {
  stage = await WebStage.playing(SCENARIO)
})

const pane = (page: Page, title: string) => page.getByRole('region', { name: `Pane: ${title}` })
const isActive = (page: Page, title: string) =>
  expect.poll(() => pane(page, title).getAttribute('data-active'), { message: title })

test('each pane is a whole session; keys go between the panes, and belong to the one with the focus', async () => {
  const left = await stage.session({ title: 'Left', prompt: 'touch' })
  const right = await stage.session({ title: 'Right', prompt: 'touch' })
  const page = await stage.page({ at: `/split/${left}/${right}` })
  const allow = (title: string) => pane(page, title).locator('[aria-keyshortcuts=y]')
  await isActive(page, 'Left').toBe('true')
  await allow('Left').waitFor()
  await pane(page, 'Right')
    .getByRole('button', { name: /^Allow(?! and)/ })
    .waitFor()
  expect(await allow('Right').count()).toBe(0)
  await page.keyboard.press('}')
  await isActive(page, 'Right').toBe('true')
  await allow('Right').waitFor()
  expect(await allow('Left').count()).toBe(0)
  await page.keyboard.press('y')
  await pane(page, 'Right').getByText('Touched.').waitFor()
  expect(
    await pane(page, 'Left')
      .getByRole('button', { name: /^Allow(?! and)/ })
      .count(),
  ).toBe(1)
  await page.keyboard.press('{')
  await isActive(page, 'Left').toBe('true')
})

test('a pane is closed, and the last one is the session’s own view; it is opened from the menu of a session', async () => {
  const ids = [
    await stage.session({ title: 'One', prompt: 'hello' }),
    await stage.session({ title: 'Two', prompt: 'hello' }),
    await stage.session({ title: 'Three', prompt: 'hello' }),
  ]
  const page = await stage.page({ at: `/split/${ids.join('/')}` })
  await page.getByRole('button', { name: 'Close pane of Two' }).click()
  await page.waitForURL(`**/split/${ids[0]}/${ids[2]}`)
  await page.getByRole('button', { name: 'Close pane of One' }).click()
  await page.waitForURL(`**/s/${ids[2]}`)
  await page.getByRole('heading', { level: 1, name: 'Three' }).waitFor()
  await page.getByRole('button', { name: 'Session menu' }).click()
  await page.getByRole('menuitem', { name: 'Open in split view' }).click()
  await page.waitForURL(`**/split/${ids[2]}/*`)
})

test('the board opens the most urgent sessions beside each other', async () => {
  const host = await WebStage.alone(WebStage.playing(SCENARIO))
  const quiet = await host.session({ title: 'Quiet', prompt: 'hello' })
  const asks = await host.session({ title: 'Asks', prompt: 'touch' })
  const page = await host.page({ at: '/' })
  await page.getByRole('article', { name: 'Quiet' }).waitFor()
  await page.getByRole('region', { name: 'Needs you' }).getByRole('article', { name: 'Asks' }).waitFor()
  await page.getByRole('link', { name: 'Split view' }).click()
  await page.waitForURL(`**/split/${asks}/${quiet}`)
})
