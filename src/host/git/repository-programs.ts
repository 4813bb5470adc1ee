/**
 * What of a repository runs when git works in it as a person would: its hooks, and those of its settings that can name programs.
 * Settings are taken for harmless by name; all others are listed, because new versions of git have new ones.
 */
import { createHash } from 'node:crypto'
import { readdir, stat } from 'node:fs/promises'
import { homedir } from 'node:os'
import { join, resolve } from 'node:path'
import { GitError } from './error.ts'
import type { Git } from './git.ts'
import type { OpenRepository } from './open-repository.ts'
import { openPlainFile } from './plain-file.ts'
import { expectOk } from './run.ts'

export interface RepositoryPrograms {
  readonly hash: string
  /** In words, with the contents of the hooks. */
  readonly text: string
}

const MAX_HOOK = 1024 * 1024
const HARMLESS = [
  /^core\.(?:repositoryformatversion|filemode|bare|logallrefupdates|symlinks|ignorecase|precomposeunicode|autocrlf|eol|safecrlf|sparsecheckout|sparsecheckoutcone)$/,
  /^index\.(?:sparse|version|threads)$/,
  /^extensions\.(?:objectformat|worktreeconfig|refstorage)$/,
  /^user\.(?:name|email|signingkey)$/,
  /^branch\..*\.(?:remote|merge|rebase|description)$/,
  /^remote\..*\.(?:fetch|tagopt|prune)$/,
  /^submodule\..*\.active$/,
  /^(?:pull\.(?:rebase|ff)|push\.(?:default|autosetupremote)|init\.defaultbranch|gc\.auto|fetch\.prune|merge\.(?:ff|conflictstyle))$/,
]
/** Not a remote helper, which is a program, nor a repository on this machine, whose hooks would run when it is pushed to. */
const PLAIN_URL = /^(?!.*::)(?:https?:\/\/|git:\/\/|ssh:\/\/|(?:\w[\w.-]*@)?\w[\w.-]*:(?!\/\/))/i
const MAX_INNER = 200
const MAX_INDEX = 64 * 1024 * 1024
const URLS = /^(?:remote\..*\.(?:url|pushurl)|submodule\..*\.url)$/

/** Undefined if nothing of the repository would run. */
export async function programsOf(
  git: Git,
  repository: OpenRepository,
): Promise<RepositoryPrograms | undefined> {
  const found = await programsIn(git, repository, '')
  if (found.length === 0) return undefined
  const hash = createHash('sha256').update('hooks\0')
  for (const part of found) hash.update(`${part.length}\0`).update(part)
  return { hash: hash.digest('hex'), text: found.map((part) => part.toString('utf8')).join('\n') }
}

/** Also of submodules: git asks each whether it has changed. `within`: the folder of the submodule. */
async function programsIn(git: Git, repository: OpenRepository, within: string): Promise<Buffer[]> {
  const entries = await settingsOf(repository)
  const settings = entries
    .filter(({ scope, name, value }) => /^(?:local|worktree)$/.test(scope) && !isHarmless(name, value))
    .filter(({ name }) => within === '' || name !== 'core.worktree')
    .map(({ name, value }) => Buffer.from(`${name} = ${value}`))
  const hooks = (await hooksIn(hooksFolder(repository, entries))).map(({ name, content }) =>
    Buffer.concat([Buffer.from(`--- ${name}\n`), content]),
  )
  const own = [...settings, ...hooks]
  const inner = await innerPrograms(git, repository, within)
  return [...(within === '' || own.length === 0 ? [] : [Buffer.from(`=== ${within}`)]), ...own, ...inner]
}

async function innerPrograms(git: Git, { refs, top }: OpenRepository, within: string): Promise<Buffer[]> {
  const { stdout } = await expectOk(refs, ['ls-files', '--stage', '-z'], { maxBytes: MAX_INDEX })
  const names = stdout.split('\0').flatMap((row) => /^160000 [0-9a-f]+ \d\t(.+)$/s.exec(row)?.[1] ?? [])
  if (names.length > MAX_INNER)
    throw new GitError('too-much', `${top} has ${names.length} submodules: too many to look at`)
  const found: Buffer[] = []
  for (const name of names) {
    const path = join(top, name)
    if ((await stat(join(path, '.git')).catch(() => undefined)) === undefined) continue
    found.push(...(await programsIn(git, await git.open(path), join(within, name))))
  }
  return found
}

interface Setting {
  readonly scope: string
  readonly name: string
  readonly value: string
}

async function settingsOf({ refs }: OpenRepository): Promise<Setting[]> {
  const parts = (await expectOk(refs, ['config', '--list', '-z', '--show-scope'])).stdout.split('\0')
  return Array.from({ length: Math.floor(parts.length / 2) }, (_, at) => {
    const [scope = '', entry = ''] = parts.slice(2 * at, 2 * at + 2)
    const [, name = '', value = 'true'] = /^([^\n]*)(?:\n(.*))?$/s.exec(entry) ?? []
    return { scope, name, value }
  })
}

function isHarmless(name: string, value: string): boolean {
  return URLS.test(name) ? PLAIN_URL.test(value) : HARMLESS.some((it) => it.test(name))
}

/** Not that of the host's own calls. */
function hooksFolder({ repository, top }: OpenRepository, entries: readonly Setting[]): string {
  const named = entries.findLast(({ scope, name }) => name === 'core.hookspath' && scope !== 'command')?.value
  if (named === undefined) return join(repository.commonDir, 'hooks')
  return named.startsWith('~/') ? join(homedir(), named.slice(2)) : resolve(top, named)
}

/** All files of the folder: hooks read others that lie beside them. */
async function hooksIn(folder: string): Promise<{ name: string; content: Buffer }[]> {
  const names = (await readdir(folder).catch(() => [])).filter((name) => !name.endsWith('.sample')).sort()
  const found = await Promise.all(
    names.map(async (name) => {
      const path = join(folder, name)
      if (!(await stat(path).catch(() => undefined))?.isFile()) return []
      const file = await openPlainFile(path, MAX_HOOK)
      try {
        return file ? [{ name, content: await file.readFile() }] : []
      } finally {
        await file?.close()
      }
    }),
  )
  return found.flat()
}
