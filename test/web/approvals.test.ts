import { mkdirSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import type { Page } from 'playwright-core'
import { beforeAll, beforeEach, expect, onTestFinished, test } from 'vitest'
import { choose } from './choose.ts'
import { answersTo, callsOf, stateOf } from './journal.ts'
import { WebStage } from './stage.ts'

const BARISTA = fileURLToPath(new URL('../e2e/fixtures/barista.mjs', import.meta.url))
const bash = (command: string) => ({ tool: 'Bash', input: { command, description: 'Say it' }, run: true })
interface Asked {
  readonly permission_suggestions: readonly object[]
}
const SCENARIO = {
  scripts: [
    {
      prompt: 'say it',
      replies: [[bash('touch original')], [{ text: 'It is said.' }]],
      failed: [{ text: 'Then not.' }],
    },
    { prompt: 'make another', replies: [[bash('mkdir another')], [{ text: 'It is made.' }]] },
    { prompt: 'make a folder', replies: [[bash('mkdir remembered')], [{ text: 'It is made.' }]] },
    {
      prompt: 'write notes',
      replies: [
        [{ tool: 'Write', input: { file_path: 'notes.md', content: 'one\nthree\n' }, run: true }],
        [{ text: 'Written.' }],
      ],
    },
    {
      prompt: 'order something',
      replies: [[{ tool: 'mcp__barista__order', input: {} }], [{ text: 'Ordered.' }]],
    },
  ],
}

let stage: WebStage
let page: Page
beforeAll(async () => {
  stage = await WebStage.playing(SCENARIO)
})
beforeEach(async () => {
  page = await stage.page()
})

/** A session that waits for an approval, and the page on it. */
async function asked(prompt: string, options: object = {}): Promise<string> {
  const id = await stage.session({ prompt, title: prompt, ...options })
  await open(page, id)
  return id
}
async function open(on: Page, id: string): Promise<void> {
  await on.goto(`${stage.daemon.url}/s/${id}`)
  await ready(on)
}
/** A card takes keys a moment after it has come. */
const ready = (on: Page = page) => on.locator('.approval[data-keys=on]').first().waitFor()
const gone = (on: Page = page) => on.locator('.approval').first().waitFor({ state: 'detached' })
/** What was asked for with a key is there, and what is typed goes into it. */
const focused = (label: string) => page.getByLabel(label).and(page.locator(':focus')).waitFor()
const answers = (id: string, on = stage) => expect.poll(() => answersTo(on, id))
const note = (words: string, on: Page = page) => on.locator('.approval-note', { hasText: words }).waitFor()

test('a tool is allowed with another command, and the CLI runs that one', async () => {
  const id = await asked('say it')
  await page.locator('.approval-command', { hasText: 'touch original' }).waitFor()
  await page.keyboard.press('e')
  const field = page.getByRole('textbox', { name: 'Command' })
  await field.fill('echo edited in the page')
  await field.press('Control+Enter')
  await gone()
  await note('Allowed by you.')
  await expect
    .poll(async () => JSON.stringify((await callsOf(stage, id))[0]?.result))
    .toContain('edited in the page')
})

test('an input that is no JSON cannot be sent; one that is arrives; the file as it is now is compared', async () => {
  writeFileSync(join(stage.daemon.cwd, 'notes.md'), 'one\ntwo\n')
  const id = await asked('write notes')
  const diff = page.locator('.approval-diff')
  await diff.getByText('two').waitFor()
  await diff.getByText('three').waitFor()
  await page.getByRole('button', { name: 'Edit…' }).click()
  const field = page.getByLabel('Input, as JSON')
  const before = await field.inputValue()
  await field.fill(before.slice(1))
  await page.getByRole('alert').waitFor()
  await page.getByRole('button', { name: 'Allow this input', disabled: true }).waitFor()
  await field.fill(before.replace('three', 'four'))
  await page.getByRole('button', { name: 'Allow this input' }).click()
  await gone()
  await answers(id).toMatchObject([{ behavior: 'allow', updatedInput: { content: 'one\nfour\n' } }])
})

test('allow and remember shows each rule and where it is saved, and only what is checked is remembered', async () => {
  const id = await asked('make a folder')
  const { pending } = (await stateOf(stage, id)).approvals
  const [suggested = []] = pending.map(({ request }) => (request as unknown as Asked).permission_suggestions)
  await page.keyboard.press('a')
  const form = page.getByRole('form', { name: 'Allow and remember' })
  // The rule has a field, everything else that the CLI offers a box.
  expect(await form.getByLabel('Rule', { exact: true }).inputValue()).toBe('Bash(mkdir remembered *)')
  expect(await form.getByRole('checkbox').count()).toBe(suggested.length - 1)
  await form.getByRole('radio', { name: 'Project, only for you', checked: true }).waitFor()
  await form.getByText('.claude/settings.local.json').waitFor()
  await form.locator('tr[data-kind=added]', { hasText: '"Bash(mkdir remembered *)"' }).waitFor()
  await form.locator('button:focus').waitFor()
  await page.keyboard.press('Enter')
  await gone()
  const rules = suggested.filter((it) => 'rules' in it || 'directories' in it)
  expect(rules.length).toBeGreaterThan(0)
  await answers(id).toMatchObject([{ behavior: 'allow', updatedPermissions: rules }])
})

test('a remembered rule can be changed, and kept for everyone: the change in that file is shown first', async () => {
  mkdirSync(join(stage.daemon.cwd, '.claude'), { recursive: true })
  const file = join(stage.daemon.cwd, '.claude/settings.json')
  writeFileSync(file, '{\n  "permissions": {\n    "allow": [\n      "Read"\n    ]\n  }\n}\n')
  onTestFinished(() => rmSync(file))
  const id = await asked('make another')
  await page.keyboard.press('a')
  const form = page.getByRole('form', { name: 'Allow and remember' })
  await form.getByLabel('Rule', { exact: true }).fill('Bash(mkdir')
  await form.getByRole('alert').waitFor()
  await form.getByRole('button', { name: 'Allow and save rule', disabled: true }).waitFor()
  await form.getByLabel('Rule', { exact: true }).fill('Bash(mkdir:*)')
  await form.getByRole('radio', { name: 'Project, for everyone' }).check()
  await form.getByText('.claude/settings.json', { exact: true }).waitFor()
  await form.locator('tr', { hasText: '"Read"' }).first().waitFor()
  await form.locator('tr[data-kind=added]', { hasText: '"Bash(mkdir:*)"' }).waitFor()
  for (const box of await form.getByRole('checkbox').all()) await box.uncheck()
  await form.getByLabel('Rule', { exact: true }).press('Control+Enter')
  await gone()
  await answers(id).toEqual([
    expect.objectContaining({
      updatedPermissions: [
        {
          type: 'addRules',
          rules: [{ toolName: 'Bash', ruleContent: 'mkdir:*' }],
          behavior: 'allow',
          destination: 'projectSettings',
        },
      ],
    }),
  ])
})

test('a denial carries its message to the model; Escape goes back before', async () => {
  const id = await asked('say it')
  await page.keyboard.press('n')
  await focused('Message to the model')
  await page.keyboard.press('Escape')
  await page.getByRole('button', { name: 'Deny…' }).click()
  await focused('Message to the model')
  await page.keyboard.type('use echo instead')
  await page.keyboard.press('Enter')
  await note('Denied by you: use echo instead.')
  await answers(id).toMatchObject([{ behavior: 'deny', message: 'use echo instead' }])
})

test('what is behind a dialog hears no keys: Escape closes the dialog alone', async () => {
  const id = await asked('say it')
  await page.keyboard.press('?')
  const sheet = page.getByRole('dialog', { name: 'Keyboard shortcuts' })
  await sheet.getByText('deny and stop the turn').waitFor()
  await page.keyboard.press('y')
  await page.keyboard.press('Escape')
  await sheet.waitFor({ state: 'detached' })
  const { approvals, turns } = await stateOf(stage, id)
  expect(approvals.pending).toHaveLength(1)
  expect(turns.current).not.toBe(null)
  await page.keyboard.press('Shift+N')
  await gone()
  // Nothing else was answered before.
  await answers(id).toMatchObject([{ behavior: 'deny', interrupt: true }])
})

test('deny and stop ends the turn', async () => {
  const id = await asked('say it')
  await page.keyboard.press('Shift+N')
  await gone()
  await answers(id).toMatchObject([{ behavior: 'deny', interrupt: true }])
  await expect.poll(async () => (await stateOf(stage, id)).turns.current).toBe(null)
})

test('questions: one choice by number, several, and a text of one’s own', async () => {
  const id = await asked('ask me some questions')
  const send = page.getByRole('button', { name: 'Send answers' })
  await expect.poll(() => send.isDisabled()).toBe(true)
  await page.keyboard.press('2')
  await page
    .getByRole('group', { name: /Which database/ })
    .getByRole('radio', { name: 'PostgreSQL', checked: true })
    .waitFor()
  const checks = page.getByRole('group', { name: /Which checks/ })
  await checks.getByLabel('Tests').check()
  await checks.getByLabel('Types').check()
  await checks.getByRole('textbox').fill('Spelling')
  await send.click()
  await gone()
  await answers(id).toMatchObject([
    {
      behavior: 'allow',
      updatedInput: {
        answers: {
          'Which database should the service use?': 'PostgreSQL',
          'Which checks should run on every commit?': 'Tests, Types, Spelling',
        },
      },
    },
  ])
})

test('a question with a free text in place of the options', async () => {
  const id = await asked('ask me some questions')
  const database = page.getByRole('group', { name: /Which database/ })
  await database.getByLabel('SQLite').check()
  await database.getByRole('textbox').fill('DuckDB')
  await expect.poll(() => database.getByLabel('SQLite').isChecked()).toBe(false)
  await page
    .getByRole('group', { name: /Which checks/ })
    .getByLabel('Lint')
    .check()
  await page.getByRole('button', { name: 'Send answers' }).click()
  await answers(id).toMatchObject([
    { updatedInput: { answers: { 'Which database should the service use?': 'DuckDB' } } },
  ])
})

test('a plan is rendered, and approved with the mode to go on in', async () => {
  const id = await asked('make a plan')
  await page.getByRole('region', { name: 'The plan' }).getByRole('heading', { name: 'Steps' }).waitFor()
  await choose(page, 'Continue in', 'Accept edits')
  // The choice has the focus, and letters belong to it.
  await page.getByRole('button', { name: /^Approve plan/ }).click()
  await gone()
  await answers(id).toMatchObject([
    { behavior: 'allow', updatedPermissions: [{ type: 'setMode', mode: 'acceptEdits' }] },
  ])
  await page.getByRole('button', { name: /^Model and permissions: .*Accept edits/ }).waitFor()
})

test('a plan is sent back with feedback', async () => {
  const id = await asked('make a plan')
  await page.keyboard.press('n')
  await page.locator('.approval textarea:focus').waitFor()
  await page.keyboard.type('smaller steps')
  await page.keyboard.press('Enter')
  await note('Denied by you: smaller steps.')
  await answers(id).toMatchObject([{ behavior: 'deny', message: 'smaller steps' }])
  await page.getByRole('button', { name: /^Model and permissions: .*Plan/ }).waitFor()
})

test('the form of an MCP server wants what is needed, and sends what was filled in', async () => {
  const id = await asked('order something', {
    options: { mcpServers: { barista: { command: process.execPath, args: [BARISTA] } } },
  })
  await page.keyboard.press('y')
  await page.locator('.approval').getByText('Which size?').waitFor()
  await page.getByRole('button', { name: 'Send form' }).click()
  await page.getByText('This is needed.').waitFor()
  await page.getByLabel('size').fill('large')
  await page.getByLabel('size').press('Enter')
  await gone()
  await expect
    .poll(() => answersTo(stage, id))
    .toMatchObject([{ behavior: 'allow' }, { action: 'accept', content: { size: 'large' } }])
})

test('two browsers on one session: the first answer counts, and the other is told whose it was', async () => {
  const id = await asked('say it')
  const other = await stage.page()
  await open(other, id)
  await stage.daemon.api('terminal (root)').call('answerApproval', {
    params: { id, approval: (await stateOf(stage, id)).approvals.pending[0]?.id ?? '' },
    body: { decision: 'deny', message: 'no' },
  })
  await Promise.all([page, other].map((it) => note('Denied by terminal (root): no.', it)))
  await Promise.all([page, other].map((it) => gone(it)))
})

test('an answer that comes too late is told so in words', async () => {
  const id = await asked('say it')
  // The page is slow: its answer is on its way while another one is taken.
  let release = () => {}
  const held = new Promise<void>((resolve) => {
    release = resolve
  })
  await page.route('**/api/sessions/*/approvals/*', async (route) => {
    await held
    await route.continue()
  })
  const [approval] = (await stateOf(stage, id)).approvals.pending
  const sent = page.waitForRequest('**/api/sessions/*/approvals/*')
  await page.keyboard.press('y')
  await sent
  await page.locator('.approval button[aria-busy=true]', { hasText: 'Allow' }).waitFor()
  await stage.daemon
    .api('terminal (root)')
    .call('answerApproval', { params: { id, approval: approval?.id ?? '' }, body: { decision: 'deny' } })
  await gone()
  release()
  await note('Your answer came too late: already denied by terminal (root).')
  // The browser itself tells of every answer that is no success.
  await expect.poll(() => stage.problems.length).toBe(1)
  expect(stage.problems.splice(0)[0]).toContain('409')
})

test('an interrupt takes an approval away, with the reason', async () => {
  await asked('say it')
  await page.getByRole('button', { name: 'Interrupt' }).click()
  await note('Withdrawn')
  await gone()
})

test('the inbox has what all sessions ask, oldest first; keys go through it and answer', async () => {
  const host = await WebStage.alone(WebStage.playing(SCENARIO))
  const inbox = await host.page({ at: '/inbox' })
  const cards = inbox.locator('.approval')
  /** Its card is the one that the keys are for. */
  const hasKeys = (name: string) =>
    inbox.getByRole('region', { name, exact: true }).locator('.approval[data-keys=on]').waitFor()
  await inbox.getByText('Nothing needs your answer').waitFor()
  const first = await host.session({ prompt: 'say it', title: 'The first' })
  await inbox.getByRole('link', { name: 'The first' }).first().waitFor()
  await cards.waitFor()
  const second = await host.session({ prompt: 'say it', title: 'The second' })
  await expect.poll(() => cards.count()).toBe(2)
  expect(await inbox.locator('.inbox-group > h2').allInnerTexts()).toEqual(['The first', 'The second'])
  await expect.poll(() => inbox.title()).toBe('(2) Fairlead')
  await hasKeys('The first')
  await inbox.keyboard.press('j')
  await hasKeys('The second')
  await inbox.keyboard.press('y')
  await note('Allowed by you.', inbox)
  await answers(second, host).toMatchObject([{ behavior: 'allow' }])
  expect(await answersTo(host, first)).toEqual([])
  await hasKeys('The first')
  await inbox.keyboard.press('y')
  await inbox.getByText('Nothing needs your answer').waitFor()
  await answers(first, host).toMatchObject([{ behavior: 'allow' }])
})

test('a hidden page tells of what needs a person and of what is done, where that is wanted', async () => {
  const host = await WebStage.alone(WebStage.playing(SCENARIO))
  const hidden = await host.page()
  await hidden.addInitScript(`{
    Object.defineProperty(document, 'hidden', { get: () => true })
    localStorage.setItem('fairlead:notifications', 'yes')
    localStorage.setItem('fairlead:sound', 'yes')
    window.told = []
    window.tones = 0
    const start = OscillatorNode.prototype.start
    OscillatorNode.prototype.start = function (...at) {
      window.tones += 1
      start.apply(this, at)
    }
    window.Notification = class {
      static permission = 'granted'
      constructor(title, { body }) {
        window.told.push(title + ': ' + body)
      }
      close() {}
    }
  }`)
  await hidden.goto(`${host.daemon.url}/inbox`)
  await hidden.getByText('Nothing needs your answer').waitFor()
  const told = () => expect.poll(() => hidden.evaluate('window.told'))
  const id = await host.session({ prompt: 'say it', title: 'Loud' })
  await told().toEqual(['Loud needs you: Run a command'])
  await expect.poll(() => hidden.evaluate('window.tones')).toBe(1)
  await ready(hidden)
  await hidden.keyboard.press('y')
  await answers(id, host).toMatchObject([{ behavior: 'allow' }])
  await told().toEqual(['Loud needs you: Run a command', 'Loud is done: It is said.'])
})
