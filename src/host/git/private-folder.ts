/**
 * A private git folder that stands in for that of a repository. It has only data of the repository: a copy of the index, the
 * ignored names, the attributes, and a pointer to the objects. Its settings are the host's.
 *
 * It is created for one call and removed after it. The next host removes what a killed host left behind.
 */
import { mkdir, mkdtemp, open, readdir, rm, writeFile } from 'node:fs/promises'
import { devNull } from 'node:os'
import { join } from 'node:path'
import { openPlainFile } from './plain-file.ts'
import type { Repository } from './repository.ts'

const MAX_INDEX = 128 * 1024 * 1024
const MAX_RULES = 4 * 1024 * 1024
const MAX_SHARED = 2

export async function inPrivateFolder<T>(
  { gitDir, commonDir, objectFormat, settings }: Repository,
  scratch: string,
  use: (folder: string) => Promise<T>,
): Promise<T> {
  await mkdir(scratch, { recursive: true, mode: 0o700 })
  const folder = await mkdtemp(join(scratch, 'fairlead-git-'))
  try {
    for (const name of ['objects', 'objects/info', 'refs', 'info'])
      await mkdir(join(folder, name), { mode: 0o700 })
    const write = (name: string, text: string) => writeFile(join(folder, name), text, { mode: 0o600 })
    await write('HEAD', 'ref: refs/heads/none\n')
    await write('config', configText(objectFormat, settings))
    await write('objects/info/alternates', `${quotedPath(join(commonDir, 'objects'))}\n`)
    await copy(join(gitDir, 'index'), join(folder, 'index'), MAX_INDEX)
    for (const name of await sharedIndexes(gitDir))
      await copy(join(gitDir, name), join(folder, name), MAX_INDEX)
    // The last names the commits of a shallow clone whose parents are not here.
    for (const name of ['info/exclude', 'info/attributes', 'shallow'])
      await copy(join(commonDir, name), join(folder, name), MAX_RULES)
    return await use(folder)
  } finally {
    await rm(folder, { recursive: true, force: true })
  }
}

/** Everything that could start a program is off, although no setting of the repository gets here. */
function configText(objectFormat: string, settings: Repository['settings']): string {
  const own = [
    ['core.repositoryformatversion', '1'],
    ['core.bare', 'false'],
    ['core.fsmonitor', 'false'],
    ['core.hookspath', devNull],
    ['core.pager', 'cat'],
    ['core.quotepath', 'false'],
    // A larger file is compared as a whole and not read into memory.
    ['core.bigfilethreshold', '16m'],
    ['extensions.objectformat', objectFormat],
    ['protocol.allow', 'never'],
    ['submodule.recurse', 'false'],
  ] as const
  const lines = [...settings, ...own].map(([name, value]) => {
    const [section, key] = name.split('.')
    return `[${section}]\n\t${key} = ${quotedValue(value)}\n`
  })
  return lines.join('')
}

function quotedValue(value: string): string {
  return `"${value.replaceAll(/[\\"]/g, String.raw`\$&`).replaceAll('\n', String.raw`\n`)}"`
}

/** Quoted as in git's lists of paths: characters that could end it are octal. */
function quotedPath(path: string): string {
  const octal = (char: string) => `\\${char.charCodeAt(0).toString(8).padStart(3, '0')}`
  // biome-ignore lint/suspicious/noControlCharactersInRegex: these are the ones to be written out
  return `"${path.replaceAll(/[\x00-\x1f"\\\x7f]/g, octal)}"`
}

/** A split index has its shared part in a file of its own. */
async function sharedIndexes(gitDir: string): Promise<string[]> {
  const names = await readdir(gitDir).catch(() => [])
  return names.filter((name) => /^sharedindex\.[0-9a-f]{40,64}$/.test(name)).slice(0, MAX_SHARED)
}

/** Does nothing if there is no such file. */
async function copy(from: string, to: string, maxBytes: number): Promise<void> {
  const source = await openPlainFile(from, maxBytes)
  if (!source) return
  try {
    const { mtimeMs } = await source.stat()
    const target = await open(to, 'wx', 0o600)
    try {
      const buffer = Buffer.alloc(1024 * 1024)
      for (let total = 0; total < maxBytes; ) {
        const { bytesRead } = await source.read(buffer, 0, buffer.length, total)
        if (bytesRead === 0) break
        await target.write(buffer, 0, bytesRead, total)
        total += bytesRead
      }
      // Git trusts its notes on a file that is older than the index. A copy with a newer time would hide changes; with an
      // older one git only compares more contents.
      const seconds = Math.floor(mtimeMs / 1000)
      await target.utimes(seconds, seconds)
    } finally {
      await target.close()
    }
  } finally {
    await source.close()
  }
}
