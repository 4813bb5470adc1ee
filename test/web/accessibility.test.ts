/** Every view, by the rules of axe: in both themes, on a wide screen and on a phone. Serious and critical ones fail. */
import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import type { AxeResults } from 'axe-core'
import type { Page } from 'playwright-core'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { WebStage } from './stage.ts'

const axe = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8')
const WIDE = { width: 1280, height: 800 }
const PHONE = { width: 390, height: 844 }
const LOOKS = [
  ['light', WIDE],
  ['light', PHONE],
  ['dark', PHONE],
  ['dark', WIDE],
] as const

let stage: WebStage
let talk: string
let waiting: string
beforeAll(async () => {
  stage = await WebStage.open()
  talk = await stage.session({ title: 'Talk', prompt: 'explain how it works' })
  waiting = await stage.session({ title: 'Waiting', prompt: 'fix the bug' })
  const api = stage.daemon.api()
  await api.call('putPolicies', {
    body: { rules: [{ id: 'r', effect: 'deny', tool: 'Write', path: '/etc/**', note: 'Not there.' }] },
  })
  await vi.waitFor(
    async () => {
      expect((await api.call('listApprovals', {})).approvals).toHaveLength(1)
      expect((await api.call('getUsage', {})).totalUsd).toBeGreaterThan(0)
    },
    { timeout: 15_000 },
  )
})
afterAll(() => stage.close())

/** What is wrong with what the page shows now, in every look. Empty if nothing is. */
async function problemsIn(page: Page): Promise<string[]> {
  // The content security policy lets no script in but the page's own; the debugger is not bound by it.
  await page.evaluate(axe)
  const problems: string[] = []
  for (const [colorScheme, viewport] of LOOKS) {
    await page.setViewportSize(viewport)
    await page.emulateMedia({ colorScheme })
    const results = await page.evaluate<AxeResults>("axe.run(document, { resultTypes: ['violations'] })")
    const look = `${colorScheme}, ${viewport.width} wide`
    for (const { id, impact, nodes } of results.violations) {
      if (impact !== 'serious' && impact !== 'critical') continue
      for (const { target, failureSummary } of nodes)
        problems.push(`${look}: ${id} at ${target}: ${failureSummary}`)
    }
    const over = await page.evaluate<number>('document.documentElement.scrollWidth - innerWidth')
    if (over > 0) problems.push(`${look}: scrolls sideways by ${over}`)
  }
  return problems
}

test.each([
  ['/', '.session-row'],
  ['/new', 'h1'],
  ['/inbox', 'h1'],
  ['/usage', '.usage-chart'],
  ['/search?q=the', '.search-hit'],
  ['/policies', '.policy-rule'],
  ['/settings', '.settings-facts'],
  ['/s/TALK', 'text=How a turn works'],
  ['/s/WAITING', 'main button:has-text("Allow")'],
  ['/s/WAITING/changes', 'main h1'],
  ['/s/WAITING/inspector', 'main h1'],
])('%s', async (path, ready) => {
  const page = await stage.page()
  await page.goto(stage.daemon.url + path.replace('TALK', talk).replace('WAITING', waiting))
  await page.locator(ready).first().waitFor()
  await expect.poll(() => page.getByRole('main').getByText('Loading').count()).toBe(0)
  expect(await problemsIn(page)).toEqual([])
  await page.context().close()
})

test('dialogs', async () => {
  const page = await stage.page()
  await page.goto(`${stage.daemon.url}/policies`)
  await page.getByRole('button', { name: 'Edit r' }).click()
  expect(await problemsIn(page)).toEqual([])
  await page.goto(`${stage.daemon.url}/settings`)
  await page.getByRole('button', { name: 'Add an agent' }).click()
  expect(await problemsIn(page)).toEqual([])
  await page.keyboard.press('Escape')
  await page.getByRole('dialog').waitFor({ state: 'detached' })
  await page.keyboard.press('?')
  await page.getByRole('dialog', { name: 'Keyboard shortcuts' }).waitFor()
  expect(await problemsIn(page)).toEqual([])
})
