/** A process or its host was killed while it started: the session says so, and gets another. */
import { closeSync, existsSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterEach, expect, test } from 'vitest'
import { killAll } from '../../src/process/descendants.ts'
import { createForAppending, durableFiles, readRecord } from '../../src/process/durable/files.ts'
import { endReason } from '../../src/state/ending.ts'
import { lookUp } from '../../src/state/lookup.ts'
import { agentIn, type HostStage, hostStage, SIMULATOR } from './stage.ts'
import { isIdle, isOver } from './waiting.ts'

let stage: HostStage | undefined
afterEach(async () => {
  await stage?.close()
  stage = undefined
})

const AT_ONCE = { restarts: { delaysMs: [0, 0], healthyMs: 1 } }
const exitsOf = ({ host }: HostStage, id: string) =>
  host.store.events(id, 0, 1000).filter((event) => event.kind === 'process-exited')

test('a process whose number was stored and that was never started is told as that, and another is started', async () => {
  const first = await hostStage()
  stage = first
  const id = await first.create('hello')
  await first.until(id, isIdle)
  await first.closeSession(id)
  const { generation } = first.host.session(id).row
  // As a host does right before it starts a process.
  const next = generation + 1
  first.host.store.commit([{ session: id, row: { generation: next, offset: 0, wanted: 'run' } }])
  stage = await first.again({ restarts: { delaysMs: [0], healthyMs: 1 } })
  await stage.until(id, ({ process }) => process.generation > next && process.initializedAt !== undefined)
  const exits = stage.host.store
    .events(id, 0, 1000)
    .flatMap((event) => (event.kind === 'process-exited' && event.generation === next ? [event] : []))
  expect(exits).toMatchObject([{ cause: 'spawn', error: expect.stringContaining('before it could start') }])
})

test('one that is killed with those around it has an end with a reason, and its prompt runs in the next', async () => {
  stage = await hostStage(AT_ONCE)
  const id = await stage.create('hello')
  const record = readRecord(durableFiles(stage.host.session(id).folder, 1))
  const { cli, holder, waiter } = record as NonNullable<typeof record>
  const ended = stage.until(id, ({ process }) => process.ended !== undefined)
  // Before it can have answered: a real program takes longer to start.
  killAll([waiter, holder, cli])
  expect(endReason(await ended)).toBe(
    'ended with an unknown exit status: the process that waits for it was killed too, before it could write the exit status',
  )
  const state = await stage.until(id, (it) => isOver(it) && it.process.generation === 2)
  expect(state.turns.past.size).toBe(1)
  expect(exitsOf(stage, id)).toMatchObject([{ generation: 1, cause: 'unknown' }])
})

test('one that ends in order before it has answered was told nothing: another is started', async () => {
  stage = await hostStage(AT_ONCE)
  const [binary, flag] = ['cli', 'was-here'].map((name) => join(stage?.folder ?? '', name)) as [
    string,
    string,
  ]
  const first = `[ "$1" = --version ] || [ -e ${flag} ] || { : >${flag}; exit 0; }`
  writeFileSync(binary, `#!/bin/sh\n${first}\nexec ${process.execPath} ${SIMULATOR} "$@"\n`, { mode: 0o755 })
  const agent = { ...agentIn(stage.folder)(), binary }
  stage = await stage.again({ ...AT_ONCE, agent: () => agent })
  const id = await stage.create('hello')
  await stage.until(id, isOver)
  expect(existsSync(flag)).toBe(true)
  expect(exitsOf(stage, id)).toMatchObject([{ generation: 1, cause: 'exit', exitCode: 0 }])
})

test('a process whose files were made and that has no FIFO yet was never started, and is not said to be', async () => {
  const first = await hostStage()
  stage = first
  const id = await first.create('hello')
  await first.until(id, isIdle)
  await first.closeSession(id)
  const { folder, row } = first.host.session(id)
  const next = row.generation + 1
  first.host.store.commit([{ session: id, row: { generation: next, offset: 0, wanted: 'run' } }])
  closeSync(createForAppending(durableFiles(folder, next).stdout))
  stage = await first.again(AT_ONCE)
  await stage.until(id, ({ process }) => process.generation > next && process.initializedAt !== undefined)
  const told = stage.host.store
    .events(id, 0, 1000)
    .filter((event) => 'generation' in event && event.generation === next)
  expect(told).toMatchObject([
    { kind: 'process-exited', cause: 'spawn', error: 'the host was killed while it started the process' },
  ])
})

test('a held prompt is not sent to a process that was never started, and once to the next', async () => {
  const first = await hostStage()
  stage = first
  const id = await first.create('hello')
  await first.until(id, isIdle)
  await first.closeSession(id)
  const { folder, row } = first.host.session(id)
  const next = row.generation + 1
  const uuid = '55555555-5555-4555-8555-555555555555'
  await first.host.journal.append(id, [{ kind: 'prompt-queued', uuid, content: 'hello' }])
  first.host.store.commit([{ session: id, row: { generation: next, offset: 0, wanted: 'run' } }])
  closeSync(createForAppending(durableFiles(folder, next).stdout))
  stage = await first.again(AT_ONCE)
  await stage.until(id, (state) => lookUp(state.prompts.done, uuid) !== undefined)
  const kinds = stage.host.store.events(id, 0, 1000).flatMap((event) => {
    if (event.kind === 'sent' && event.message.type === 'user')
      return event.message.uuid === uuid ? ['sent'] : []
    return 'generation' in event && event.generation >= next ? [event.kind] : []
  })
  expect(kinds).toEqual(['process-exited', 'process-started', 'sent'])
})
