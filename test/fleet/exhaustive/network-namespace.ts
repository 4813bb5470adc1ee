/** A machine of its own as far as the network is concerned: programs in it reach this one through a cable that can be pulled out. */
import { execFileSync } from 'node:child_process'

export interface NetworkNamespace {
  /** This machine's address, as both sides have it. */
  readonly address: string
  /** What begins the command line of a program that is to run in it. */
  readonly inside: readonly string[]
  cut(): void
  join(): void
  remove(): void
}

export function networkNamespace(): NetworkNamespace {
  const name = `fairlead-${process.pid}`
  const [near, far] = [`fl${process.pid % 1_000_000}a`, `fl${process.pid % 1_000_000}b`]
  // Of the block for tests of networks.
  const third = process.pid % 256
  const [address, other] = [`198.18.${third}.1`, `198.18.${third}.2`]
  ip('netns', 'add', name)
  const within = (...args: string[]) => ip('-n', name, ...args)
  const remove = () => {
    try {
      ip('link', 'delete', near)
    } finally {
      ip('netns', 'delete', name)
    }
  }
  try {
    ip('link', 'add', near, 'type', 'veth', 'peer', 'name', far, 'netns', name)
    ip('address', 'add', `${address}/30`, 'dev', near)
    ip('link', 'set', near, 'up')
    within('address', 'add', `${other}/30`, 'dev', far)
    within('link', 'set', 'lo', 'up')
    within('link', 'set', far, 'up')
  } catch (error) {
    remove()
    throw error
  }
  return {
    address,
    inside: ['ip', 'netns', 'exec', name],
    cut: () => within('link', 'set', far, 'down'),
    join: () => within('link', 'set', far, 'up'),
    remove,
  }
}

function ip(...args: string[]): void {
  execFileSync('ip', args, { stdio: ['ignore', 'ignore', 'pipe'] })
}

/** Why there can be none here; undefined where there can. */
export const whyNoNamespace = reason()

function reason(): string | undefined {
  if (process.platform !== 'linux') return 'network namespaces are of Linux'
  if (process.getuid?.() !== 0) return 'only root makes a network namespace'
  try {
    networkNamespace().remove()
    return undefined
  } catch (error) {
    return `no network namespace can be made: ${error instanceof Error ? error.message : error}`
  }
}
