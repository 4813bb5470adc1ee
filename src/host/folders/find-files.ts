/** Finds files of a session's folder by name, for use in a prompt: with git, or else by a bounded search of the folder. */
import { readdir } from 'node:fs/promises'
import { join } from 'node:path'
import { GitError } from '../git/error.ts'
import type { Git } from '../git/git.ts'

const MAX_FOUND = 30
/** In a folder without git. Links are not followed. */
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

/** First files whose name begins with the words, then those that contain them, then those with the letters in this order. */
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
