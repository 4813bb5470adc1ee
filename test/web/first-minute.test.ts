/** The first page of a host without sessions: with and without Claude Code, and what follows. */
import { mkdirSync, symlinkSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { expect, test } from 'vitest'
import { WebStage } from './stage.ts'

/** A PATH with Node and git, and without any claude. */
const withoutClaude = () => {
  const stage = WebStage.alone(WebStage.open({ PATH: '/usr/bin:/bin' }))
  return stage
}
/** Any program stands for a claude that has been installed. */
function install(stage: WebStage): void {
  const file = join(stage.daemon.folder, 'home', '.local', 'bin', 'claude')
  mkdirSync(dirname(file), { recursive: true })
  writeFileSync(`${file}-program`, '#!/bin/sh\necho "2.1.300 (Claude Code)"\n', { mode: 0o755 })
  symlinkSync(`${file}-program`, file)
}

test('without claude: how to install it, where it was looked for; Check again finds what was installed since', async () => {
  const stage = await withoutClaude()
  const page = await stage.page({ at: '/' })
  await page.getByRole('heading', { level: 1, name: 'Claude Code isn’t installed' }).waitFor()
  await page.getByRole('button', { name: 'Copy command' }).click()
  await expect
    .poll(() => page.evaluate<string>('navigator.clipboard.readText()'))
    .toBe('npm install -g @anthropic-ai/claude-code')
  await page.getByRole('tab', { name: 'macOS, Linux' }).click()
  await page.getByText('claude.ai/install.sh').waitFor()

  const places = page.getByRole('listitem').filter({ hasText: 'does not exist' })
  expect(await places.count()).toBe(0)
  await page.getByText(/^Where Fairlead looked/).click()
  await places.first().waitFor()
  const paths = await places.allInnerTexts()
  expect(new Set(paths).size).toBe(paths.length)

  await page.getByRole('button', { name: /^Check again/ }).click()
  await page.getByText('Checked once: still not found.').waitFor()
  install(stage)
  await page.keyboard.press('r')
  await page.getByRole('heading', { level: 1, name: 'Start your first session' }).waitFor()
})

test('the demo works without claude, on a phone too; the tour has three hints and does not come back', async () => {
  const stage = await withoutClaude()
  const page = await stage.page({
    at: '/',
    viewport: { width: 390, height: 844 },
    hasTouch: true,
    isMobile: true,
  })
  await page.getByRole('button', { name: 'Try the demo' }).tap()
  await page.getByRole('heading', { name: 'Demo' }).waitFor()
  const tour = page.getByRole('region', { name: 'Tour' })
  await tour.getByText('1 of 3').waitFor()
  await tour.getByRole('button', { name: 'Next hint' }).tap()
  await tour.getByRole('button', { name: 'Next hint' }).tap()
  await tour.getByText('3 of 3').waitFor()
  await tour.getByRole('button', { name: 'Finish' }).tap()
  await tour.waitFor({ state: 'detached' })
  await page.reload()
  await page.getByRole('heading', { name: 'Demo' }).waitFor()
  expect(await tour.count()).toBe(0)
})

test('the tour is dismissed at once; a browser that never saw the first page has none', async () => {
  const stage = await withoutClaude()
  const page = await stage.page({ at: '/' })
  await page.getByRole('button', { name: 'Try the demo' }).click()
  await page.getByRole('button', { name: 'Dismiss tour' }).click()
  await page.getByRole('region', { name: 'Tour' }).waitFor({ state: 'detached' })
  const other = await stage.page({ at: '/' })
  await other.getByRole('link', { name: /^Demo/ }).first().waitFor()
  expect(await other.getByRole('region', { name: 'Tour' }).count()).toBe(0)
})

test('a claude that is named and cannot run is told as that', async () => {
  const stage = await WebStage.alone(WebStage.open({ CLAUDE_BIN: '/nowhere/claude' }))
  const page = await stage.page({ at: '/' })
  await page.getByRole('heading', { level: 1, name: 'Claude Code doesn’t start' }).waitFor()
  await page.getByText('CLAUDE_BIN is "/nowhere/claude"').waitFor()
})
