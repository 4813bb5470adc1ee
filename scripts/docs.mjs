// @ts-check
// `npm run docs:site`: the documentation as static pages in `dist/docs`.
//
//   npm run docs:site                      pages that are served under /docs/
//   npm run docs:site -- --base / --out D  pages for another server: the path that they are served under, and the folder
//
// The programs that it needs are installed in `docs/site`, without their install scripts.

import { spawnSync } from 'node:child_process'
import { existsSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { fileURLToPath } from 'node:url'
import { parseArgs } from 'node:util'
import { problemsIn } from './docs/check.mjs'
import { writePages, writeSettings } from './docs/pages.mjs'
import { entries } from './docs/sources.mjs'

const root = fileURLToPath(new URL('..', import.meta.url))
const site = join(root, 'docs', 'site')
const pages = join(site, 'pages')
const built = join(root, '.dist-docs')

const { values } = parseArgs({
  options: {
    base: { type: 'string', default: '/docs/' },
    out: { type: 'string', default: join(root, 'dist', 'docs') },
  },
})
const { base } = values
if (!/^\/([\w./-]+\/)?$/.test(base)) fail('--base begins and ends with a slash')

install()
for (const folder of [pages, built]) rmSync(folder, { recursive: true, force: true })
const { ERROR_STATUS } = await import('../dist/api/index.js')
const { openApi } = await import('../dist/host/index.js')
const document = /** @type {import('./docs/http-pages.mjs').OpenApi} */ (openApi())
// First: typedoc empties the folder that it writes to.
step('writing the reference of the library', () =>
  run(process.execPath, ['reference.mjs', JSON.stringify(entries(root)), join(pages, 'reference')], site),
)
// The list of entries: the navigation has it.
rmSync(join(pages, 'reference', 'index.md'))
step('writing the pages', () =>
  writePages(root, pages, { openApi: document, statuses: ERROR_STATUS, help: (...args) => fairlead(args) }),
)
writeSettings(root, pages, { outDir: built, base })
step('building the site', () =>
  run(process.execPath, [join('node_modules', 'vitepress', 'bin', 'vitepress.js'), 'build'], site),
)
const problems = problemsIn(built, base)
if (problems.length > 0) fail(`${problems.join('\n')}\n${problems.length} problems in the built pages`)
const out = resolve(values.out)
rmSync(out, { recursive: true, force: true })
renameSync(built, out)
process.stdout.write(`The documentation is in ${out}.\n`)

/** Skipped as long as the lock file is the one of the last time. */
function install() {
  const lock = readFileSync(join(site, 'package-lock.json'), 'utf8')
  const stamp = join(site, 'node_modules', '.fairlead-setup')
  if (existsSync(stamp) && readFileSync(stamp, 'utf8') === lock) return
  step('installing the programs of docs/site', () =>
    run('npm', ['ci', '--ignore-scripts', '--include=dev', '--include=optional', '--loglevel=error'], site),
  )
  writeFileSync(stamp, lock)
}

/** @param {string[]} args */
function fairlead(args) {
  const { stdout, status } = spawnSync(process.execPath, [join(root, 'dist', 'cli', 'main.js'), ...args], {
    encoding: 'utf8',
  })
  if (status !== 0) fail(`fairlead ${args.join(' ')} ended with ${status}`)
  return stdout
}

/**
 * @param {string} title
 * @param {() => void} work
 */
function step(title, work) {
  const start = performance.now()
  process.stderr.write(`docs: ${title} ... `)
  work()
  process.stderr.write(`done in ${((performance.now() - start) / 1000).toFixed(1)} s\n`)
}

/**
 * Shows what the program printed only if it fails.
 * @param {string} program
 * @param {string[]} args
 * @param {string} cwd
 */
function run(program, args, cwd) {
  const shell = process.platform === 'win32' && program === 'npm'
  const { status, stdout, stderr, error } = spawnSync(program, args, {
    cwd,
    shell,
    encoding: 'utf8',
    maxBuffer: 1e8,
  })
  if (status !== 0) fail(`failed\n${stdout}${stderr}${error?.message ?? ''}`)
}

/**
 * @param {string} message
 * @returns {never}
 */
function fail(message) {
  process.stderr.write(`${message}\n`)
  process.exit(1)
}
