/** Names of files in a session's folder, to be named in a prompt: what git would show, or else a bounded look around. */
import { readdir } from 'node:fs/promises'
import { join } from 'node:path'
import { GitError } from '../git/error.ts'
import type { Git } from '../git/git.ts'

const MAX_FOUND = 30
/** Of a folder without git. Links are not followed. */
const MAX_LOOKED_AT = 20_000
const NOT_LOOKED_INTO = /^(\.|node_modules$)/

export async function findFiles(
  git: Git,
  cwd: string,
  words: string,
  signal?: AbortSignal,
): Promise<string[]> {
  const listed = await git.files(cwd, signal).catch((error) => {
    if (error instanceof GitError && error.code !== 'cancelled') return undefined
    throw error
  })
  return bestNames(listed ?? (await lookAround(cwd)), words)
}

async function lookAround(cwd: string): Promise<string[]> {
  const found: string[] = []
  const folders = ['']
  let looked = 0
  for (const folder of folders) {
    const entries = await readdir(join(cwd, folder), { withFileTypes: true }).catch(() => [])
    looked += entries.length
    for (const entry of entries) {
      const path = folder === '' ? entry.name : `${folder}/${entry.name}`
      if (entry.isFile()) found.push(path)
      else if (entry.isDirectory() && !NOT_LOOKED_INTO.test(entry.name)) folders.push(path)
    }
    if (looked > MAX_LOOKED_AT) break
  }
  return found
}

/** First those whose own name begins so, then those that have it anywhere, then those with its letters in this order. */
export function bestNames(names: readonly string[], words: string): string[] {
  const wanted = words.toLowerCase()
  return [...new Set(names)]
    .map((name) => ({ name, rank: rankOf(name.toLowerCase(), wanted) }))
    .filter(({ rank }) => rank < Number.POSITIVE_INFINITY)
    .sort((a, b) => a.rank - b.rank || a.name.length - b.name.length || (a.name < b.name ? -1 : 1))
    .slice(0, MAX_FOUND)
    .map(({ name }) => name)
}

function rankOf(path: string, wanted: string): number {
  const name = path.slice(path.lastIndexOf('/') + 1)
  if (name.startsWith(wanted)) return 0
  if (name.includes(wanted)) return 1
  if (path.includes(wanted)) return 2
  return hasInOrder(path, wanted) ? 3 : Number.POSITIVE_INFINITY
}

function hasInOrder(path: string, letters: string): boolean {
  let at = 0
  for (const letter of letters) {
    at = path.indexOf(letter, at) + 1
    if (at === 0) return false
  }
  return true
}
