/** An agent in an isolated session that tries everything to get at the host's token. */
import { spawnSync } from 'node:child_process'
import {
  closeSync,
  existsSync,
  mkdirSync,
  openSync,
  readdirSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs'
import { createServer } from 'node:net'
import { join } from 'node:path'
import { describe, expect, onTestFinished, test } from 'vitest'
import { bundled } from '../../process/bundled.ts'
import { whyNotIsolated } from '../../process/isolation.ts'
import { DaemonProcess } from '../daemon-process.ts'
import { changes, leaked, readings } from './attacks.ts'
import { REQUIRE, sessionsOf, World } from './world.ts'

describe.skipIf(whyNotIsolated)('an agent in an isolated session', () => {
  test('reads neither the token nor anything else of the host, whatever it tries', async () => {
    const world = await World.start(REQUIRE)
    const { daemon } = world
    const id = await world.create({ title: 'title in the journal' })
    world.write('attack.sh', readings(await world.target()))
    await world.run(id, 'attack')
    const found = world.read('attack.out')
    expect(found.endsWith('\nEND\n')).toBe(true)
    const secrets = [daemon.token, 'title in the journal', 'journal.db', 'process.json']
    expect(leaked(found, secrets)).toEqual([])
    expect(existsSync(join(daemon.cwd, 'hard'))).toBe(false)
    expect(readdirSync(join(daemon.cwd, 'copy'))).toEqual([])
  })

  test('the same agent finds it in a session that is not isolated', async () => {
    const world = await World.start()
    const id = await world.create()
    world.write('attack.sh', readings(await world.target()))
    await world.run(id, 'attack')
    expect(world.read('attack.out').split(world.daemon.token).length).toBeGreaterThan(5)
  })

  test('changes nothing in the data folder, nor puts another in its place, nor ends the host', async () => {
    const world = await World.start(REQUIRE)
    const { daemon } = world
    const id = await world.create()
    const { token } = daemon
    world.write('attack.sh', changes(await world.target()))
    await world.run(id, 'attack')
    expect(world.read('attack.out').endsWith('\nEND\n')).toBe(true)
    expect(daemon.token).toBe(token)
    const names = readdirSync(daemon.data)
    expect(names).toEqual(expect.arrayContaining(['token', 'journal.db', 'sessions', 'host.json']))
    for (const name of ['config.json', 'planted', 'fifo']) expect(names).not.toContain(name)
    expect(existsSync(`${daemon.folder}-elsewhere`)).toBe(false)
    expect((await sessionsOf(world)).sessions.map((it) => it.id)).toEqual([id])
  })

  test('does not get at a data folder that the host knows by a link', async () => {
    const world = new World(REQUIRE)
    const { daemon } = world
    mkdirSync(join(daemon.folder, 'disk', 'data'), { recursive: true })
    symlinkSync(join(daemon.folder, 'disk', 'data'), daemon.data)
    await world.start()
    const id = await world.create()
    const target = await world.target()
    for (const data of [daemon.data, join(daemon.folder, 'disk', 'data')]) {
      world.write('attack.sh', readings({ ...target, data }))
      await world.run(id, 'attack')
      expect(leaked(world.read('attack.out'), [daemon.token])).toEqual([])
    }
    // The link itself can be changed: the host goes on with the folder that it has.
    const api = daemon.api()
    world.write('attack.sh', `mkdir mine && ln -sfn "$PWD/mine" '${daemon.data}' && echo END`)
    await api.call('sendMessage', { params: { id }, body: { text: 'attack' } })
    await expect.poll(() => world.read('attack.out')).toBe('END\n')
    await api.call('createSession', { body: { cwd: daemon.cwd, agent: 'sim' } })
    expect(readdirSync(join(daemon.cwd, 'mine'))).toEqual([])
    rmSync(daemon.data)
    symlinkSync(join(daemon.folder, 'disk', 'data'), daemon.data)
  })

  test('does not get at a data folder that is mounted elsewhere too', async () => {
    const daemon = new DaemonProcess()
    onTestFinished(() => daemon.end())
    const [above, itself, part] = ['above', 'itself', 'part'].map((it) => join(daemon.cwd, it)) as string[]
    for (const path of [above, itself, part, join(daemon.data, 'sessions')])
      mkdirSync(path as string, { recursive: true })
    for (const path of ['token', 'sessions/token']) writeFileSync(join(daemon.data, path), 'the secret')
    const paths = [
      ...[daemon.data, join(daemon.data, 'sessions'), join(above as string, 'data')],
      ...[itself, part].map(String),
    ].map((folder) => join(folder, 'token'))
    const parts = await bundled('process/isolation/isolation.ts', 'process/isolation/prepare.ts')
    // A host whose system has mounted them. Other programs are not to see that, so it has mounts of its own.
    const host = `
      import { spawnSync } from 'node:child_process'
      import { isolatedCommand, prepareIsolation } from '${parts}'
      const look = { command: '/bin/cat', args: ${JSON.stringify(paths)}, cwd: '/' }
      const { command, args } = isolatedCommand(look, await prepareIsolation('${daemon.data}'))
      for (const it of [look, { command, args }])
        console.log(spawnSync(it.command, it.args, { encoding: 'utf8' }).stdout.split('secret').length - 1)`
    const mounts = [
      `mount --bind '${daemon.folder}' '${above}'`,
      `mount --bind '${daemon.data}' '${itself}'`,
      `mount --bind '${daemon.data}/sessions' '${part}'`,
    ].join(' && ')
    const { stdout, stderr } = spawnSync(
      'unshare',
      [
        ...['--user', '--map-root-user', '--mount', 'sh', '-c', `${mounts} && exec "$@"`, 'sh'],
        ...[process.execPath, '--input-type=module', '--eval', host],
      ],
      { encoding: 'utf8' },
    )
    expect(stderr).toBe('')
    expect(stdout).toBe('5\n0\n')
  })

  test('cannot have the host run a program of its making in its place', async () => {
    const world = new World(REQUIRE)
    const { daemon } = world
    // As ~/.local/bin is, in front of PATH: the agent can write there.
    const bin = join(daemon.folder, 'bin')
    mkdirSync(bin)
    await world.start({ PATH: `${bin}:${process.env.PATH}` })
    const id = await world.create()
    const steal = `#!/bin/sh\n/bin/cat '${daemon.data}/token' >> '${daemon.cwd}/stolen-by-'$(basename "$0")\n`
    world.write('steal', steal)
    world.write(
      'attack.sh',
      `for it in mkfifo ps claude; do install -m 755 steal '${bin}'/$it; done; echo END`,
    )
    await world.run(id, 'attack')
    expect(readdirSync(bin).sort()).toEqual(['claude', 'mkfifo', 'ps'])
    await daemon.api().call('getProcess', { params: { id } })
    await world.create({ agent: 'claude' })
    // It was run, to ask for its version and then as the agent, and has found nothing.
    await expect.poll(() => existsSync(join(daemon.cwd, 'stolen-by-claude'))).toBe(true)
    const stolen = readdirSync(daemon.cwd).filter((name) => name.startsWith('stolen'))
    expect(stolen.map((name) => [name, world.read(name)])).toEqual([['stolen-by-claude', '']])
  })

  test('gets no folder that the host was started with, also where the host asks for the version', async () => {
    const parts = await bundled('process/isolation/prepare.ts', 'process/version.ts')
    const daemon = new DaemonProcess()
    onTestFinished(() => daemon.end())
    mkdirSync(daemon.data)
    const claude = join(daemon.cwd, 'claude')
    writeFileSync(claude, '#!/bin/sh\necho 2.1.325 "$(readlink /proc/self/fd/40)"\n', { mode: 0o755 })
    const host = `
      import { prepareIsolation, readVersion } from '${parts}'
      const isolation = await prepareIsolation('${daemon.data}')
      const { text } = await readVersion({ path: '${claude}', command: '${claude}', args: [] }, { isolation })
      console.log(text)`
    const folder = openSync('/', 'r')
    const left = Array.from({ length: 38 }, (_, i) => (i === 37 ? folder : ('ignore' as const)))
    const args = ['--input-type=module', '--eval', host]
    const stdio = ['ignore' as const, 'pipe' as const, 'inherit' as const, ...left]
    const { stdout } = spawnSync(process.execPath, args, { encoding: 'utf8', stdio })
    closeSync(folder)
    expect(stdout).toBe('2.1.325 /dev/null\n')
  })

  test('cannot ask what starts programs outside: systemd, the session bus, tmux', async () => {
    const world = new World([])
    const runtime = join(world.daemon.folder, 'run')
    const tmux = join(runtime, `tmux-${process.getuid?.()}`)
    for (const folder of [join(runtime, 'systemd'), tmux]) mkdirSync(folder, { recursive: true })
    const sockets = [join(runtime, 'bus'), join(runtime, 'systemd', 'private'), join(tmux, 'default')]
    const asked: string[] = []
    for (const socket of sockets) {
      const server = createServer((connection) => {
        asked.push(socket)
        connection.destroy()
      })
      await new Promise<void>((resolve) => server.listen(socket, resolve))
      onTestFinished(() => new Promise<void>((resolve) => server.close(() => resolve())))
    }
    await world.start({ XDG_RUNTIME_DIR: runtime, TMUX_TMPDIR: runtime })
    const ask = `for (const path of ${JSON.stringify(sockets)}) require('node:net').connect(path).on('error', () => {}).on('close', () => {})`
    world.write('ask.cjs', ask)
    world.write('attack.sh', `'${process.execPath}' ask.cjs; echo END`)
    await world.run(await world.create({ isolation: 'require' }), 'attack')
    expect(asked).toEqual([])
    await world.run(await world.create(), 'attack')
    await expect.poll(() => [...asked].sort()).toEqual([...sockets].sort())
  })

  test('has a bubblewrap of its own inside, as the sandbox of the CLI needs it', async () => {
    const world = await World.start(REQUIRE)
    const id = await world.create()
    world.write(
      'nest.sh',
      `bwrap --unshare-user --unshare-pid --unshare-net --die-with-parent --new-session --ro-bind / / --dev /dev --bind "$PWD" "$PWD" \\
        sh -c 'echo inside > made; touch /etc/made; ls -A "$0"; echo "nested $?"' '${world.daemon.data}'\n`,
    )
    await world.run(id, 'nest')
    expect(world.read('nest.out')).toMatch(/nested 0\n$/)
    expect(world.read('made')).toBe('inside\n')
  })
})
