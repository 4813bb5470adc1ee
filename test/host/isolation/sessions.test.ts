/** What must go on working in an isolated session, and where isolation is required and cannot be had. */
import { existsSync, mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, onTestFinished, test } from 'vitest'
import type { ApiError } from '../../../src/api/index.ts'
import { durableFiles, readRecord } from '../../../src/process/durable/files.ts'
import { toArray } from '../../../src/state/list.ts'
import { gone, isAlive } from '../../process/children.ts'
import { whyNotIsolated } from '../../process/isolation.ts'
import { DaemonProcess } from '../daemon-process.ts'
import { REQUIRE, sessionsOf, World } from './world.ts'

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

  test('is every one of a project that requires it', async () => {
    const world = new World([])
    const { daemon } = world
    const config = join(daemon.folder, 'config.json')
    const projects = { [daemon.cwd]: { isolation: 'require' } }
    writeFileSync(config, JSON.stringify({ minFreeMemoryMb: 0, projects }))
    daemon.args.push('--config', config)
    await world.start()
    const id = await world.create()
    expect((await world.look(id)).session.isolation).toBe('require')
    world.write('attack.sh', `cat '${daemon.data}/token'; echo END`)
    await world.run(id, 'attack')
    expect(world.read('attack.out')).toMatch(/No such file or directory\nEND\n$/)
    await expect(world.create({ isolation: 'off' })).rejects.toThrow(/the project .* requires it/)
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
