/** The package as users get it: packed, and installed in an empty folder. */
import { execFile, spawn } from 'node:child_process'
import { mkdirSync, mkdtempSync, readdirSync, rmSync, statSync, symlinkSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { delimiter, join } from 'node:path'
import { createInterface } from 'node:readline'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import { expect } from 'vitest'

export const root = fileURLToPath(new URL('../..', import.meta.url))
export const run = promisify(execFile)

/** What a compiler or a build with node-gyp would need. */
const COMPILERS = /^(cc|c\+\+|g\+\+|gcc|clang|ld|make|python)/

export class Installation {
  /** Everything is inside: removed with it. */
  readonly base = mkdtempSync(join(tmpdir(), 'fairlead-package-'))
  readonly folder = join(this.base, 'app')
  readonly env = {
    PATH: this.#pathWithoutCompilers(),
    HOME: this.base,
    FAIRLEAD_HOME: join(this.base, 'data'),
    FAIRLEAD_SIM_SPEED: '0',
    // The registry and the cache of whoever runs the test.
    npm_config_userconfig: process.env.npm_config_userconfig ?? join(process.env.HOME ?? '', '.npmrc'),
    npm_config_cache: process.env.npm_config_cache ?? join(process.env.HOME ?? '', '.npm'),
    ...(process.env.NODE_EXTRA_CA_CERTS && { NODE_EXTRA_CA_CERTS: process.env.NODE_EXTRA_CA_CERTS }),
  }

  /** What `npm pack` would build is built: this is what is packed. */
  async pack(): Promise<{ path: string; size: number }> {
    await run('npm', ['pack', '--ignore-scripts', '--pack-destination', this.base], { cwd: root })
    const [name = ''] = readdirSync(this.base).filter((it) => it.endsWith('.tgz'))
    const path = join(this.base, name)
    return { path, size: statSync(path).size }
  }

  /** `npm`: its `npm-cli.js`, or nothing for the one in the PATH. Returns what it said on stderr. */
  async install(tarball: string, args: readonly string[] = [], npm?: string): Promise<string> {
    mkdirSync(this.folder)
    writeFileSync(join(this.folder, 'package.json'), '{"private":true,"type":"module"}')
    const all = ['install', tarball, '--no-audit', '--no-fund', '--prefer-offline', ...args]
    const [program, before] = npm === undefined ? ['npm', []] : [process.execPath, [npm]]
    const { stderr } = await run(program, [...before, ...all], { cwd: this.folder, env: this.env })
    return stderr
  }

  fairlead(...args: string[]): Promise<{ stdout: string; stderr: string }> {
    return run('npx', ['--no-install', 'fairlead', ...args], { cwd: this.folder, env: this.env })
  }

  /** `up` serves the console until `down`. */
  async servesConsole(): Promise<void> {
    const started = spawn('npx', ['--no-install', 'fairlead', 'up', '--port', '0', '--json'], {
      cwd: this.folder,
      env: this.env,
      stdio: ['ignore', 'pipe', 'pipe'],
    })
    const ended = new Promise((resolve) => started.once('exit', resolve))
    let stderr = ''
    started.stderr.on('data', (text) => {
      stderr += text
    })
    const line = await Promise.race([
      new Promise<string>((resolve) => createInterface(started.stdout).once('line', resolve)),
      ended.then((code) => Promise.reject(new Error(`the host ended with ${code}: ${stderr}`))),
    ])
    try {
      const { url } = JSON.parse(line as string)
      const page = await fetch(url)
      const script = /src="(\/assets\/[^"]+\.js)"/.exec(await page.text())?.[1] ?? ''
      const loaded = await fetch(new URL(script, url))
      expect(loaded.status).toBe(200)
      expect(loaded.headers.get('content-type')).toContain('javascript')
    } finally {
      await this.fairlead('down', '--all')
    }
    expect(await ended).toBe(0)
    // Neither Node nor npm has a warning for its user.
    expect(stderr).not.toMatch(/ExperimentalWarning|bindings/)
  }

  remove(): void {
    rmSync(this.base, { recursive: true, force: true })
  }

  /** Every program of this machine but those. */
  #pathWithoutCompilers(): string {
    const bin = join(this.base, 'bin')
    mkdirSync(bin)
    const taken = new Set<string>()
    for (const folder of (process.env.PATH ?? '').split(delimiter)) {
      for (const name of names(folder)) {
        if (COMPILERS.test(name) || taken.has(name)) continue
        taken.add(name)
        symlinkSync(join(folder, name), join(bin, name))
      }
    }
    return bin
  }
}

function names(folder: string): string[] {
  try {
    return readdirSync(folder)
  } catch {
    return []
  }
}
