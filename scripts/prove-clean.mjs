// @ts-check
// What a newcomer sees: a fresh clone in an empty folder, with an empty npm cache and an empty HOME. `npm start` to the first
// page, `npm start` again, then `npm test`. Prints a row of the table in CONTRIBUTING.md.
//
//   node scripts/prove-clean.mjs                 with this Node
//   node scripts/prove-clean.mjs --node 24       with another one, from the npm registry
//   node scripts/prove-clean.mjs --load 2        beside two busy loops (stress-ng, where it is installed)
//   node scripts/prove-clean.mjs --times 5       the clone once, `npm test` five times
//   node scripts/prove-clean.mjs --keep          leaves the clone where it is
//
// Only what is committed is cloned. The registry is the one that npm is set to; nothing else of the user's settings counts.

import { execFileSync, spawn } from 'node:child_process'
import { createWriteStream, existsSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { delimiter, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { parseArgs } from 'node:util'
import { runtime } from './nodes.mjs'
import { startLoad } from './test/load.mjs'

const root = fileURLToPath(new URL('..', import.meta.url))
const { values } = parseArgs({
  options: {
    node: { type: 'string' },
    load: { type: 'string', default: '0' },
    times: { type: 'string', default: '1' },
    keep: { type: 'boolean', default: false },
  },
})

const folder = mkdtempSync(join(tmpdir(), 'fairlead-clean-'))
const clone = join(folder, 'fairlead')
const home = join(folder, 'home')
const log = createWriteStream(join(root, 'prove-clean.log'))
mkdirSync(home)
const registry = execFileSync('npm', ['config', 'get', 'registry'], { encoding: 'utf8' }).trim()
writeFileSync(join(home, '.npmrc'), `registry=${registry}\n`)
const path = values.node ? `${runtime(values.node)}${delimiter}${process.env.PATH}` : process.env.PATH
// A Node from the registry knows only its own certificates; a registry behind a proxy may need those of the machine.
const certificates = process.env.NODE_EXTRA_CA_CERTS ?? '/etc/ssl/certs/ca-certificates.crt'
const env = {
  ...{ PATH: path, HOME: home, LANG: 'C.UTF-8', FAIRLEAD_PORT: '0' },
  ...(existsSync(certificates) && { NODE_EXTRA_CA_CERTS: certificates }),
}
const node = execFileSync('node', ['--version'], { env, encoding: 'utf8' }).trim()

const seconds = (/** @type {number} */ ms) => `${(ms / 1000).toFixed(1)} s`
const say = (/** @type {string} */ text) => console.log(`${new Date().toISOString().slice(11, 19)} ${text}`)

/**
 * Starts a command of the clone. What it prints goes to the log, line by line to `onLine`.
 * @param {string[]} args
 * @param {(line: string) => void} onLine
 */
function npm(args, onLine = () => {}) {
  const child = spawn('npm', args, { cwd: clone, env, stdio: ['ignore', 'pipe', 'pipe'] })
  const done = new Promise((resolve) => child.on('close', resolve))
  for (const stream of [child.stdout, child.stderr]) {
    let rest = ''
    stream.on('data', (text) => {
      log.write(text)
      const lines = (rest + text).split('\n')
      rest = lines.pop() ?? ''
      for (const line of lines) onLine(line)
    })
  }
  return { child, done }
}

/** Until the page of the console is served; then the host is ended. */
async function timeToFirstPage() {
  const start = performance.now()
  /** @type {(url: string) => void} */
  let found = () => {}
  const address = new Promise((resolve) => {
    found = resolve
  })
  const { done } = npm(['start'], (line) => {
    const [url] = /https?:\/\/127\.0\.0\.1:\S+/.exec(line) ?? []
    if (url) found(url)
  })
  const url = await Promise.race([
    address,
    done.then((code) => Promise.reject(new Error(`npm start ended with ${code}`))),
  ])
  const page = await fetch(url, { redirect: 'manual' })
  const passed = performance.now() - start
  if (page.status >= 400) throw new Error(`the page answers ${page.status}`)
  await npm(['start', '--', 'down', '--all']).done
  await done
  return passed
}

/** The time of set-up (downloads and build) is counted apart. */
async function timeOfTests() {
  const start = performance.now()
  let setUp = 0
  /** @type {string[]} */
  const last = []
  const { done } = npm(['test'], (line) => {
    setUp += Number(/^set-up: .* done in ([\d.]+) s$/.exec(line)?.[1] ?? 0) * 1000
    if (/passed, .* failed|^FAILED|^Passed|FAIL /.test(line)) last.push(line.trim())
  })
  const code = await done
  return { passed: code === 0, setUp, tests: performance.now() - start - setUp, last }
}

let failed = false
try {
  say(`cloning into ${clone} (Node ${node})`)
  execFileSync('git', ['clone', '--quiet', root, clone])
  const end = startLoad(Number(values.load))
  const first = await timeToFirstPage()
  say(`npm start, the first time: ${seconds(first)} to the first page`)
  const again = await timeToFirstPage()
  say(`npm start, again: ${seconds(again)}`)
  for (let round = 1; round <= Number(values.times); round++) {
    const { passed, setUp, tests, last } = await timeOfTests()
    failed ||= !passed
    say(
      `npm test, ${round} of ${values.times}: ${passed ? 'passed' : 'FAILED'} in ${seconds(tests)}, set-up ${seconds(setUp)}`,
    )
    for (const line of last) say(`  ${line}`)
    const machine = Number(values.load) > 0 ? `beside ${values.load} busy loops` : 'quiet'
    console.log(
      `| ${node.slice(1)} | ${machine} | ${seconds(first)} | ${seconds(again)} | ${seconds(setUp)} | ${seconds(tests)} | ${passed ? 'passed' : 'FAILED'} |`,
    )
  }
  end()
} finally {
  if (!values.keep) rmSync(folder, { recursive: true, force: true })
}
process.exitCode = failed ? 1 : 0
process.exit()
