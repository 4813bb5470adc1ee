// @ts-check
// `npm run screenshots`: pictures of every view of the console, light, dark and on a phone, with a host and simulated sessions
// of its own. They go to `screenshots/`; with `-- --readme`, the two of the README are made anew. `-- inbox-dark home-phone`
// makes only these.

import { spawn } from 'node:child_process'
import { existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { fileURLToPath } from 'node:url'
import { chromium } from 'playwright-core'

const root = fileURLToPath(new URL('..', import.meta.url))
const dist = process.env.FAIRLEAD_DIST ?? join(root, 'dist')
const isReadme = process.argv.includes('--readme')
const wanted = process.argv.slice(2).filter((it) => !it.startsWith('--'))
const target = join(root, isReadme ? 'docs/images' : 'screenshots')
const executablePath = [
  process.env.FAIRLEAD_CHROMIUM,
  '/usr/bin/chromium',
  '/usr/bin/google-chrome',
  '/usr/bin/chromium-headless-shell',
].find((path) => path && existsSync(path))

const LOOKS = {
  light: { colorScheme: 'light', viewport: { width: 1280, height: 800 } },
  dark: { colorScheme: 'dark', viewport: { width: 1280, height: 800 } },
  phone: { colorScheme: 'light', viewport: { width: 390, height: 844 } },
  'phone-dark': { colorScheme: 'dark', viewport: { width: 390, height: 844 } },
}

/** Sessions in every state that the list has: title, prompt, and the speed of the simulator (0: at once). */
const SESSIONS = [
  ['Fix the failing total', 'Fix the bug in src/total.js', '0'],
  ['Release notes', 'Explain how it works, in markdown', '0'],
  ['Plan the new parser', 'Make a plan', '0'],
  ['Which database?', 'Ask me a question', '0'],
  ['Audit the configuration', 'Use sub-agents', '0'],
  ['Tour of the code base', 'A long answer please', '0.05'],
]

/** @param {string} folder */
async function startHost(folder) {
  const project = join(folder, 'shop')
  mkdirSync(join(folder, 'home'))
  mkdirSync(project)
  const env = {
    PATH: process.env.PATH,
    HOME: join(folder, 'home'),
    CLAUDE_CONFIG_DIR: join(folder, 'home', '.claude'),
    FAIRLEAD_HOME: join(folder, 'data'),
  }
  const args = [join(dist, 'cli', 'main.js'), 'up', '--port', '0', '--json', '--root', folder]
  const child = spawn(process.execPath, args, { env, cwd: folder, stdio: ['ignore', 'pipe', 'inherit'] })
  const line = await new Promise((resolve, reject) => {
    createInterface(child.stdout).once('line', resolve)
    child.once('exit', (code) => reject(new Error(`the host ended with ${code}`)))
  })
  const { url } = JSON.parse(line)
  const token = readFileSync(join(folder, 'data', 'token'), 'utf8')
  /** @type {(method: string, path: string, body?: object) => Promise<any>} */
  const call = async (method, path, body) => {
    const headers = { authorization: `Bearer ${token}`, 'content-type': 'application/json' }
    const answer = await fetch(`${url}/api${path}`, { method, headers, body: JSON.stringify(body) })
    if (!answer.ok) throw new Error(await answer.text())
    return answer.json()
  }
  return {
    url,
    project,
    call,
    stop: () => call('POST', '/host/stop', { all: true }).catch(() => child.kill()),
  }
}

/** @param {Awaited<ReturnType<typeof startHost>>} host */
async function fill({ project, call }) {
  /** @type {Record<string, string>} */
  const ids = {}
  const speeds = [...new Set(SESSIONS.map(([, , speed]) => speed))]
  const agents = speeds.map((speed) => ({
    name: `sim ${speed}`,
    command: 'sim',
    env: { FAIRLEAD_SIM_SPEED: speed },
  }))
  await call('PUT', '/agents', { agents })
  for (const [title = '', prompt, speed] of SESSIONS) {
    const cwd = join(project, title.toLowerCase().replaceAll(/\W+/g, '-'))
    mkdirSync(cwd)
    const { result } = await call('POST', '/sessions', {
      cwd,
      agent: `sim ${speed}`,
      title,
      prompt,
    })
    ids[title] = result.id
  }
  const settled = ['needs-you', 'idle', 'ended']
  for (let isBusy = true; isBusy; ) {
    const { sessions } = await call('GET', '/sessions')
    const slow = ids['Tour of the code base']
    isBusy = sessions.some(
      (/** @type {any} */ it) => it.id !== slow && !(settled.includes(it.group) && it.lastLine),
    )
  }
  // Its second question is about an edit, with a diff.
  const approvals = async () =>
    (await call('GET', '/approvals')).approvals.filter(
      (/** @type {any} */ it) => it.session === ids['Fix the failing total'],
    )
  const [first] = await approvals()
  await call('POST', `/sessions/${first.session}/approvals/${first.id}`, { decision: 'allow' })
  for (let next = first; next?.toolName !== 'Edit'; ) [next] = await approvals()
  return ids
}

/** @param {Record<string, string>} ids */
const views = (ids) => ({
  'sign-in': '/',
  home: '/',
  inbox: '/inbox',
  new: '/new',
  approval: `/s/${ids['Fix the failing total']}`,
  markdown: `/s/${ids['Release notes']}`,
  plan: `/s/${ids['Plan the new parser']}`,
  question: `/s/${ids['Which database?']}`,
  agents: `/s/${ids['Audit the configuration']}`,
  streaming: `/s/${ids['Tour of the code base']}`,
  changes: `/s/${ids['Fix the failing total']}/changes`,
  inspector: `/s/${ids['Fix the failing total']}/inspector`,
  usage: '/usage',
  policies: '/policies',
  search: '/search?q=total',
  settings: '/settings',
})
/** @type {Record<string, [view: string, look: string]>} */
const README = { console: ['approval', 'light'], 'console-dark': ['question', 'dark'] }

/** @param {import('playwright-core').Page} page */
async function signIn(page) {
  const { code } = await host.call('POST', '/browsers/codes')
  await page.goto(`${host.url}/login#code=${code}`)
  await page.waitForURL(`${host.url}/`)
}

const folder = mkdtempSync(join(tmpdir(), 'fairlead-shots-'))
mkdirSync(target, { recursive: true })
const host = await startHost(folder)
const browser = await chromium.launch({ ...(executablePath && { executablePath }), args: ['--no-sandbox'] })
try {
  const addresses = views(await fill(host))
  for (const [look, options] of Object.entries(LOOKS)) {
    const context = await browser.newContext(
      /** @type {any} */ ({ ...options, deviceScaleFactor: isReadme ? 2 : 1 }),
    )
    const page = await context.newPage()
    for (const [view, address] of Object.entries(addresses)) {
      // The first one is what a browser sees that is not signed in.
      if (view === 'home') await signIn(page)
      const name = isReadme
        ? Object.keys(README).find((it) => README[it]?.[0] === view && README[it]?.[1] === look)
        : `${view}-${look}`
      if (name === undefined || (wanted.length > 0 && !wanted.includes(name))) continue
      await page.goto(host.url + address)
      await page.locator('.loading').first().waitFor({ state: 'detached' })
      await page.waitForLoadState('networkidle').catch(() => {})
      writeFileSync(join(target, `${name}.png`), await page.screenshot())
      process.stderr.write(`${join(target, name)}.png\n`)
    }
    await context.close()
  }
} finally {
  await browser.close()
  await host.stop()
  rmSync(folder, { recursive: true, force: true, maxRetries: 5 })
}
