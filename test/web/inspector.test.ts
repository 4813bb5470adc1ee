import { mkdirSync } from 'node:fs'
import { join } from 'node:path'
import type { Page } from 'playwright-core'
import { beforeAll, expect, test } from 'vitest'
import type { SessionEvent } from '../../src/state/events.ts'
import { choose } from './choose.ts'
import { WebStage } from './stage.ts'

let stage: WebStage
beforeAll(async () => {
  stage = await WebStage.open()
})

const stateOf = async (id: string) => (await stage.daemon.api().call('getSession', { params: { id } })).state
const eventsOf = async (id: string) =>
  (await stage.daemon.api().call('listEvents', { params: { id } })).events

/** A session whose turn asked twice and was allowed both times, the first for good. */
async function finished(folder: string): Promise<string> {
  // Rules are kept in the folder: each session has its own.
  const cwd = join(stage.daemon.cwd, folder)
  mkdirSync(cwd)
  const mcp = { mcpServers: { barista: { command: process.execPath, args: ['-e', 'process.exit(1)'] } } }
  const id = await stage.session({
    cwd,
    title: 'Inspected',
    prompt: 'fix the bug',
    options: { mcpConfig: [JSON.stringify(mcp)] },
  })
  const api = stage.daemon.api()
  for (const remember of [[0], []]) {
    await expect.poll(async () => (await stateOf(id)).approvals.pending.length).toBe(1)
    const [waiting] = (await stateOf(id)).approvals.pending
    const body = { decision: 'allow' as const, remember }
    await api.call('answerApproval', { params: { id, approval: waiting?.id ?? '' }, body })
  }
  await over(id)
  return id
}
/** After the turn's result comes a word or two more; then nothing by itself. */
const over = (id: string) =>
  expect
    .poll(async () => (await eventsOf(id)).at(-1))
    .toMatchObject({ message: { subtype: 'session_state_changed', state: 'idle' } })

async function inspector(id: string, query = ''): Promise<Page> {
  const page = await stage.page({ at: `/s/${id}/inspector${query}` })
  await page.getByRole('navigation', { name: 'Parts of the inspector' }).waitFor()
  return page
}
const open = async (page: Page, name: string) => {
  await page
    .getByRole('navigation', { name: 'Parts of the inspector' })
    .getByRole('button', { name, exact: true })
    .click()
}

test('every part shows what the CLI tells of itself', async () => {
  const id = await finished('parts')
  const page = await inspector(id)
  const part = (name: string) => page.getByRole('region', { name, exact: true })

  await part('Context').getByText('Refresh to see what fills the context').waitFor()
  await page.getByRole('button', { name: 'Refresh' }).click()
  await page.getByRole('row', { name: /^System prompt [\d,]+ \d/ }).waitFor()
  await page.getByRole('button', { name: 'Refresh' }).waitFor()

  await open(page, 'MCP servers')
  const server = page.getByRole('article', { name: 'barista' })
  await server.getByText('failed', { exact: true }).waitFor()
  await server.getByRole('button', { name: 'Turn off' }).click()
  await server.getByText('disabled', { exact: true }).waitFor()
  await expect.poll(() => server.getByRole('button', { name: 'Reconnect' }).isDisabled()).toBe(true)
  await server.getByRole('button', { name: 'Turn on' }).click()
  await server.getByText('failed', { exact: true }).waitFor()
  const asked = (await eventsOf(id)).map((it) => (it.kind === 'sent' ? JSON.stringify(it.message) : ''))
  const toggles = asked.filter((it) => it.includes('mcp_toggle'))
  expect(toggles.map((it) => it.includes('"enabled":true'))).toEqual([false, true])

  await open(page, 'Permissions')
  await page.getByRole('row', { name: /^allow Bash\(.*localSettings/ }).waitFor()
  await part('Permission rules')
    .getByText(/^Always allow Bash\(/)
    .waitFor()

  await open(page, 'Hooks')
  await part('Hooks').getByText('No hooks.').waitFor()

  await open(page, 'Tools')
  await part('Tools, commands, agents').getByText('WebFetch', { exact: true }).waitFor()
  await page.getByLabel('Filter the lists').fill('compact')
  await page.getByText('WebFetch', { exact: true }).waitFor({ state: 'detached' })
  await page.getByText(/^\/compact/).waitFor()

  await open(page, 'Usage')
  await page.getByRole('row', { name: /claude/ }).waitFor()

  await open(page, 'Process')
  const { pid } = (await stateOf(id)).process
  await part('Process').getByText(String(pid), { exact: true }).waitFor()
  await part('Process').getByText('no: could read the host’s token').waitFor()
  await stage.daemon.api().call('closeSession', { params: { id }, body: {} })
  await part('Process').getByText('How it ended').waitFor()
})

test('sub-agents are told as tasks', async () => {
  const id = await stage.session({ prompt: 'use subagents', permissionMode: 'acceptEdits' })
  await expect.poll(async () => (await stateOf(id)).tasks.list.length).toBeGreaterThan(1)
  const [task] = (await stateOf(id)).tasks.list
  const page = await inspector(id)
  await open(page, 'Tasks')
  await page
    .getByRole('article', { name: task?.description ?? '', exact: true })
    .getByText('completed')
    .waitFor()
})

test('the journal goes back to where an approval waited, and forward to where it does not', async () => {
  const id = await finished('journal')
  const events = await eventsOf(id)
  const asks = (it: SessionEvent) =>
    it.kind === 'received' &&
    it.message.type === 'control_request' &&
    it.message.request.subtype === 'can_use_tool'
  const [first, second] = events.filter(asks)
  const last = events.length
  const page = await inspector(id, `?seq=${first?.seq}`)
  const seq = page.getByTestId('point-seq')
  const live = page.getByTestId('point-liveness')
  const waiting = page.getByRole('region', { name: 'Needs attention' })
  const slider = page.getByRole('slider', { name: 'Point in time' })

  await expect.poll(() => seq.innerText()).toBe(String(first?.seq))
  await expect.poll(() => live.innerText()).toContain('Needs approval')
  await expect.poll(() => waiting.innerText()).toContain('Bash')
  const queue = page.getByRole('region', { name: 'Queue' })
  await expect.poll(() => queue.innerText()).toContain('fix the bug')
  const link = page.getByRole('link', { name: 'Show in transcript' })
  expect(await link.getAttribute('href')).toBe(`/s/${id}?seq=${first?.seq}`)

  // The keys of the slider.
  await slider.press('End')
  await expect.poll(() => seq.innerText()).toBe(String(last))
  await expect.poll(() => live.innerText()).toMatch(/^Idle · /)
  await expect.poll(() => waiting.innerText()).toContain('No open approvals.')
  await expect.poll(() => new URL(page.url()).search).toBe(`?seq=${last}`)
  await slider.press('ArrowLeft')
  await expect.poll(() => seq.innerText()).toBe(String(last - 1))
  await slider.press('PageUp')
  await expect.poll(() => seq.innerText()).toBe(String(last))
  await slider.press('Home')
  await expect.poll(() => seq.innerText()).toBe('1')
  const end = page.getByRole('region', { name: 'End of the transcript' })
  await expect.poll(() => end.innerText()).toContain('No messages yet.')

  // By type: the two requests, and by key from the one to the other.
  await choose(page, 'Type', /^control_request\/can_use_tool/)
  await page.getByText(`2 of ${last} events`).waitFor()
  await page.getByText('Needs attention').click()
  await page.keyboard.press(']')
  await expect.poll(() => seq.innerText()).toBe(String(first?.seq))
  await page.keyboard.press(']')
  await expect.poll(() => seq.innerText()).toBe(String(second?.seq))
  await expect.poll(() => waiting.innerText()).toContain('Edit')
  await page.getByRole('button', { name: `Raw JSON of event ${second?.seq}` }).click()
  await page.getByText('"tool_name": "Edit"').waitFor()

  await choose(page, 'Type', 'All types')
  await page.getByRole('radio', { name: 'To the CLI' }).check()
  await page.getByLabel('Filter by text').fill('updatedPermissions')
  await page.getByText(`1 of ${last} events`).waitFor()
})

test('at the end the journal follows what comes', async () => {
  const id = await stage.session({ prompt: 'hello' })
  await over(id)
  const before = (await stateOf(id)).seq
  const page = await inspector(id)
  await open(page, 'Journal')
  const seq = page.getByTestId('point-seq')
  await expect.poll(() => seq.innerText()).toBe(String(before))
  await stage.daemon.api().call('sendMessage', { params: { id }, body: { text: 'hello again' } })
  await expect.poll(async () => (await stateOf(id)).turns.past.size).toBe(2)
  await over(id)
  const after = (await stateOf(id)).seq
  expect(after).toBeGreaterThan(before)
  await expect.poll(() => seq.innerText()).toBe(String(after))
})
