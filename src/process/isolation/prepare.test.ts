import { chmodSync, mkdirSync, mkdtempSync, realpathSync, symlinkSync, writeFileSync } from 'node:fs'
import { createServer } from 'node:net'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { whyNotIsolated } from '../../../test/process/isolation.ts'
import { clear, guard } from '../../../test/process/leftovers.ts'
import { placesToHide, prepareIsolation } from './prepare.ts'

function freshFolder(): string {
  const root = realpathSync(mkdtempSync(join(tmpdir(), 'fairlead-places-')))
  guard(root)
  onTestFinished(() => clear(root))
  return root
}

const isLinux = process.platform === 'linux'

test.skipIf(!isLinux)('without bubblewrap in PATH it says what to install', async () => {
  const folder = freshFolder()
  await expect(prepareIsolation(folder, { PATH: folder })).rejects.toThrow(
    /no bwrap in PATH.*apt-get install bubblewrap/,
  )
})

test.skipIf(!isLinux || process.getuid?.() === 0)('one that this user can change is not taken', async () => {
  const folder = freshFolder()
  writeFileSync(join(folder, 'bwrap'), '#!/bin/sh\nexit 0\n')
  chmodSync(join(folder, 'bwrap'), 0o755)
  await expect(prepareIsolation(folder, { PATH: folder })).rejects.toThrow(/can be changed by this user/)
})

test.skipIf(!isLinux || process.getuid?.() !== 0)('one that does not hide is found out', async () => {
  const folder = freshFolder()
  writeFileSync(join(folder, 'token'), 'secret')
  // Runs the command as it is.
  const pretends = '#!/bin/sh\nwhile [ "$1" != -- ]; do shift; done\nshift\nexec "$@"\n'
  writeFileSync(join(folder, 'bwrap'), pretends)
  chmodSync(join(folder, 'bwrap'), 0o755)
  await expect(prepareIsolation(folder, { PATH: folder })).rejects.toThrow(/does not hide the data folder/)
})

test.skipIf(whyNotIsolated)('it is tried out, and what is hidden is the real folder', async () => {
  const root = freshFolder()
  const data = join(root, 'disk', 'data')
  mkdirSync(data, { recursive: true })
  writeFileSync(join(data, 'token'), 'secret')
  symlinkSync(join(root, 'disk'), join(root, 'link'))
  const { program, folders } = await prepareIsolation(join(root, 'link', 'data'))
  expect(program).toMatch(/\/bwrap$/)
  expect(folders[0]).toBe(data)
})

test.skipIf(!isLinux)('folders that could be renamed are pinned, from the outermost on', () => {
  const root = freshFolder()
  const data = join(root, 'share', 'data')
  mkdirSync(data, { recursive: true })
  const { pinned } = placesToHide(data, {})
  expect(pinned.slice(-2)).toEqual([root, dirname(data)])
  expect(pinned).not.toContain(data)
  expect([...pinned].sort((a, b) => a.length - b.length)).toEqual(pinned)
})

test.skipIf(!isLinux)(
  'what starts programs for this user is hidden: systemd, the session bus, tmux',
  async () => {
    const root = freshFolder()
    const [data, runtime, bus] = [join(root, 'data'), join(root, 'run'), join(root, 'run', 'bus')]
    const tmux = join(root, `tmux-${process.getuid?.()}`)
    for (const path of [data, join(runtime, 'systemd'), tmux]) mkdirSync(path, { recursive: true })
    const server = createServer()
    await new Promise<void>((resolve) => server.listen(bus, resolve))
    onTestFinished(() => new Promise<void>((resolve) => server.close(() => resolve())))
    const env = {
      XDG_RUNTIME_DIR: runtime,
      DBUS_SESSION_BUS_ADDRESS: `unix:path=${bus},guid=1`,
      TMUX_TMPDIR: root,
    }
    const { folders, files } = placesToHide(data, env)
    expect(folders).toEqual(expect.arrayContaining([data, join(runtime, 'systemd'), tmux]))
    expect(files).toContain(bus)
    expect(new Set(files).size).toBe(files.length)
  },
)
