import { mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Page } from 'playwright-core'
import { beforeAll, beforeEach, expect, test } from 'vitest'
import { heldPrompts, textOfContent } from '../../src/state/turns/prompts.ts'
import { chooseSetting, chooseWhen } from './choose.ts'
import { itemsOf, promptsOf, stateOf } from './journal.ts'
import { WebStage } from './stage.ts'

/** `hold` lasts until the turn is interrupted; an approval until somebody answers it. */
const SCENARIO = {
  scripts: [
    { prompt: 'wait here', replies: [[{ text: 'I wait.' }, { hold: 'gate' }]] },
    {
      prompt: 'ask first',
      replies: [
        [{ tool: 'Bash', input: { command: 'touch it', description: 'Touch it' } }],
        [{ text: 'Done with it.' }],
      ],
    },
    { prompt: 'break down', replies: [[{ text: 'I try.' }, { fault: 'exit=3' }]] },
    {
      prompt: 'write notes',
      replies: [
        [{ tool: 'Write', input: { file_path: 'notes.md', content: 'after' }, run: true }],
        [{ text: 'Written.' }],
      ],
    },
  ],
  otherwise: [{ text: 'Understood.' }],
}
/** One pixel. */
const PIXEL =
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg=='

let stage: WebStage
let page: Page
beforeAll(async () => {
  stage = await WebStage.playing(SCENARIO)
})
beforeEach(async () => {
  page = await stage.page()
})

const field = () => page.getByRole('textbox', { name: /^Message to/ })
async function open(prompt?: string, more: object = {}): Promise<string> {
  const id = await stage.session({ title: prompt ?? 'Quiet', ...(prompt && { prompt }), ...more })
  await page.goto(`${stage.daemon.url}/s/${id}`)
  await field().waitFor()
  return id
}
/** The text of the CLI's turn is there: it works, and does nothing more by itself. */
async function busy(): Promise<string> {
  const id = await open('wait here')
  await page.getByRole('feed').getByText('I wait.').first().waitFor()
  return id
}
/** The turn is over, and the page knows it: what it says of the session and offers for it changes no more. */
const idle = () => page.locator('[data-testid=liveness][data-status=idle]').waitFor()
/** A file of the test alone. */
function ownFile(folder: string, name: string, text: string) {
  const cwd = join(stage.daemon.cwd, folder)
  mkdirSync(cwd)
  writeFileSync(join(cwd, name), text)
  return { cwd, file: join(cwd, name) }
}
async function say(text: string, when?: string): Promise<void> {
  if (when) await chooseWhen(page, when)
  await field().fill(text)
  await page.getByRole('form', { name: 'Message' }).locator('[type=submit]:enabled').waitFor()
  await field().press('Enter')
  await expect.poll(() => field().inputValue()).toBe('')
}
const prompts = (id: string) => expect.poll(() => promptsOf(stage, id))
const held = async (id: string) =>
  heldPrompts((await stateOf(stage, id)).prompts).map(({ content }) => textOfContent(content))

test('Shift Enter makes a line, Enter sends; a draft outlives the page', async () => {
  const id = await open()
  await field().fill('one')
  await field().press('Shift+Enter')
  await page.keyboard.type('two')
  await page.reload()
  await expect.poll(() => field().inputValue()).toBe('one\ntwo')
  await field().press('Enter')
  await prompts(id).toEqual(['one\ntwo'])
  await expect.poll(() => field().inputValue()).toBe('')
  await page.reload()
  await page.getByRole('feed').getByText('Understood.').waitFor()
  expect(await field().inputValue()).toBe('')
  await field().press('ArrowUp')
  await expect.poll(() => field().inputValue()).toBe('one\ntwo')
})

test('while it works: queue, edit, reorder, cancel; what is queued is sent after the turn', async () => {
  const id = await busy()
  for (const text of ['first', 'second', 'third']) await say(text, 'Queue')
  const queue = page.getByRole('region', { name: 'Queue' })
  await expect.poll(() => queue.getByRole('listitem').count()).toBe(3)
  await queue.getByRole('button', { name: /: second$/ }).click()
  await page.getByRole('textbox', { name: 'Queued message' }).fill('second, but better')
  await page.keyboard.press('Enter')
  const order = async (...texts: string[]) => {
    await expect.poll(() => held(id)).toEqual(texts)
    await expect.poll(() => queue.locator('.queue-text').allInnerTexts()).toEqual(texts)
    // No change is under way any more: all can be moved but the first up and the last down.
    await expect.poll(() => queue.locator('button:disabled').count()).toBe(2)
  }
  await order('first', 'second, but better', 'third')
  await queue.getByRole('listitem').nth(2).getByRole('button', { name: 'Move up' }).click()
  await order('first', 'third', 'second, but better')
  const better = queue.getByRole('button', { name: /: second, but better$/ })
  await better.press('Shift+ArrowUp')
  await order('first', 'second, but better', 'third')
  // The one that was moved keeps the focus.
  await page.keyboard.press('Shift+ArrowUp')
  await order('second, but better', 'first', 'third')
  await page.keyboard.press('Shift+ArrowDown')
  await order('first', 'second, but better', 'third')
  await queue.getByRole('listitem').first().getByRole('button', { name: 'Remove from queue' }).click()
  await order('second, but better', 'third')
  expect(await promptsOf(stage, id)).toEqual(['wait here'])
  await page.keyboard.press('Escape')
  await prompts(id).toEqual(['wait here', 'second, but better', 'third'])
  await queue.waitFor({ state: 'detached' })
})

test('Escape in the field interrupts; in the palette it only closes that', async () => {
  const id = await busy()
  await field().fill('/')
  await page.getByRole('listbox', { name: 'Commands' }).waitFor()
  await field().press('Escape')
  await page.getByRole('listbox', { name: 'Commands' }).waitFor({ state: 'detached' })
  expect((await stateOf(stage, id)).turns.current).not.toBe(null)
  await field().press('Escape')
  await expect.poll(async () => (await stateOf(stage, id)).turns.current).toBe(null)
  await page.getByRole('button', { name: 'Interrupt' }).waitFor({ state: 'detached' })
})

test('send now joins the turn at the next tool; the choice is remembered', async () => {
  const id = await open('ask first')
  await page.locator('.approval[data-keys=on]').waitFor()
  await say('and this too', 'Send now')
  await prompts(id).toEqual(['ask first', 'and this too'])
  expect((await stateOf(stage, id)).turns.past.size).toBe(0)
  await page.reload()
  await page.locator('.approval[data-keys=on]').waitFor()
  await page.getByRole('button', { name: 'Send now' }).waitFor()
  await page.keyboard.press('y')
  await expect.poll(async () => (await stateOf(stage, id)).prompts.open).toEqual([])
})

test('interrupt and send ends the turn for it', async () => {
  const id = await busy()
  await say('stop that', 'Interrupt and send')
  await prompts(id).toEqual(['wait here', 'stop that'])
  await page.getByRole('feed').getByText('Understood.').first().waitFor()
  await expect.poll(async () => (await stateOf(stage, id)).turns.current).toBe(null)
})

test('an image is pasted, shown, and sent; what is no image is told', async () => {
  const id = await open()
  await field().focus()
  const paste = (type: string, name: string) =>
    page.evaluate(`{
      const bytes = Uint8Array.from(atob('${PIXEL}'), (it) => it.charCodeAt(0))
      const clipboardData = new DataTransfer()
      clipboardData.items.add(new File([bytes], '${name}', { type: '${type}' }))
      const event = new ClipboardEvent('paste', { clipboardData, bubbles: true, cancelable: true })
      document.activeElement.dispatchEvent(event)
    }`)
  await paste('image/tiff', 'scan.tiff')
  await page.getByText('scan.tiff: only PNG').waitFor()
  await paste('image/png', 'dot.png')
  await paste('image/png', 'spot.png')
  const strip = page.getByRole('list', { name: 'Images in this message' })
  await strip.getByRole('button', { name: 'Remove spot.png' }).click()
  await expect.poll(() => strip.getByRole('listitem').count()).toBe(1)
  await page.evaluate(`{
    const dataTransfer = new DataTransfer()
    dataTransfer.items.add(new File([new Uint8Array([1])], 'dropped.png', { type: 'image/png' }))
    document.querySelector('textarea').dispatchEvent(new DragEvent('drop', { dataTransfer, bubbles: true, cancelable: true }))
  }`)
  await strip.getByRole('button', { name: 'Remove dropped.png' }).click()
  await expect.poll(() => strip.getByRole('listitem').count()).toBe(1)
  await say('what is this')
  await prompts(id).toEqual(['[image] what is this'])
  const [sent] = (await itemsOf(stage, id)).filter(({ kind }) => kind === 'user')
  expect(JSON.stringify(sent)).toContain(PIXEL)
})

test('commands and files are completed', async () => {
  const { cwd } = ownFile('completed', 'total report.md', '')
  const id = await open('hello', { cwd })
  await expect.poll(async () => (await stateOf(stage, id)).facts.commands?.length).toBeGreaterThan(0)
  const [command] = (await stateOf(stage, id)).facts.commands ?? []
  await field().fill(`/${command?.name}`)
  await page
    .getByRole('option', { name: `/${command?.name}` })
    .first()
    .waitFor()
  await field().press('Tab')
  await expect.poll(() => field().inputValue()).toBe(`/${command?.name} `)
  await field().fill('look at @tot')
  await page.getByRole('option', { name: '@total report.md' }).waitFor()
  await field().press('Enter')
  await expect.poll(() => field().inputValue()).toBe('look at @"total report.md" ')
})

test('the title, the model and the mode are changed, and shown as the CLI has them', async () => {
  const id = await open('hello')
  await idle()
  await page.getByRole('heading', { level: 1 }).getByRole('button').click()
  await page.getByLabel('Title').fill('Another name')
  await page.keyboard.press('Enter')
  await page.getByRole('heading', { level: 1, name: 'Another name' }).waitFor()
  const settings = page.getByRole('button', { name: /^Model and permissions/ })
  await settings.click()
  const other = page
    .getByRole('group', { name: 'Model' })
    .getByRole('menuitemcheckbox', { checked: false })
    .last()
  const name = (await other.innerText()).trim()
  const before = (await stateOf(stage, id)).facts.model
  await other.click()
  await expect.poll(async () => (await stateOf(stage, id)).facts.model).not.toBe(before)
  await expect.poll(() => settings.innerText()).toContain(name)
  await chooseSetting(page, 'Plan')
  await expect.poll(async () => (await stateOf(stage, id)).facts.permissionMode).toBe('plan')
})

test('the menu works by keyboard: close, a message resumes, fork, delete', async () => {
  const id = await open('hello')
  await idle()
  const press = async (name: RegExp, way = 'ArrowDown') => {
    await page.getByRole('button', { name: 'Session menu' }).press('ArrowDown')
    const focused = page.locator('[role=menuitem]:focus')
    await focused.waitFor()
    // The focus moves a moment after the key, and the menu takes no key while it opens. It goes round, so once more is fine.
    for (let at = await focused.innerText(); !name.test(at); at = await focused.innerText()) {
      await page.keyboard.press(way)
      const moved = page.locator('[role=menuitem]:focus').filter({ hasNotText: at })
      await moved.waitFor({ timeout: 2000 }).catch(() => {})
    }
    await page.keyboard.press('Enter')
  }
  await press(/^Close/)
  await page.getByRole('button', { name: 'Resume and send' }).waitFor()
  await field().fill('again')
  await page.getByRole('button', { name: 'Resume and send' }).click()
  await prompts(id).toEqual(['hello', 'again'])
  await expect.poll(async () => (await stateOf(stage, id)).turns.past.size).toBe(2)
  await idle()
  await press(/^Fork/)
  await page.getByRole('heading', { level: 1, name: 'hello (fork)' }).waitFor()
  expect(page.url()).not.toContain(id)
  await press(/^Delete/, 'ArrowUp')
  await page.getByRole('dialog').getByRole('button', { name: 'Delete session' }).click()
  await expect.poll(() => new URL(page.url()).pathname).toBe('/')
  const { sessions } = await stage.daemon.api().call('listSessions', {})
  expect(sessions.map(({ title }) => title)).not.toContain('hello (fork)')
})

test('an open menu keeps its entries where they are', async () => {
  const id = await open('hello')
  await idle()
  const menu = page.getByRole('button', { name: 'Session menu' })
  await menu.click()
  await page.getByRole('menuitem', { name: /^Close session/ }).waitFor()
  const names = await page.getByRole('menuitem').allInnerTexts()
  await stage.daemon.api().call('closeSession', { params: { id }, body: {} })
  await page.getByRole('menuitem', { name: /^Close session/, disabled: true }).waitFor()
  expect(await page.getByRole('menuitem').allInnerTexts()).toEqual(names)
  await page.keyboard.press('Escape')
  await page.getByRole('menu').waitFor({ state: 'detached' })
  await menu.click()
  await page.getByRole('menuitem', { name: 'Resume session' }).waitFor()
})

test('files are rewound after a look at what would change', async () => {
  const { cwd, file: notes } = ownFile('rewound', 'notes.md', 'before')
  const id = await open('write notes', { cwd, permissionMode: 'acceptEdits' })
  await page.getByRole('feed').getByText('Written.').first().waitFor()
  await idle()
  expect(readFileSync(notes, 'utf8')).toBe('after')
  await page.getByRole('button', { name: 'Session menu' }).click()
  await page.getByRole('menuitem', { name: 'Rewind files…' }).click()
  const dialog = page.getByRole('dialog', { name: 'Rewind files' })
  await dialog.getByRole('listitem').filter({ hasText: 'notes.md' }).waitFor()
  expect(readFileSync(notes, 'utf8')).toBe('after')
  await dialog.getByRole('button', { name: 'Rewind files' }).click()
  await dialog.waitFor({ state: 'detached' })
  expect(readFileSync(notes, 'utf8')).toBe('before')
  expect((await stateOf(stage, id)).turns.past.size).toBe(1)
  const trace = page.getByRole('feed').getByText(/^Files rewound to before “/)
  await trace.waitFor()
  await page.reload()
  await trace.waitFor()
})

test('rewind to here: from the message in the transcript, to the files before that one', async () => {
  const { cwd, file: notes } = ownFile('rewound to here', 'notes.md', 'before')
  await open('write notes', { cwd, permissionMode: 'acceptEdits' })
  const written = page.getByRole('feed').getByText('Written.', { exact: true })
  await written.waitFor()
  await idle()
  // The same words again: each of the two can be gone back to.
  await say('write notes')
  await expect.poll(() => written.count()).toBe(2)
  await idle()
  const said = page.getByRole('feed').getByRole('article', { name: 'You' }).first()
  await said.getByRole('button', { name: 'More' }).press('Enter')
  await said.getByRole('button', { name: /^Rewind files to here/ }).press('Enter')
  const dialog = page.getByRole('dialog', { name: 'Rewind files' })
  const choices = dialog.getByRole('radio')
  await expect.poll(() => choices.count()).toBe(2)
  expect(await choices.last().isChecked()).toBe(true)
  await dialog.getByRole('listitem').filter({ hasText: 'notes.md' }).waitFor()
  await dialog.getByRole('button', { name: 'Rewind files' }).click()
  await dialog.waitFor({ state: 'detached' })
  expect(readFileSync(notes, 'utf8')).toBe('before')
})

test('where files are not kept, that is told', async () => {
  await open('hello', { options: { fileCheckpointing: false } })
  await page.getByRole('feed').getByText('Understood.').first().waitFor()
  await idle()
  await page.getByRole('button', { name: 'Session menu' }).click()
  await page.getByRole('menuitem', { name: 'Rewind files…' }).click()
  await page.getByText('File rewinding is not enabled.').waitFor()
  await expect.poll(() => page.getByRole('button', { name: 'Rewind files' }).isDisabled()).toBe(true)
  await page.keyboard.press('Escape')
  await page.getByRole('dialog').waitFor({ state: 'detached' })
})

test('a prompt whose process ended in its turn is shown, and sent again or forgotten', async () => {
  const id = await open('break down')
  const queue = page.getByRole('region', { name: 'Queue' })
  await queue.getByText('Cut off').waitFor()
  const lost = async () => (await stateOf(stage, id)).prompts.lost.map(({ uuid }) => uuid)
  const [first] = await lost()
  await queue.getByRole('button', { name: 'Send again' }).click()
  await prompts(id).toEqual(['break down', 'break down'])
  // The second is cut off like the first, and stands in its place.
  await expect.poll(lost).toEqual([expect.not.stringMatching(`${first}`)])
  await page.reload()
  await queue.getByText('Cut off').waitFor()
  await queue.getByRole('button', { name: 'Discard' }).click()
  await queue.waitFor({ state: 'detached' })
  expect(await lost()).toEqual([])
})

test('a session is exported as Markdown, text and JSON', async () => {
  await open('hello')
  await page.getByRole('feed').getByText('Understood.').first().waitFor()
  await idle()
  for (const [name, ending] of [
    ['Markdown', 'md'],
    ['plain text', 'txt'],
    ['JSON', 'json'],
  ]) {
    const downloaded = page.waitForEvent('download')
    await page.getByRole('button', { name: 'Session menu' }).click()
    await page.getByRole('menuitem', { name: `Export as ${name}` }).click()
    const file = await downloaded
    expect(file.suggestedFilename()).toBe(`hello.${ending}`)
    expect(readFileSync(await file.path(), 'utf8')).toContain('Understood.')
  }
})
