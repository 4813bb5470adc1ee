// @ts-check
// Tries versions of the CLI from npm: what they speak that is new, every rule of the conformance kit, and the library
// cases of test/e2e/library. Writes docs/versions.md. Run it with --help for its options.
//
// Everything of a version is kept in the cache folder: the CLI itself, and a JSON file for each step. With --resume a
// step whose file is there is not run again.

import { spawn } from 'node:child_process'
import { existsSync, mkdirSync, renameSync, rmSync, writeFileSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { fileURLToPath } from 'node:url'
import { parseArgs } from 'node:util'
import { leftovers, makeTempFolder } from './test/leftovers.mjs'
import { installCli, newestVersions, OfflineError } from './versions/npm.mjs'
import { asMarkdown, summarize } from './versions/table.mjs'

const root = fileURLToPath(new URL('..', import.meta.url))
const HELP = `npm run versions -- [options]

  --newest N          the newest N versions on npm (5 unless --versions is given; 0 only writes the page)
  --versions A,B      these versions, such as 2.1.300,2.1.324
  --resume            keep the results that the cache folder has, and run only what is missing
  --slow              also the rules of conformance that take long by nature
  --cache FOLDER      where CLIs and results are kept (.versions)
  --out FILE          the page to write (docs/versions.md)
  --help              this text

A version takes five to ten minutes. The page has every version that the cache folder has results of.`

/** @param {string} text */
const tell = (text) => process.stderr.write(`${text}\n`)

class UsageError extends Error {}

function options() {
  try {
    const { values } = parseArgs({
      options: {
        newest: { type: 'string' },
        versions: { type: 'string' },
        resume: { type: 'boolean', default: false },
        slow: { type: 'boolean', default: false },
        cache: { type: 'string', default: join(root, '.versions') },
        out: { type: 'string', default: join(root, 'docs', 'versions.md') },
        help: { type: 'boolean', default: false },
      },
    })
    const named = (values.versions ?? '').split(',').filter((it) => it !== '')
    for (const it of named)
      if (!/^\d+\.\d+\.\d+$/.test(it)) throw new UsageError(`'${it}' is no version such as 2.1.300`)
    const newest = values.newest ?? (named.length === 0 ? '5' : '0')
    if (!/^\d{1,3}$/.test(newest)) throw new UsageError(`--newest takes a number, not '${newest}'`)
    return {
      ...values,
      named,
      newest: Number(newest),
      cache: resolve(values.cache),
      out: resolve(values.out),
    }
  } catch (error) {
    throw new UsageError(error instanceof Error ? error.message : String(error))
  }
}

/**
 * Runs a script of Node to its end. What it prints goes to stderr, or into the file.
 * @param {string[]} args
 * @param {{ env?: NodeJS.ProcessEnv, into?: string, accepts?: number[] }} how
 */
async function run(args, { env = {}, into, accepts = [0, 1] }) {
  const child = spawn(process.execPath, args, {
    cwd: root,
    env: { ...process.env, ...env },
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  /** @type {Buffer[]} */
  const printed = []
  child.stdout.on('data', (bytes) => (into === undefined ? process.stderr.write(bytes) : printed.push(bytes)))
  const code = await new Promise((done, fail) => child.on('error', fail).on('close', done))
  if (!accepts.includes(code)) throw new Error(`\`node ${args.join(' ')}\` failed with exit code ${code}`)
  if (into !== undefined) store(into, Buffer.concat(printed).toString())
}

/**
 * Never half a file, also when it is interrupted.
 * @param {string} file
 * @param {string} text
 */
function store(file, text) {
  writeFileSync(`${file}.part`, text)
  renameSync(`${file}.part`, file)
}

/**
 * The steps for one version. Each writes its file.
 * @param {string} version
 * @param {ReturnType<typeof options>} given
 */
async function tryVersion(version, { cache, resume, slow }) {
  const folder = join(cache, version)
  mkdirSync(folder, { recursive: true })
  const binary = installCli(version, join(folder, 'cli'), tell)
  const temp = makeTempFolder()
  const env = { TMPDIR: temp, FAIRLEAD_E2E_BINARY: binary }
  const main = join(root, 'dist', 'cli', 'main.js')
  const library = join(folder, 'library.json')
  /** @type {{ file: string, title: string, run: (file: string) => Promise<void> }[]} */
  const steps = [
    {
      file: join(folder, 'discover.json'),
      title: 'what it speaks',
      run: (into) => run([main, 'discover', binary, '--json'], { env, into, accepts: [0] }),
    },
    {
      file: join(folder, 'conformance.json'),
      title: 'the rules of SPEC.md',
      run: (into) =>
        run([main, 'conformance', '--agent', binary, '--json', ...(slow ? ['--slow'] : [])], { env, into }),
    },
    {
      file: library,
      title: 'the library cases',
      run: async (file) => {
        await run(
          [
            ...[join(root, 'node_modules', 'vitest', 'vitest.mjs'), 'run', '--project', 'exhaustive'],
            ...[
              'test/e2e/library',
              '--reporter',
              'dot',
              '--reporter',
              'json',
              `--outputFile.json=${file}.part`,
            ],
          ],
          { env },
        )
        renameSync(`${file}.part`, file)
      },
    },
  ]
  try {
    for (const { file, title, run: perform } of steps) {
      if (resume && existsSync(file)) {
        tell(`${version}: ${title}: kept`)
        continue
      }
      const start = performance.now()
      tell(`${version}: ${title} …`)
      rmSync(file, { force: true })
      await perform(file)
      tell(`${version}: ${title}: ${((performance.now() - start) / 1000).toFixed(0)} s`)
    }
  } finally {
    for (const it of await leftovers(temp)) tell(`left behind by ${version}: ${it}`)
  }
}

async function main() {
  const given = options()
  if (given.help) {
    console.log(HELP)
    return
  }
  const newest = given.newest > 0 ? await newestVersions(given.newest) : []
  const versions = [...new Set([...given.named, ...newest])]
  tell(`${versions.length === 0 ? 'no version' : versions.join(', ')}; results are kept in ${given.cache}`)
  /** @type {string[]} */
  const failed = []
  for (const version of versions) {
    try {
      await tryVersion(version, given)
    } catch (error) {
      if (error instanceof OfflineError) throw error
      failed.push(version)
      tell(`${version}: ${error instanceof Error ? error.message : error}`)
    }
  }
  const summaries = await summarize(given.cache, new URL('../dist/conformance/index.js', import.meta.url))
  if (summaries.length === 0) tell(`${given.cache} has no results: ${given.out} is left as it is`)
  else {
    writeFileSync(given.out, asMarkdown(summaries))
    tell(`${given.out}: ${summaries.length} ${summaries.length === 1 ? 'version' : 'versions'}`)
  }
  if (failed.length > 0) throw new Error(`could not be tried: ${failed.join(', ')}`)
}

try {
  await main()
} catch (error) {
  tell(error instanceof Error ? error.message : String(error))
  if (error instanceof UsageError) tell('`npm run versions -- --help` lists the options.')
  process.exitCode = error instanceof UsageError ? 2 : 1
}
