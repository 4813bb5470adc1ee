/** Every view, by the rules of axe: in both themes, on a wide screen and on a phone. */
import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import type { Page } from 'playwright-core'
import { beforeAll, expect, test, vi } from 'vitest'
import { PATIENCE, WebStage } from './stage.ts'

const axe = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8')
const WIDE = { width: 1280, height: 800 }
const PHONE = { width: 390, height: 844 }
/** A theme is colours and nothing else: what is about anything else is looked at once for each size. */
const LOOKS = [
  ['light', WIDE, 'all'],
  ['dark', WIDE, 'colours'],
  ['dark', PHONE, 'colours'],
  ['light', PHONE, 'all'],
] as const

/** All rules of axe's category for colours but those that are off by default. */
const OF_COLOURS = { type: 'rule', values: ['color-contrast', 'link-in-text-block'] }

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
    { timeout: PATIENCE },
  )
})

/** What is wrong with what the page shows now, in every look. Empty if nothing is. */
async function problemsIn(page: Page): Promise<string[]> {
  // The content security policy lets no script in but the page's own; the debugger is not bound by it.
  if (await page.evaluate<boolean>("typeof axe === 'undefined'")) await page.evaluate(axe)
  const problems: string[] = []
  for (const [colorScheme, viewport, rules] of LOOKS) {
    await page.setViewportSize(viewport)
    await page.emulateMedia({ colorScheme })
    const found = await page.evaluate<string[]>(`(async () => {
      await new Promise((drawn) => requestAnimationFrame(() => requestAnimationFrame(drawn)))
      const { violations } = await axe.run(document, {
        resultTypes: ['violations'],
        preload: false,
        ${rules === 'colours' ? `runOnly: ${JSON.stringify(OF_COLOURS)},` : ''}
      })
      const over = document.documentElement.scrollWidth - innerWidth
      return violations
        .flatMap(({ id, nodes }) => nodes.map((it) => id + ' at ' + it.target + ': ' + it.failureSummary))
        .concat(over > 0 ? 'scrolls sideways by ' + over : [])
    })()`)
    problems.push(...found.map((it) => `${colorScheme}, ${viewport.width} wide: ${it}`))
  }
  return problems
}

/** As the page itself goes there: to load it anew for each view costs more than all the rules. */
async function go(page: Page, path: string): Promise<void> {
  await page.setViewportSize(WIDE)
  await page.evaluate(
    `history.pushState(null, '', ${JSON.stringify(path)}); dispatchEvent(new Event('popstate'))`,
  )
}
const heading = (name: string) => `main h1:text-is("${name}")`

test('every view', { timeout: 10 * PATIENCE }, async () => {
  const page = await stage.page({ at: '/settings' })
  const problems: string[] = []
  for (const [path, ready] of [
    ['/', '.session-row'],
    ['/new', heading('New session')],
    ['/phone', 'main .copy-line'],
    ['/inbox', heading('Inbox')],
    ['/usage', '.usage-chart'],
    ['/search?q=the', '.search-hit'],
    ['/policies', '.policy-rule'],
    ['/settings', '.settings-facts'],
    [`/s/${talk}`, '[role=feed] article[aria-label=Agent]'],
    [`/s/${waiting}`, 'main button:has-text("Allow")'],
    [`/s/${waiting}/changes`, 'main h2:text-is("Not a git repository")'],
    [`/s/${waiting}/inspector`, 'main nav[aria-label="Parts of the inspector"]'],
  ] as const) {
    await go(page, path)
    await page.locator(ready).first().waitFor()
    await expect.poll(() => page.getByRole('main').getByText('Loading').count()).toBe(0)
    problems.push(...(await problemsIn(page)).map((it) => `${path}: ${it}`))
  }
  expect(problems).toEqual([])
})

test('the sign-in page', async () => {
  const page = await stage.page({ isStranger: true, at: '/login?token=old' })
  await page.getByRole('heading', { name: 'Sign in to Fairlead' }).waitFor()
  await page.getByRole('alert').waitFor()
  expect(await problemsIn(page)).toEqual([])
})

test('dialogs', async () => {
  const page = await stage.page({ at: '/policies' })
  const problems: string[] = []
  for (const [path, button] of [
    ['/policies', 'Edit r'],
    ['/settings', 'Add an agent'],
    ['/settings', 'Keyboard shortcuts'],
  ] as const) {
    await go(page, path)
    await page.getByRole('button', { name: button }).click()
    await page.getByRole('dialog').waitFor()
    problems.push(...(await problemsIn(page)).map((it) => `${button}: ${it}`))
    await page.keyboard.press('Escape')
    await page.getByRole('dialog').waitFor({ state: 'detached' })
  }
  expect(problems).toEqual([])
})
