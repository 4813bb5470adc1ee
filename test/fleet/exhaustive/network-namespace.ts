/**
 * A machine of its own as far as the network is concerned: programs in it reach a port of this one through a cable that can be pulled out.
 * Both ends of the cable are in namespaces: where an interface of this machine comes or goes, every browser on it breaks off what it loads.
 */
import { type ChildProcess, execFileSync, spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, rmSync } from 'node:fs'
import { connect, createServer, type Server } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'

const RELAY = fileURLToPath(new URL('relay.mjs', import.meta.url))
/** Of the block for tests of networks. */
const [NEAR, FAR] = ['198.18.0.1', '198.18.0.2']
const PORT = 4222

export class NetworkNamespace {
  /** What begins the command line of a program that is to run in it. */
  readonly inside: readonly string[]
  /** Where programs in it find the port of this machine. */
  readonly url = `nats://${NEAR}:${PORT}`
  readonly #name = `fairlead-${process.pid}`
  readonly #hub = `${this.#name}-hub`
  readonly #folder = mkdtempSync(join(tmpdir(), 'fairlead-cable-'))
  #relay: ChildProcess | undefined
  #server: Server | undefined

  constructor() {
    this.inside = ['ip', 'netns', 'exec', this.#name]
    try {
      for (const name of [this.#name, this.#hub]) {
        ip('netns', 'add', name)
        ip('-n', name, 'link', 'set', 'lo', 'up')
      }
      ip('-n', this.#hub, 'link', 'add', 'near', 'type', 'veth', 'peer', 'name', 'far', 'netns', this.#name)
      for (const [name, end, address] of [
        [this.#hub, 'near', NEAR],
        [this.#name, 'far', FAR],
      ] as const) {
        ip('-n', name, 'address', 'add', `${address}/30`, 'dev', end)
        ip('-n', name, 'link', 'set', end, 'up')
      }
    } catch (error) {
      this.#delete()
      throw error
    }
  }

  /** Resolves when programs in it reach this port of the machine's loopback. */
  async carry(port: number): Promise<void> {
    const path = join(this.#folder, 'cable')
    this.#server = createServer((near) => {
      const far = connect(port, '127.0.0.1')
      near.pipe(far).pipe(near)
      near.on('error', () => far.destroy())
      far.on('error', () => near.destroy())
    }).listen(path)
    await once(this.#server, 'listening')
    const command = ['netns', 'exec', this.#hub, process.execPath, RELAY, NEAR, `${PORT}`, path]
    this.#relay = spawn('ip', command, { stdio: ['ignore', 'pipe', 'inherit'] })
    await once(this.#relay.stdout as NonNullable<ChildProcess['stdout']>, 'data')
  }

  cut(): void {
    ip('-n', this.#name, 'link', 'set', 'far', 'down')
  }
  join(): void {
    ip('-n', this.#name, 'link', 'set', 'far', 'up')
  }

  async remove(): Promise<void> {
    if (this.#relay) {
      this.#relay.kill('SIGKILL')
      await once(this.#relay, 'exit')
    }
    this.#server?.close()
    this.#delete()
  }

  #delete(): void {
    rmSync(this.#folder, { recursive: true, force: true })
    for (const name of [this.#name, this.#hub])
      try {
        ip('netns', 'delete', name)
      } catch {
        // It could not be made.
      }
  }
}

function ip(...args: string[]): void {
  execFileSync('ip', args, { stdio: ['ignore', 'ignore', 'pipe'] })
}

/** Why there can be none here; undefined where there can. */
export const whyNoNamespace = await reason()

async function reason(): Promise<string | undefined> {
  if (process.platform !== 'linux') return 'network namespaces are of Linux'
  if (process.getuid?.() !== 0) return 'only root makes a network namespace'
  try {
    await new NetworkNamespace().remove()
    return undefined
  } catch (error) {
    return `no network namespace can be made: ${error instanceof Error ? error.message : error}`
  }
}
