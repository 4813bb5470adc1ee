// Finds the real CLIs that `scripts/setup.mjs --test` installed under test/cli.
// Two come as a package per platform that holds the executable itself. It is run from there rather than
// through `.bin/claude`, which only works once the package's install script has put the executable in place.
// The old one is a script for Node.

import { execFile } from 'node:child_process'
import { existsSync } from 'node:fs'
import { mkdtemp } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import { clear, guard } from '../process/leftovers.ts'

const packages = fileURLToPath(new URL('../cli/node_modules/', import.meta.url))

/** The versions that the suites run against, and the package that each comes in. */
export const claudeVersions = {
  '2.1.197': 'claude-code',
  '2.1.325': 'claude-agent-sdk',
} as const

export type ClaudeVersion = keyof typeof claudeVersions

/** Those that this run is for, newest last: `npm test` takes the newest, the exhaustive tests the other ones too. */
export const testedVersions = (Object.keys(claudeVersions) as ClaudeVersion[]).filter((version) =>
  (process.env.FAIRLEAD_E2E_VERSIONS ?? version).split(' ').includes(version),
)

/** The version that the public documents were written for. A suite of its own and the conformance kit run it. */
export const OLD_VERSION = '2.1.37'
export type AnyVersion = ClaudeVersion | typeof OLD_VERSION

/** `npm run versions` names the executable of some other version. It stands in for any. */
const given = process.env.FAIRLEAD_E2E_BINARY

/** Those that the library cases run on: the one that was given, or the tested ones. */
export const libraryVersions: readonly ClaudeVersion[] = given ? ['2.1.325'] : testedVersions

/** The same suites also run with the simulator in place of the CLI (vitest.config.ts sets this). */
const simulated = process.env.FAIRLEAD_E2E_AGENT === 'simulator'

/** The path of the executable of that version for this machine. */
export function claudeBinary(version: AnyVersion, platform = thisPlatform()): string {
  if (given && platform === thisPlatform()) return given
  if (simulated && platform === thisPlatform())
    return fileURLToPath(new URL(`simulated/claude-${version}`, import.meta.url))
  const path = join(
    packages,
    version === OLD_VERSION ? 'claude-code-2.1.37/cli.js' : native(version, platform),
  )
  if (existsSync(path)) return path
  throw new Error(
    `Claude Code ${version} is not installed for ${platform}. Run \`node scripts/setup.mjs --test\`; ` +
      'if the CLI is not made for this platform, run `npm run test:quick`, which does without it.',
  )
}

function native(version: ClaudeVersion, platform: string): string {
  const executable = platform.startsWith('win32') ? 'claude.exe' : 'claude'
  return join('@anthropic-ai', `${claudeVersions[version]}-${platform}`, executable)
}

/** As the packages name it: `linux-x64`, `linux-arm64-musl`, `darwin-arm64`, `win32-x64`, ... */
function thisPlatform(): string {
  return `${process.platform}-${process.arch}${isMusl() ? '-musl' : ''}`
}

function isMusl(): boolean {
  if (process.platform !== 'linux') return false
  const report = process.report.getReport() as { header?: { glibcVersionRuntime?: string } }
  return report.header?.glibcVersionRuntime === undefined
}

/** Runs `use` with the environment of a user who has never started the CLI; what it wrote, and what still runs there, is removed after. */
export async function withFreshHome<T>(use: (env: NodeJS.ProcessEnv) => Promise<T>): Promise<T> {
  const home = await mkdtemp(join(tmpdir(), 'fairlead-home-'))
  guard(home)
  try {
    return await use({
      ...process.env,
      HOME: home,
      USERPROFILE: home,
      CLAUDE_CONFIG_DIR: join(home, 'claude'),
      TMPDIR: home,
      CLAUDE_CODE_TMPDIR: home,
    })
  } finally {
    await clear(home)
  }
}

/** Runs it to its end and returns what it printed on stdout. */
export function claudeOutput(version: AnyVersion, args: string[]): Promise<string> {
  return withFreshHome(async (env) => {
    const { stdout } = await promisify(execFile)(claudeBinary(version), args, { env, timeout: 120_000 })
    return stdout
  })
}
