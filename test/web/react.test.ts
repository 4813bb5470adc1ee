/** `fairlead/react` in a browser on a real host: the page of the guide as it stands there, what unmounting releases, and server rendering. */
import { once } from 'node:events'
import { readFileSync } from 'node:fs'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { fileURLToPath } from 'node:url'
import type { Page } from 'playwright-core'
import { expect, onTestFinished, test } from 'vitest'
import { blocksIn } from '../docs/blocks.ts'
import { browserBundle } from '../process/browser-bundle.ts'
import { runNode } from '../process/run-node.ts'
import { WebStage } from './stage.ts'

const root = fileURLToPath(new URL('../..', import.meta.url))
const [guide] = blocksIn(readFileSync(`${root}/docs/guide/react.md`, 'utf8'))

/** A page of another origin than the host, which has one session on the simulator. */
async function openPage(source: string): Promise<{ stage: WebStage; page: Page; id: string }> {
  let script = ''
  const server = createServer((request, response) => {
    const isScript = request.url === '/page.js'
    response.setHeader('content-type', isScript ? 'text/javascript' : 'text/html')
    response.end(
      isScript
        ? script
        : '<!doctype html><link rel="icon" href="data:,"><div id="root"></div><script type="module" src="/page.js"></script>',
    )
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  onTestFinished(() => {
    server.closeAllConnections()
    server.close()
  })
  const origin = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
  const stage = await WebStage.alone(WebStage.open({}, ['--origin', origin]))
  const id = await stage.session()
  script = await browserBundle(source.replace('http://127.0.0.1:4180', stage.daemon.url))
  const page = await stage.page({ isStranger: true })
  page.on('dialog', (dialog) => void dialog.accept(stage.daemon.token))
  await page.goto(origin)
  return { stage, page, id }
}

test('the page of the guide sends a prompt, shows what the session does, and answers its approvals', async () => {
  const { page } = await openPage(guide?.text ?? '')
  const status = page.getByRole('status')
  await expect.poll(() => status.textContent()).toMatch(/^Ready · /)
  await page.getByPlaceholder('Say something').fill('fix the bug')
  await page.keyboard.press('Enter')
  await page.getByText('I look at the function and its test first.').waitFor()
  await expect.poll(() => status.textContent()).toMatch(/^Needs approval · \d+ s$/)
  // The age grows although nothing happens.
  await expect.poll(() => status.textContent()).toMatch(/^Needs approval · ([2-9]|\d\d+) s$/)
  // The test, the edit, and the test again.
  for (const tool of ['Bash', 'Edit', 'Bash'])
    await page.getByRole('button', { name: `Allow ${tool}` }).click()
  await expect.poll(() => status.textContent()).toMatch(/^Idle · /)
  await expect.poll(() => page.getByRole('button').count()).toBe(0)
  expect(await page.locator('pre').textContent()).toContain('Fixed')
})

test('the page of examples/ starts a session, answers its approvals and goes on', async () => {
  const { page, stage } = await openPage(readFileSync(`${root}/examples/react-page.jsx`, 'utf8'))
  await page.getByPlaceholder('Folder').fill(stage.daemon.cwd)
  await page.getByPlaceholder('Title').fill('From the page')
  await page.getByRole('button', { name: 'Start session' }).click()
  const status = page.getByRole('status')
  await expect.poll(() => status.textContent()).toMatch(/^Ready · /)
  await page.getByPlaceholder('Message').fill('fix the bug')
  await page.keyboard.press('Enter')
  await page.getByRole('group', { name: /^Bash/ }).getByRole('button', { name: 'Deny' }).click()
  await expect.poll(() => status.textContent()).toMatch(/^Idle · /)
  await expect.poll(() => page.getByRole('group').count()).toBe(0)
  expect(await page.locator('pre').textContent()).toContain('fix the bug')
  expect(await page.getByRole('button', { name: 'From the page' }).getAttribute('aria-current')).toBe('true')
})

const COUNTING = `
import { StrictMode } from 'react'
import { createRoot } from 'react-dom/client'
import { connectLive } from 'fairlead/api'
import { useLive, useLiveness, useSession } from 'fairlead/react'

const live = connectLive({ url: 'http://127.0.0.1:4180', token: prompt('token') })
const open = new Set()
const counted = (subscribe) => (...args) => {
  const end = subscribe(...args)
  open.add(end)
  return () => {
    open.delete(end)
    end()
  }
}
live.watch = counted(live.watch.bind(live))
live.subscribe = counted(live.subscribe.bind(live))
function Session({ id }) {
  const { state } = useSession(live, id)
  const now = useLiveness(live, id)
  const { connection } = useLive(live)
  return <p role="status">{connection.status} {now?.status} {state?.turns.past.size}</p>
}
const root = createRoot(document.getElementById('root'))
window.show = (id) => root.render(<StrictMode><Session id={id} /></StrictMode>)
window.hide = () => root.unmount()
window.open_ = () => open.size
`

test('unmounting releases what was watched, in StrictMode as well', async () => {
  const { page, id } = await openPage(COUNTING)
  await page.waitForFunction('window.show')
  await page.evaluate(`show('${id}')`)
  await expect.poll(() => page.getByRole('status').textContent()).toBe('connected ready 0')
  // One each of useSession, useLiveness and useLive.
  expect(await page.evaluate('open_()')).toBe(3)
  await page.evaluate('hide()')
  await expect.poll(() => page.evaluate('open_()')).toBe(0)
})

test('on a server, the hooks return what is known before the host has answered', async () => {
  const code = `
    import { createElement } from 'react'
    import { renderToString } from 'react-dom/server'
    import { useApprovals, useLive, useLiveness, useNow, useSession, useSessions } from 'fairlead/react'
    function Page() {
      const { connection } = useLive(undefined)
      const { state } = useSession(undefined, 'a')
      return JSON.stringify([connection.status, typeof useSessions(undefined), useApprovals(undefined), typeof state,
        typeof useLiveness(undefined, 'a'), useNow()]).replaceAll('"', '')
    }
    console.log(renderToString(createElement(Page)))`
  const { out, err } = await runNode(['--input-type=module', '--eval', code], { cwd: root, env: process.env })
  expect(err).toBe('')
  expect(out).toBe('[connecting,undefined,[],undefined,undefined,0]\n')
})
