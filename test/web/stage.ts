/**
 * A host in a process of its own and a real browser on its console. The host keeps its port, so that a page finds it again
 * when it was killed and started anew. What a page tells on its console as an error, refusals by the content security
 * policy among them, is collected, and fails the test that ends with `close`.
 */
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { createServer } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { type Browser, type BrowserContextOptions, chromium, type Page } from 'playwright-core'
import { expect } from 'vitest'
import type { CreateSession } from '../../src/api/commands.ts'
import { DaemonProcess } from '../host/daemon-process.ts'
import { chromiumPath } from './chromium.ts'

/** While the host is away, the browser itself tells of every attempt. */
const WITHOUT_HOST =
  /WebSocket connection to .* failed|ERR_CONNECTION_REFUSED|ERR_CONNECTION_RESET|ERR_EMPTY_RESPONSE/

export class WebStage {
  readonly problems: string[] = []
  #scenarioFolder: string | undefined
  readonly daemon: DaemonProcess
  readonly browser: Browser

  private constructor(daemon: DaemonProcess, browser: Browser) {
    this.daemon = daemon
    this.browser = browser
  }

  static async open(env: NodeJS.ProcessEnv = {}, args: readonly string[] = []): Promise<WebStage> {
    const port = await freePort()
    const daemon = new DaemonProcess({ FAIRLEAD_SIM_SPEED: '0', ...env }, ['--port', String(port), ...args])
    const [browser] = await Promise.all([launch(), daemon.start()])
    return new WebStage(daemon, browser)
  }

  /** With a simulator that plays this scenario. */
  static async playing(scenario: object): Promise<WebStage> {
    const folder = mkdtempSync(join(tmpdir(), 'fairlead-scenario-'))
    const file = join(folder, 'scenario.json')
    writeFileSync(file, JSON.stringify(scenario))
    const stage = await WebStage.open({ FAIRLEAD_SIM_SCENARIO: file })
    stage.#scenarioFolder = folder
    return stage
  }

  /** A browser of its own, logged in. */
  async page(options: BrowserContextOptions = {}): Promise<Page> {
    const context = await this.browser.newContext({ viewport: { width: 1280, height: 800 }, ...options })
    await context.grantPermissions(['clipboard-read', 'clipboard-write'])
    const page = await context.newPage()
    page.setDefaultTimeout(15_000)
    page.on('pageerror', (error) => this.problems.push(`thrown: ${error.message}`))
    page.on('console', (message) => {
      if (message.type() !== 'error' || WITHOUT_HOST.test(message.text())) return
      // A file that is about to be written may not be there: the page asks, and the browser tells of the answer.
      const { url } = message.location()
      if (!url.includes('/api/files?')) this.problems.push(`${message.text()} (${url})`)
    })
    await page.goto(`${this.daemon.url}/login?token=${this.daemon.token}`)
    return page
  }

  /** A session on the simulator; answers its id. */
  async session(options: Partial<CreateSession> = {}): Promise<string> {
    const api = this.daemon.api()
    const { result } = await api.call('createSession', {
      body: { cwd: this.daemon.cwd, agent: 'sim', ...options },
    })
    return (result as { id: string }).id
  }

  /** Ends the host as the kernel does it, and starts it again at the same address. */
  async restart(): Promise<void> {
    await this.daemon.kill()
    await this.daemon.start()
  }

  async close(): Promise<void> {
    await this.browser.close()
    await this.daemon.end()
    if (this.#scenarioFolder !== undefined) rmSync(this.#scenarioFolder, { recursive: true, force: true })
    expect(this.problems).toEqual([])
  }
}

function launch(): Promise<Browser> {
  // As root, in a container, the browser has no sandbox of its own to work in.
  return chromium.launch({
    executablePath: chromiumPath(),
    args: ['--no-sandbox', '--disable-dev-shm-usage'],
  })
}

function freePort(): Promise<number> {
  return new Promise((resolve, reject) => {
    const server = createServer()
    server.once('error', reject)
    server.listen(0, '127.0.0.1', () => {
      const address = server.address()
      server.close(() => resolve(typeof address === 'object' && address ? address.port : 0))
    })
  })
}
