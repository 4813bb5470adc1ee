// @ts-check
// Makes a bare clone ready to run: installs the packages of the lock file, then builds `dist`.
//
//   node scripts/setup.mjs          what `npm start` needs
//   node scripts/setup.mjs --test   also the real CLIs (large), the browser, tmux, bubblewrap and nats-server that tests run
//
// A step that is done leaves a stamp inside the folder that it filled. The stamp holds a hash of what the
// step was made from, so a step is skipped as long as that is the same, and done again when the folder is deleted.
// The stamp is removed first and written last: an interrupted step is never taken for complete.
// One set-up works at a time; another one waits for it. Everything is told on stderr.

import { spawn, spawnSync } from 'node:child_process'
import { createHash } from 'node:crypto'
import { chmodSync, existsSync, readdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'

/**
 * @typedef {object} Step
 * @property {string} title what is being done, for the person who waits
 * @property {string} folder what the step fills
 * @property {() => string} madeFrom a hash of everything that the result depends on
 * @property {() => Promise<void>} run
 */

/** A failure that is told in one sentence, without a stack. */
class SetupError extends Error {}

const root = fileURLToPath(new URL('..', import.meta.url))
const lockPath = join(root, '.setup.lock')

/** @type {import('node:child_process').ChildProcess | undefined} */
let child
let interrupted = false

/** @param {string} text */
const tell = (text) => process.stderr.write(text)

function checkNode() {
  const { engines } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8'))
  const required = engines.node.replace('>=', '')
  const [major = 0, minor = 0] = process.versions.node.split('.').map(Number)
  const [needMajor, needMinor] = required.split('.').map(Number)
  if (major > needMajor || (major === needMajor && minor >= needMinor)) return
  throw new SetupError(`Fairlead needs Node ${required} or newer; this is Node ${process.versions.node}.`)
}

/** @param {(string | Buffer)[]} parts */
function hash(...parts) {
  const sum = createHash('sha256')
  for (const part of parts) sum.update(`${part.length}:`).update(part)
  return sum.digest('hex')
}

/**
 * @param {string} folder
 * @param {string} title
 * @returns {Step}
 */
function install(folder, title) {
  const cwd = join(root, folder)
  return {
    title,
    folder: join(cwd, 'node_modules'),
    madeFrom: () =>
      hash(readFileSync(join(cwd, 'package-lock.json')), process.version, process.platform, process.arch),
    // The includes: with NODE_ENV=production or an `omit` setting, npm would leave out what is needed here.
    run: () =>
      command('npm', ['ci', '--include=dev', '--include=optional', '--loglevel=error'], cwd, {
        name: 'npm ci',
        advice: 'Check that the npm registry can be reached and that the disk has room, then run it again.',
      }),
  }
}

/** @returns {Step} */
function build() {
  const dist = join(root, 'dist')
  const next = join(root, '.dist-next')
  const old = join(root, '.dist-old')
  const tsc = join(root, 'node_modules', 'typescript', 'bin', 'tsc')
  const rolldown = join(root, 'node_modules', 'rolldown', 'bin', 'cli.mjs')
  const advice = 'The errors above say where. Once they are mended, run it again.'
  return {
    title: 'building',
    folder: dist,
    madeFrom: () => {
      const sources = readdirSync(join(root, 'src'), { recursive: true, withFileTypes: true })
        .filter((entry) => entry.isFile() && !entry.name.endsWith('.test.ts'))
        .map((entry) => join(entry.parentPath, entry.name))
      const settings = [
        ...['package.json', 'tsconfig.base.json', 'tsconfig.build.json', 'vite.config.ts'],
        ...['rolldown.config.mjs', join('scripts', 'setup.mjs')],
      ].map((name) => join(root, name))
      const files = [...settings, ...sources.sort()]
      return hash(...files.flatMap((path) => [path.slice(root.length), readFileSync(path)]))
    },
    // Built aside and then swapped in: no file of a deleted source stays behind, and a running command never
    // sees a half-written dist.
    run: async () => {
      for (const folder of [next, old]) rmSync(folder, { recursive: true, force: true })
      await command(process.execPath, [tsc, '-p', 'tsconfig.build.json', '--outDir', next], root, {
        name: 'tsc',
        advice,
      })
      await command(process.execPath, [rolldown, '--config', 'rolldown.config.mjs', '--dir', next], root, {
        name: 'rolldown',
        advice,
      })
      const web = [join(root, 'node_modules', 'vite', 'bin', 'vite.js'), 'build', '--logLevel', 'error']
      await command(process.execPath, [...web, '--outDir', join(next, 'web')], root, { name: 'vite', advice })
      for (const script of ['cli/main.js', 'simulator/agent/main.js']) chmodSync(join(next, script), 0o755)
      // `npm run docs:site` takes minutes: what it built stays.
      const docs = join(dist, 'docs')
      if (existsSync(docs)) renameSync(docs, join(next, 'docs'))
      if (existsSync(dist)) renameSync(dist, old)
      renameSync(next, dist)
      rmSync(old, { recursive: true, force: true })
    },
  }
}

/** What tests need of the system: Debian's packages, the first that can be had, and where the program may be already. */
const PROGRAMS = [
  {
    name: 'a browser',
    // The first has no window at all: half the work of the other.
    packages: ['chromium-headless-shell', 'chromium'],
    places: [
      '/usr/bin/chromium-headless-shell',
      '/usr/bin/chromium',
      '/usr/bin/chromium-browser',
      '/usr/bin/google-chrome',
      process.env.FAIRLEAD_CHROMIUM ?? '',
    ],
  },
  {
    name: 'tmux',
    packages: ['tmux'],
    places: ['/usr/bin/tmux', '/usr/local/bin/tmux', '/opt/homebrew/bin/tmux'],
  },
  {
    name: 'bubblewrap',
    isFor: 'linux',
    packages: ['bubblewrap'],
    places: ['/usr/bin/bwrap', '/usr/local/bin/bwrap'],
  },
  {
    name: "socat (for the CLI's own sandbox)",
    isFor: 'linux',
    packages: ['socat'],
    places: ['/usr/bin/socat', '/usr/local/bin/socat'],
  },
  {
    name: 'nats-server',
    packages: ['nats-server'],
    places: [
      '/usr/sbin/nats-server',
      '/usr/bin/nats-server',
      '/usr/local/bin/nats-server',
      '/opt/homebrew/bin/nats-server',
    ],
  },
]

/** Where this may install them. Elsewhere the tests that need one say so. */
async function installPrograms() {
  const missing = PROGRAMS.filter(
    ({ isFor = process.platform, places }) =>
      isFor === process.platform && !places.some((path) => existsSync(path)),
  )
  if (missing.length === 0) return
  const names = missing.map(({ name }) => name).join(' and ')
  if (!existsSync('/usr/bin/apt-get') || process.getuid?.() !== 0) {
    tell(`set-up: tests of the console, the terminal, isolation and fleets need ${names}: please install.\n`)
    return
  }
  const start = performance.now()
  tell(`set-up: installing ${names} (Debian packages, only once) ... `)
  const told = { name: 'apt-get', advice: 'Install them by hand, then run it again.' }
  process.env.DEBIAN_FRONTEND = 'noninteractive'
  await command('apt-get', ['update', '-q'], root, told)
  for (const { packages } of missing) {
    const found = packages.find((name) => isInstallable(name)) ?? packages[0] ?? ''
    await command('apt-get', ['install', '-y', '--no-install-recommends', found], root, told)
  }
  tell(`done in ${((performance.now() - start) / 1000).toFixed(1)} s\n`)
}

/** @param {string} name */
function isInstallable(name) {
  const { status } = spawnSync('apt-get', ['install', '--simulate', '-q', name], { stdio: 'ignore' })
  return status === 0
}

/**
 * Runs a program and shows what it printed only if it fails.
 * @param {string} program
 * @param {string[]} args
 * @param {string} cwd
 * @param {{ name: string, advice: string }} told what to call it when it fails, and what to try then
 */
async function command(program, args, cwd, { name, advice }) {
  const shell = process.platform === 'win32' && program === 'npm' // there it is npm.cmd, which needs a shell
  const started = spawn(program, args, { cwd, shell, stdio: ['ignore', 'pipe', 'pipe'] })
  child = started
  /** @type {Buffer[]} */
  const output = []
  started.stdout.on('data', (bytes) => output.push(bytes))
  started.stderr.on('data', (bytes) => output.push(bytes))
  /** @type {string} */
  const problem = await new Promise((resolve) => {
    started.on('error', (error) => resolve(`could not be started (${error.message}). Is it installed?`))
    started.on('close', (code, signal) =>
      resolve(code === 0 ? '' : `failed (${signal ?? `exit code ${code}`}). ${advice}`),
    )
  })
  child = undefined
  if (interrupted) throw new SetupError('\nSet-up was interrupted. Run it again to finish it.')
  if (problem === '') return
  tell(`failed\n\n${Buffer.concat(output)}\n`)
  throw new SetupError(`Set-up stopped: \`${name}\` ${problem}`)
}

/** @param {Step} step */
const stampOf = (step) => join(step.folder, '.fairlead-setup')

/** @param {Step} step */
function isDone(step) {
  const stamp = stampOf(step)
  return existsSync(stamp) && readFileSync(stamp, 'utf8') === step.madeFrom()
}

/** @param {Step} step */
async function perform(step) {
  const madeFrom = step.madeFrom() // before it runs: a source changed meanwhile makes the stamp stale, not wrong
  const start = performance.now()
  rmSync(stampOf(step), { force: true })
  tell(`set-up: ${step.title} ... `)
  await step.run()
  writeFileSync(stampOf(step), madeFrom)
  tell(`done in ${((performance.now() - start) / 1000).toFixed(1)} s\n`)
}

/** Whether the lock is now ours. A lock that its process left behind when it was killed is removed. */
function takeLock() {
  try {
    writeFileSync(lockPath, String(process.pid), { flag: 'wx' })
    return true
  } catch (error) {
    if (codeOf(error) !== 'EEXIST') throw error
  }
  try {
    const holder = Number(readFileSync(lockPath, 'utf8'))
    if (holder > 0) process.kill(holder, 0) // 0: still being written
  } catch (error) {
    if (codeOf(error) === 'ESRCH') rmSync(lockPath, { force: true })
  }
  return false
}

/** @param {unknown} error */
const codeOf = (error) => /** @type {NodeJS.ErrnoException} */ (error).code

/** @param {() => Promise<void>} work */
async function withLock(work) {
  for (let tries = 0; !takeLock(); tries++) {
    if (tries === 5) tell(`set-up: waiting for another one to end (if there is none, delete ${lockPath})\n`)
    await sleep(100)
  }
  try {
    await work()
  } finally {
    rmSync(lockPath, { force: true })
  }
}

async function main() {
  checkNode()
  const isTest = process.argv.includes('--test')
  const steps = [install('.', 'installing packages')]
  if (isTest) {
    steps.push(install('test/cli', 'installing the CLIs that end-to-end tests run (730 MB, only once)'))
  }
  steps.push(build())
  if (steps.every(isDone) && !isTest) return
  await withLock(async () => {
    for (const step of steps) if (!isDone(step)) await perform(step)
    if (isTest) await installPrograms()
  })
}

for (const signal of /** @type {const} */ (['SIGINT', 'SIGTERM', 'SIGHUP'])) {
  process.on(signal, () => {
    interrupted = true
    if (child === undefined) process.exit(1)
    child.kill(signal)
  })
}

try {
  await main()
} catch (error) {
  tell(`${error instanceof SetupError ? error.message : /** @type {Error} */ (error).stack}\n`)
  process.exitCode = 1
}
