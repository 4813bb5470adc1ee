// @ts-check
// Versions of the CLI from the npm registry: which there are, and the executable of one.

import { spawnSync } from 'node:child_process'
import { existsSync, mkdirSync, readdirSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'

const PACKAGE = '@anthropic-ai/claude-code'

/** The registry cannot be reached: no other version can be had either. */
export class OfflineError extends Error {}

/**
 * @param {string[]} args
 * @param {string} cwd
 */
function npm(args, cwd = process.cwd()) {
  const shell = process.platform === 'win32' // there it is npm.cmd, which needs a shell
  const { status, stdout, stderr, error } = spawnSync('npm', [...args, '--loglevel=error'], {
    cwd,
    shell,
    encoding: 'utf8',
    maxBuffer: 64 * 1024 * 1024,
  })
  if (error) throw new OfflineError(`npm cannot be started (${error.message}). Is it installed?`)
  if (status === 0) return stdout
  const why = stderr.trim().split('\n').slice(0, 3).join(' ')
  if (/ENOTFOUND|EAI_AGAIN|ECONNREFUSED|ETIMEDOUT|ECONNRESET|ENETUNREACH|ERR_SOCKET_TIMEOUT/.test(stderr))
    throw new OfflineError(
      `The npm registry cannot be reached: ${why}\nVersions that are in the cache folder can be tried with --versions.`,
    )
  throw new Error(`\`npm ${args.join(' ')}\` failed: ${why}`)
}

/**
 * The newest versions, the newest first.
 * @param {number} count
 * @returns {Promise<string[]>}
 */
export async function newestVersions(count) {
  /** @type {string[] | string} */
  const answer = JSON.parse(npm(['view', PACKAGE, 'versions', '--json']))
  return [answer].flat().slice(-count).reverse()
}

/**
 * The executable of a version in that folder, installed where it is missing.
 * @param {string} version
 * @param {string} folder
 * @param {(text: string) => void} tell
 */
export function installCli(version, folder, tell) {
  const found = executableIn(folder)
  if (found !== undefined) return found
  tell(`${version}: installing …`)
  // What an interrupted install has left is of no use.
  rmSync(folder, { recursive: true, force: true })
  mkdirSync(folder, { recursive: true })
  writeFileSync(join(folder, 'package.json'), '{"private":true}')
  npm(['install', `${PACKAGE}@${version}`, '--no-audit', '--no-fund', '--ignore-scripts'], folder)
  const installed = executableIn(folder)
  if (installed === undefined) throw new Error(`${PACKAGE}@${version} has no executable for this platform`)
  return installed
}

/**
 * Newer versions come as a package per platform that holds the executable, older ones as a script for Node.
 * @param {string} folder
 */
function executableIn(folder) {
  const scope = join(folder, 'node_modules', '@anthropic-ai')
  if (!existsSync(scope)) return undefined
  const native = readdirSync(scope)
    .filter((name) => name.startsWith('claude-code-'))
    .flatMap((name) => [join(scope, name, 'claude'), join(scope, name, 'claude.exe')])
  return [...native, join(scope, 'claude-code', 'cli.js')].find((path) => existsSync(path))
}
