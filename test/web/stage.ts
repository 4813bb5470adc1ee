/**
 * A host in a process of its own and a real browser on its console: one browser for all tests of a file, a host for all of them
 * or for one, a page for each test. What a page tells on its console as an error, refusals by the content security policy among
 * them, fails the test that it came in. When the file is over nothing is left, whatever went wrong in it.
 */
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { type Browser, type BrowserContextOptions, chromium, type Page } from 'playwright-core'
import { afterAll, expect, onTestFinished, vi } from 'vitest'
import { signInUrl } from '../../src/api/browser-access.ts'
import type { CreateSession } from '../../src/api/commands.ts'
import { DaemonProcess } from '../host/daemon-process.ts'
import { chromiumPath } from './chromium.ts'

/** How long anything is waited for: a browser, a host and a CLI may share two cores with others. A test waits many times. */
export const PATIENCE = 60_000
vi.setConfig({
  testTimeout: 4 * PATIENCE,
  hookTimeout: 4 * PATIENCE,
  expect: { poll: { timeout: PATIENCE } },
})

/** While the host is away, the browser itself tells of every attempt. */
const WITHOUT_HOST =
  /WebSocket connection to .* failed|net::ERR_(CONNECTION_\w+|EMPTY_RESPONSE|SOCKET_NOT_CONNECTED|INCOMPLETE_CHUNKED_ENCODING)/

const stages = new Set<WebStage>()
let launched: Promise<Browser> | undefined
afterAll(async () => {
  const endings = await Promise.allSettled([...stages].map((stage) => stage.close()))
  await (await launched?.catch(() => undefined))?.close()
  for (const ending of endings) if (ending.status === 'rejected') throw ending.reason
})

interface PageOptions extends BrowserContextOptions {
  /** The path to go to; without it, the page is blank. */
  at?: string
  /** Not signed in. */
  isStranger?: boolean
}

export class WebStage {
  readonly problems: string[] = []
  #expected: RegExp | undefined
  readonly daemon: DaemonProcess
  readonly #cleanUp: () => void

  private constructor(daemon: DaemonProcess, cleanUp: () => void) {
    this.daemon = daemon
    this.#cleanUp = cleanUp
    stages.add(this)
  }

  /** The host keeps its port, so that a page finds it again when it was killed and started anew. */
  static async open(
    env: NodeJS.ProcessEnv = {},
    args: readonly string[] = [],
    cleanUp = () => {},
  ): Promise<WebStage> {
    const daemon = new DaemonProcess({ FAIRLEAD_SIM_SPEED: '0', ...env }, args)
    const stage = new WebStage(daemon, cleanUp)
    try {
      await Promise.all([browser(), startAtFreePort(daemon)])
      return stage
    } catch (error) {
      await stage.close()
      throw error
    }
  }

  /** On a host that runs already, and is ended by whoever started it. */
  static async on(daemon: DaemonProcess): Promise<WebStage> {
    await browser()
    const stage = new WebStage(daemon, () => {})
    stages.delete(stage)
    return stage
  }

  /** With a simulator that plays this scenario. */
  static async playing(scenario: object): Promise<WebStage> {
    const folder = mkdtempSync(join(tmpdir(), 'fairlead-scenario-'))
    const file = join(folder, 'scenario.json')
    writeFileSync(file, JSON.stringify(scenario))
    return WebStage.open({ FAIRLEAD_SIM_SCENARIO: file }, [], () =>
      rmSync(folder, { recursive: true, force: true }),
    )
  }

  /** For the test that runs now alone: where it looks at what all sessions of a host have part in. */
  static async alone(opening: Promise<WebStage>): Promise<WebStage> {
    onTestFinished(async () => {
      const stage = await opening.catch(() => undefined)
      await stage?.close()
    })
    return opening
  }

  /** For the test that runs now: in a browser profile of its own, signed in. */
  async page({ at, isStranger = false, ...options }: PageOptions = {}): Promise<Page> {
    const context = await (await browser()).newContext({
      viewport: { width: 1280, height: 800 },
      reducedMotion: 'reduce',
      ...(!isStranger && { storageState: await this.#signedIn() }),
      ...options,
    })
    /** The words of the host, which the browser's own message leaves out. */
    const refusals: string[] = []
    onTestFinished(async () => {
      await context.close()
      this.#expected = undefined
      expect(this.problems.splice(0), refusals.join('\n')).toEqual([])
    })
    context.setDefaultTimeout(PATIENCE)
    await context.grantPermissions(['clipboard-read', 'clipboard-write'])
    const page = await context.newPage()
    page.on('response', (response) => {
      if (response.status() < 400) return
      void response.text().then(
        (text) => refusals.push(`${response.url()}: ${text}`),
        () => {},
      )
    })
    page.on('pageerror', (error) => this.problems.push(`thrown: ${error.message}`))
    page.on('console', (message) => {
      if (message.type() !== 'error' || WITHOUT_HOST.test(message.text())) return
      // A file that is about to be written may not be there, nor a folder whose name is being typed: the page asks, and the
      // browser tells of the answer.
      const { url } = message.location()
      if (/\/api\/(?:files|folders)\?/.test(url) || this.#expected?.test(message.text())) return
      this.problems.push(`${message.text()} (${url})`)
    })
    if (at !== undefined) await page.goto(this.daemon.url + at)
    return page
  }

  /** In the test that runs now the host refuses something, and the browser itself tells of every answer that is no success. */
  expectProblems(like: RegExp): void {
    this.#expected = like
  }

  /** A link that signs one browser in, as `fairlead open` makes it. */
  async signInLink(to?: string): Promise<string> {
    const { code } = await this.daemon.api().call('createSignInCode', {})
    return signInUrl(this.daemon.url, code, to)
  }

  /** What a browser that has signed in remembers. */
  async #signedIn(): Promise<NonNullable<Exclude<BrowserContextOptions['storageState'], string>>> {
    const { url: origin } = this.daemon
    const { code } = await this.daemon.api().call('createSignInCode', {})
    const answer = await fetch(`${origin}/login`, {
      method: 'POST',
      headers: { 'content-type': 'application/json', 'user-agent': 'Chrome/1 (Linux)' },
      body: JSON.stringify({ credential: code }),
    })
    const { secret } = (await answer.json()) as { secret: string }
    const [, name = '', value = ''] = /^([^=]+)=([^;]+)/.exec(answer.headers.get('set-cookie') ?? '') ?? []
    const cookie = { name, value, domain: new URL(origin).hostname, path: '/', expires: -1 }
    return {
      cookies: [{ ...cookie, httpOnly: true, secure: false, sameSite: 'Strict' }],
      origins: [{ origin, localStorage: [{ name: 'fairlead:browser-secret', value: secret }] }],
    }
  }

  /** A session on the simulator; answers its id. */
  async session(options: Partial<CreateSession> = {}): Promise<string> {
    const api = this.daemon.api()
    const { result } = await api.call('createSession', {
      body: { cwd: this.daemon.cwd, agent: 'sim', ...options },
    })
    return result.id
  }

  async close(): Promise<void> {
    if (!stages.delete(this)) return
    try {
      await this.daemon.end()
    } finally {
      this.#cleanUp()
    }
    expect(this.problems).toEqual([])
  }
}

function browser(): Promise<Browser> {
  // As root, in a container, the browser has no sandbox of its own to work in.
  launched ??= chromium.launch({
    executablePath: chromiumPath(),
    timeout: 2 * PATIENCE,
    args: ['--no-sandbox', '--disable-dev-shm-usage'],
    // Where there is no folder for it, its sound system would make one and leave it.
    env: { ...process.env, PULSE_RUNTIME_PATH: '/dev/null' },
  })
  return launched
}

/** Below those that the system gives to whoever asks for any: nobody else gets it while the host is away. */
const LOWEST = 12_000
const HIGHEST = 32_000

async function startAtFreePort(daemon: DaemonProcess): Promise<void> {
  const args = [...daemon.args]
  for (;;) {
    const port = LOWEST + Math.floor(Math.random() * (HIGHEST - LOWEST))
    daemon.args.splice(0, Number.POSITIVE_INFINITY, ...args, '--port', String(port))
    try {
      return await daemon.start()
    } catch (error) {
      if (!String(error).includes('port is in use')) throw error
    }
  }
}
