import { mkdirSync, mkdtempSync, realpathSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { hostHandlers } from './host-handlers.ts'

let root: string
beforeEach(() => {
  root = realpathSync(mkdtempSync(join(tmpdir(), 'fairlead-files-')))
  for (const name of ['project', 'shared', 'secret']) {
    mkdirSync(join(root, name))
    writeFileSync(join(root, name, 'file'), name)
  }
  symlinkSync(join(root, 'secret'), join(root, 'project', 'link'))
})
afterEach(() => rmSync(root, { recursive: true, force: true }))

/** The CLI says that it may use all folders; a person gave it `project` and `shared`. */
function getFile(path: string) {
  const session = {
    row: { cwd: join(root, 'project'), options: { additionalDirectories: [join(root, 'shared')] } },
    state: { facts: { additionalDirectories: ['/', root] } },
  }
  const { getFile } = hostHandlers({ host: { session: () => session } } as never)
  return getFile({ query: { session: 's', path } } as never)
}

test.each(['file', '../shared/file'])('%s is in a folder that a person gave the session', async (path) => {
  expect(await getFile(path)).toMatchObject({ contents: path.includes('shared') ? 'shared' : 'project' })
})

test.each(['../secret/file', 'link/file', '/etc/passwd'])(
  'R-SEC-6 %s is not opened, though the CLI says that it may use all folders',
  async (path) => {
    await expect(getFile(path)).rejects.toMatchObject({ code: 'not-found' })
  },
)
