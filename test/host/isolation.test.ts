/** A host whose sessions are isolated: an agent that tries everything to get at the token, and what must go on working. */
import { spawnSync } from 'node:child_process'
import { existsSync, mkdirSync, readdirSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { createServer } from 'node:net'
import { join } from 'node:path'
import { describe, expect, onTestFinished, test } from 'vitest'
import type { ApiError, CreateSession, SessionSummary } from '../../src/api/index.ts'
import { durableFiles, readRecord } from '../../src/process/durable-files.ts'
import { toArray } from '../../src/state/list.ts'
import type { SessionState } from '../../src/state/session-state.ts'
import { gone, isAlive } from '../process/children.ts'
import { whyNotIsolated } from '../process/isolation.ts'
import { changes, leaked, readings, type Target } from './attacks.ts'
import { DaemonProcess, DIST } from './daemon-process.ts'

const bash = (command: string) => [[{ tool: 'Bash', input: { command }, run: true }], [{ text: 'Done.' }]]
const SCENARIO = {
  scripts: [
    { prompt: 'attack', replies: bash('bash attack.sh > attack.out 2>&1') },
    { prompt: 'nest', replies: bash('bash nest.sh > nest.out 2>&1') },
    { prompt: 'wait', replies: bash('echo begun > begun; sleep 600') },
    { prompt: 'crash', replies: bash('kill -SEGV $PPID; sleep 600') },
  ],
  otherwise: [{ text: 'Hello.' }],
}
const REQUIRE = ['--isolation', 'require']

class World {
  readonly daemon: DaemonProcess

  constructor(args: readonly string[]) {
    this.daemon = new DaemonProcess({ FAIRLEAD_SIM_SPEED: '0' }, args)
    onTestFinished(() => this.daemon.end())
    writeFileSync(join(this.daemon.folder, 'scenario.json'), JSON.stringify(SCENARIO))
  }
  static async start(args: readonly string[] = [], env: NodeJS.ProcessEnv = {}): Promise<World> {
    const world = new World(args)
    await world.start(env)
    return world
  }
  start(env: NodeJS.ProcessEnv = {}): Promise<void> {
    return this.daemon.start({ FAIRLEAD_SIM_SCENARIO: join(this.daemon.folder, 'scenario.json'), ...env })
  }
  async create(body: Partial<CreateSession> = {}): Promise<string> {
    const options = { allowedTools: ['Bash'] }
    const { result } = await this.daemon
      .api()
      .call('createSession', { body: { cwd: this.daemon.cwd, agent: 'sim', options, ...body } })
    return (result as { id: string }).id
  }
  async look(id: string): Promise<{ state: SessionState; session: SessionSummary }> {
    return this.daemon.api().call('getSession', { params: { id } })
  }
  async until(id: string, holds: (state: SessionState) => boolean): Promise<SessionState> {
    await expect.poll(async () => holds((await this.look(id)).state), { interval: 20 }).toBe(true)
    return (await this.look(id)).state
  }
  /** Resolves when the prompt's turn is over. */
  async run(id: string, text: string): Promise<SessionState> {
    const before = (await this.look(id)).state.turns.past.size
    await this.daemon.api().call('sendMessage', { params: { id }, body: { text } })
    return this.until(id, ({ turns }) => turns.past.size > before)
  }
  async target(): Promise<Target> {
    const { pid } = (await (await fetch(`${this.daemon.url}/api/healthz`)).json()) as { pid: number }
    return { data: this.daemon.data, hostPid: pid, url: this.daemon.url }
  }
  write(name: string, text: string): void {
    writeFileSync(join(this.daemon.cwd, name), text)
  }
  read(name: string): string {
    return readFileSync(join(this.daemon.cwd, name), 'utf8')
  }
  pidOf(id: string): Promise<number> {
    return this.until(id, ({ process }) => process.pid !== undefined).then(({ process }) => process.pid ?? 0)
  }
}
const sessionsOf = (world: World) => world.daemon.api().call('listSessions', {})

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
    // A host whose system has mounted them. Other programs are not to see that, so it has mounts of its own.
    const host = `
      import { spawnSync } from 'node:child_process'
      import { isolatedCommand } from '${DIST}/process/isolation/isolation.js'
      import { prepareIsolation } from '${DIST}/process/isolation/prepare.js'
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

describe.skipIf(whyNotIsolated)('an isolated session', () => {
  test('goes on when the host is killed, and the next host goes on with it', async () => {
    const world = await World.start(REQUIRE)
    const { daemon } = world
    const id = await world.create()
    const pid = await world.pidOf(id)
    await daemon.api().call('sendMessage', { params: { id }, body: { text: 'wait' } })
    await expect.poll(() => existsSync(join(daemon.cwd, 'begun'))).toBe(true)
    await daemon.kill()
    expect(isAlive(pid)).toBe(true)
    // Whatever the next host is told.
    daemon.args.splice(0)
    await world.start()
    const { state, session } = await world.look(id)
    expect(state.process).toMatchObject({ generation: 1, pid, status: 'running' })
    expect(session.isolation).toBe('require')
    await daemon.api().call('interrupt', { params: { id }, body: {} })
    await world.until(id, ({ turns }) => turns.past.size === 1)
    const after = await world.run(id, 'hello')
    expect(after.process.generation).toBe(1)
    expect(toArray(after.turns.past).map(({ result }) => result?.status)).toEqual(['interrupted', 'success'])
    const { stdout } = durableFiles(join(daemon.data, 'sessions', id), 1)
    await daemon.api().call('closeSession', { params: { id }, body: {} })
    const { events } = await daemon.api().call('listEvents', { params: { id }, query: { limit: 10_000 } })
    const received = events.filter(({ kind }) => ['received', 'unknown', 'noise'].includes(kind))
    expect(received).toHaveLength(readFileSync(stdout, 'utf8').split('\n').filter(Boolean).length)
  })

  test('is isolated in every later process: after a crash, which is told as it was, when resumed, when forked', async () => {
    const world = await World.start()
    const { daemon } = world
    const id = await world.create({ isolation: 'require' })
    await world.run(id, 'hello')
    await daemon.api().call('sendMessage', { params: { id }, body: { text: 'crash' } })
    const state = await world.until(id, ({ process }) => process.generation === 2)
    expect(state.process.status).toBe('running')
    const { events } = await daemon.api().call('listEvents', { params: { id }, query: { limit: 10_000 } })
    expect(events.filter(({ kind }) => kind === 'process-exited')).toMatchObject([
      { generation: 1, cause: 'exit', exitCode: null, signal: 'SIGSEGV' },
    ])
    await daemon.api().call('closeSession', { params: { id }, body: {} })
    await daemon.kill()
    await world.start()
    expect((await world.look(id)).session.isolation).toBe('require')
    await daemon.api().call('resumeSession', { params: { id }, body: {} })
    const { result } = await daemon.api().call('forkSession', { params: { id }, body: {} })
    const fork = (result as { id: string }).id
    for (const it of [id, fork]) {
      expect((await world.look(it)).session.isolation).toBe('require')
      world.write('attack.sh', `cat '${daemon.data}/token'; echo END`)
      await world.run(it, 'attack')
      expect(world.read('attack.out')).toMatch(/No such file or directory\nEND\n$/)
    }
  })

  test('ends with all that it started when it is closed', async () => {
    const world = await World.start(REQUIRE)
    const { daemon } = world
    const id = await world.create()
    const pid = await world.pidOf(id)
    await daemon.api().call('sendMessage', { params: { id }, body: { text: 'wait' } })
    await expect.poll(() => existsSync(join(daemon.cwd, 'begun'))).toBe(true)
    const record = readRecord(durableFiles(join(daemon.data, 'sessions', id), 1))
    const { memoryBytes } = await daemon.api().call('getProcess', { params: { id } })
    expect(memoryBytes).toBeGreaterThan(20_000_000)
    await daemon.api().call('closeSession', { params: { id }, body: {} })
    expect((await world.look(id)).state.process).toMatchObject({ ended: { cause: 'close' } })
    await Promise.all([pid, record?.cli.pid ?? 0, record?.holder.pid ?? 0].map(gone))
  })
})

describe('what is required', () => {
  const refused = (work: Promise<unknown>) =>
    work.then(
      () => undefined,
      (error: ApiError) => error,
    )

  test.skipIf(whyNotIsolated)('by the host, a session cannot turn off', async () => {
    const world = await World.start(REQUIRE)
    const error = await refused(world.create({ isolation: 'off' }))
    expect(error).toMatchObject({ code: 'forbidden' })
    expect(error?.message).toContain('requires it for every session')
    const id = await world.create()
    expect((await world.look(id)).session.isolation).toBe('require')
  })

  test.skipIf(process.platform !== 'linux')(
    'and cannot be had is refused with the reason, and nothing is kept of it',
    async () => {
      const world = await World.start(REQUIRE, { PATH: '/nowhere' })
      const error = await refused(world.create())
      expect(error).toMatchObject({ code: 'not-possible', status: 422 })
      expect(error?.message).toMatch(/^isolation: .*no bwrap in PATH.*apt-get install bubblewrap/)
      expect((await sessionsOf(world)).sessions).toEqual([])
      const folder = join(world.daemon.data, 'sessions')
      expect(existsSync(folder) ? readdirSync(folder) : []).toEqual([])
    },
  )

  test.skipIf(whyNotIsolated)(
    'later, and cannot be had any more: the session is not started with less',
    async () => {
      const world = await World.start()
      const { daemon } = world
      const id = await world.create({ isolation: 'require' })
      await world.run(id, 'hello')
      await daemon.api().call('closeSession', { params: { id }, body: {} })
      await daemon.kill()
      await world.start({ PATH: '/nowhere' })
      const error = await refused(daemon.api().call('resumeSession', { params: { id }, body: {} }))
      expect(error?.message).toContain('no bwrap in PATH')
      expect((await world.look(id)).state.process).toMatchObject({ generation: 1, status: 'ended' })
    },
  )

  test.skipIf(whyNotIsolated)('is refused for a folder that would be hidden', async () => {
    const world = await World.start(['--root', '/'])
    const cwd = join(world.daemon.data, 'project')
    mkdirSync(cwd)
    const error = await refused(world.create({ cwd, isolation: 'require' }))
    expect(error?.message).toMatch(/working directory .*project lies in .*data, which is hidden/)
    rmSync(cwd, { recursive: true })
  })

  test('and off by default: a session sees what its user sees', async () => {
    const world = await World.start()
    const id = await world.create()
    expect((await world.look(id)).session.isolation).toBe('off')
  })

  test('is named right, or the host does not start', async () => {
    const daemon = new DaemonProcess({}, ['--isolation', 'requires'])
    onTestFinished(() => daemon.end())
    await expect(daemon.start()).rejects.toThrow(/--isolation takes off or require.*did you mean require/)
  })
})
