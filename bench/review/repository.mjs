// @ts-check
// Repositories with many changes, and a session in each.

import { execFileSync } from 'node:child_process'
import { mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'

const FOLDERS = 100

/** @param {string} cwd @param {readonly string[]} args */
function git(cwd, ...args) {
  const env = { PATH: process.env.PATH, HOME: cwd, GIT_CONFIG_NOSYSTEM: '1' }
  const identity = ['-c', 'user.name=bench', '-c', 'user.email=bench@example.com']
  execFileSync('git', [...identity, ...args], { cwd, env, stdio: 'ignore' })
}

/** @param {number} count @param {number} changedEvery a line is other than in the last commit @param {number} file */
function source(count, changedEvery, file = 0) {
  return Array.from({ length: count }, (_, at) =>
    changedEvery > 0 && at % changedEvery === 0
      ? `  const total${at} = await cart.sum(${file}, { vat: 'reduced', items: ${at} }) // changed`
      : `  const total${at} = cart.sum(${file}, { items: ${at} })`,
  ).join('\n')
}

/** @param {string} cwd */
function begin(cwd) {
  mkdirSync(cwd, { recursive: true })
  git(cwd, 'init', '-q', '-b', 'main')
  return {
    commit() {
      git(cwd, 'add', '--all')
      git(cwd, 'commit', '-q', '-m', 'begin')
    },
  }
}

/** Each of many files differs in a few lines. @param {string} cwd @param {number} count */
export function manyFiles(cwd, count) {
  const names = Array.from({ length: count }, (_, at) => join(`part${at % FOLDERS}`, `file${at}.ts`))
  for (let at = 0; at < FOLDERS; at++) mkdirSync(join(cwd, `part${at}`), { recursive: true })
  const write = (/** @type {number} */ every) => {
    for (const [at, name] of names.entries()) writeFileSync(join(cwd, name), source(40, every, at))
  }
  const repository = begin(cwd)
  write(0)
  repository.commit()
  return () => write(8)
}

/** One file, of which every second line differs. @param {string} cwd @param {number} lines */
export function longFile(cwd, lines) {
  const repository = begin(cwd)
  const write = (/** @type {number} */ every) => writeFileSync(join(cwd, 'long.ts'), source(lines, every))
  write(0)
  repository.commit()
  return () => write(2)
}
