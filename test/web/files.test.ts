/** Files and pictures that a transcript shows: links to them, their viewers, and an editor that opens them. */
import { randomUUID } from 'node:crypto'
import { mkdirSync, symlinkSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Page } from 'playwright-core'
import { beforeAll, beforeEach, expect, test } from 'vitest'
import { WebStage } from './stage.ts'

/** One pixel. */
const PNG = 'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg=='
const LINES = Array.from(
  { length: 400 },
  (_, i) => `export const value${i + 1} = ${i % 100 === 9 ? "'needle'" : i}`,
)

let stage: WebStage
let page: Page
let id: string
beforeAll(async () => {
  stage = await WebStage.playing({
    scripts: [
      {
        prompt: 'name files',
        replies: [
          [{ tool: 'Read', input: { file_path: 'src/a.ts', offset: 7 }, result: '     7\tlet a = 1' }],
          [{ text: 'See src/a.ts:210, `src/gone.ts`, ../secret.txt and https://example.org/a.ts:3.' }],
        ],
      },
    ],
    otherwise: [{ text: 'Yes.' }],
  })
  const { cwd } = stage.daemon
  mkdirSync(join(cwd, 'src'), { recursive: true })
  writeFileSync(join(cwd, 'src/a.ts'), `${LINES.join('\n')}\n`)
  writeFileSync(join(cwd, 'logo.png'), Buffer.from(PNG, 'base64'))
  writeFileSync(join(cwd, 'data.bin'), Buffer.from([1, 0, 2]))
  writeFileSync(join(cwd, 'large.txt'), 'x'.repeat(1024 * 1024 + 10))
  writeFileSync(join(cwd, '..', 'secret.txt'), 'secret')
  symlinkSync(join(cwd, '..', 'secret.txt'), join(cwd, 'link.txt'))
  id = await stage.session({ prompt: 'Please name files', options: { allowedTools: ['Read'] } })
})
beforeEach(async () => {
  page = await stage.page()
})
const openFile = (path: string, line?: number) =>
  page.goto(
    `${stage.daemon.url}/s/${id}/file?path=${encodeURIComponent(path)}${line === undefined ? '' : `&line=${line}`}`,
  )
const feed = () => page.getByRole('feed', { name: 'Transcript' })

test('a file that the text names opens at its line, beside the transcript and as a page', async () => {
  await page.goto(`${stage.daemon.url}/s/${id}`)
  await feed().getByRole('link', { name: 'src/a.ts:210' }).click()
  const dialog = page.getByRole('dialog', { name: 'src/a.ts' })
  const named = dialog.locator('[aria-current]')
  await expect.poll(() => named.innerText()).toMatch(/^210\s+export const value210/)
  await expect.poll(() => named.locator('.hljs-keyword').count()).toBeGreaterThan(0)
  await dialog.getByRole('link', { name: 'Open as a page' }).click()
  await page.waitForURL(`**/s/${id}/file?path=src%2Fa.ts&line=210`)
  await expect.poll(() => page.locator('[aria-current=true]').innerText()).toMatch(/^210\s/)
  await page.getByRole('link', { name: 'Back to the session' }).click()
  await page.waitForURL(`**/s/${id}`)
})

test('tool rows and code name files too; addresses of other sites are no files', async () => {
  await page.goto(`${stage.daemon.url}/s/${id}`)
  const links = feed().locator('a.file-link')
  await expect
    .poll(() =>
      links.evaluateAll((all) => all.map((it) => it.getAttribute('href')?.replace(/^.*\/file/, ''))),
    )
    .toEqual([
      '?path=src%2Fa.ts&line=7',
      '?path=src%2Fa.ts&line=210',
      '?path=src%2Fgone.ts',
      '?path=..%2Fsecret.txt',
    ])
})

test('only the lines in view are on the page; find goes from match to match', async () => {
  await openFile('src/a.ts')
  const lines = page.locator('.file-line')
  await expect.poll(() => lines.count()).toBeGreaterThan(10)
  expect(await lines.count()).toBeLessThan(200)
  const field = page.getByRole('searchbox', { name: 'Find in this file' })
  await field.fill('NEEDLE')
  await page.getByText('1 of 4').waitFor()
  const current = page.locator('.file-line[data-current=true]')
  await expect.poll(() => current.innerText()).toMatch(/^10\s/)
  await field.press('Enter')
  await expect.poll(() => current.innerText()).toMatch(/^110\s/)
  expect(await current.locator('mark').innerText()).toBe('needle')
  await page.getByRole('button', { name: 'Previous match' }).click()
  await expect.poll(() => current.innerText()).toMatch(/^10\s/)
  await page.getByRole('button', { name: 'Copy' }).click()
  await expect.poll(() => page.evaluate(() => navigator.clipboard.readText())).toBe(`${LINES.join('\n')}\n`)
})

test.each(['src/gone.ts', '../secret.txt', 'link.txt', '/etc/passwd'])(
  'R-SEC-6 %s is not shown',
  async (path) => {
    await openFile(path)
    await page.getByRole('heading', { name: 'File not found' }).waitFor()
    expect(await page.locator('body').innerText()).not.toMatch(/^secret$|root:/m)
  },
)

test('pictures are shown, other binary files and what is too large are not', async () => {
  await openFile('logo.png')
  await expect
    .poll(() =>
      page.getByRole('img', { name: /logo\.png$/ }).evaluate((it) => (it as HTMLImageElement).naturalWidth),
    )
    .toBe(1)
  await openFile('data.bin')
  await page.getByRole('heading', { name: 'Binary file' }).waitFor()
  await openFile('large.txt')
  await page.getByText('Only the first 1 MB of this file is shown.').waitFor()
})

test('an editor is chosen in the settings, or its address written; only schemes of editors are taken', async () => {
  await openFile('src/a.ts', 12)
  await page.getByRole('link', { name: 'Choose an editor…' }).click()
  await page.waitForURL('**/settings')
  const editor = page.getByRole('region', { name: 'Editor' })
  await editor.getByRole('combobox', { name: 'Open files in' }).click()
  await page.getByRole('option', { name: 'VS Code' }).click()
  await openFile('src/a.ts', 12)
  const link = page.getByRole('link', { name: 'Open in editor' })
  expect(await link.getAttribute('href')).toMatch(/^vscode:\/\/file\/.+\/project\/src\/a\.ts:12$/)
  await page.goto(`${stage.daemon.url}/settings`)
  await editor.getByRole('combobox', { name: 'Open files in' }).click()
  await page.getByRole('option', { name: 'Custom…' }).click()
  const address = editor.getByRole('textbox', { name: 'Address of a file' })
  await address.fill('javascript:alert(1)//{path}')
  await editor.getByText(/^Begin with the scheme of an editor/).waitFor()
  await openFile('src/a.ts')
  await page.getByRole('link', { name: 'Choose an editor…' }).waitFor()
  await page.goto(`${stage.daemon.url}/settings`)
  await editor.getByRole('combobox', { name: 'Open files in' }).click()
  await page.getByRole('option', { name: 'Custom…' }).click()
  await address.fill('nvim://open?file={path}')
  await openFile('src/a.ts')
  expect(await link.getAttribute('href')).toMatch(/^nvim:\/\/open\?file=%2F.+a\.ts$/)
})

test('pictures open in a viewer: arrow keys, zoom, download', async () => {
  const shown = await stage.session({ prompt: 'hello' })
  const image = { mediaType: 'image/png' as const, data: PNG }
  await stage.daemon.api().call('sendMessage', {
    params: { id: shown },
    body: { commandId: randomUUID(), text: 'look at these', images: [image, image] },
  })
  await page.goto(`${stage.daemon.url}/s/${shown}`)
  await feed().getByRole('button', { name: 'Open picture 1 of 2' }).click()
  await page.getByRole('dialog', { name: 'Picture 1 of 2' }).waitFor()
  const place = page.getByRole('dialog').getByRole('region', { name: 'Picture' })
  await place.focus()
  await page.keyboard.press('ArrowRight')
  const dialog = page.getByRole('dialog', { name: 'Picture 2 of 2' })
  await dialog.waitFor()
  await dialog.getByRole('button', { name: 'Zoom in' }).click()
  await dialog.getByRole('button', { name: '150 %' }).waitFor()
  await page.keyboard.press('0')
  await dialog.getByRole('button', { name: 'Fits' }).waitFor()
  const saved = page.waitForEvent('download')
  await dialog.getByRole('link', { name: 'Download' }).click()
  expect((await saved).suggestedFilename()).toBe('picture-2.png')
  await page.keyboard.press('Escape')
  await dialog.waitFor({ state: 'detached' })
})
