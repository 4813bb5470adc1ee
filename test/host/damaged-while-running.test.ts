/** A page of the journal is lost while a host runs: who needs it is told, and all else goes on. */
import { closeSync, openSync, readFileSync, writeSync } from 'node:fs'
import { join } from 'node:path'
import { afterEach, expect, test } from 'vitest'
import { type HostStage, hostStage } from './stage.ts'
import { notice, row } from './stores.ts'
import { isIdle } from './waiting.ts'

const PAGE = 4096
let stage: HostStage | undefined
afterEach(async () => {
  await stage?.close()
  stage = undefined
})

/** The page with this text, as of a disk that gives back zeros. */
function zeroPageWith(file: string, text: string): void {
  const place = readFileSync(file).indexOf(text)
  if (place < 0) throw new Error('the file does not have it')
  const fd = openSync(file, 'r+')
  writeSync(fd, Buffer.alloc(PAGE), 0, PAGE, Math.floor(place / PAGE) * PAGE)
  closeSync(fd)
}

test('a page of zeros is told when it is read, and the host and the other sessions go on', async () => {
  const first = await hostStage()
  stage = first
  const good = await first.create('hello')
  await first.until(good, isIdle)
  const { store } = first.host
  const fill = (id: string, createdAt: number, count: number, size: number) =>
    store.commit([
      {
        session: id,
        added: row(id, { wanted: 'rest', createdAt, cwd: first.cwd, agent: 'sim' }),
        events: Array.from({ length: count }, (_, i) => notice(i + 1, id.repeat(size))),
        said: [{ seq: 1, at: 1, kind: 'text', text: `needle ${id}` }],
      },
    ])
  fill('bad', 1, 30, 700)
  // Read after it, and more than SQLite keeps in memory.
  fill('other', 2, 1500, 500)
  stage = await first.again()
  const { host, call } = stage
  expect(host.store.checkpoint()).toBe(true)
  const read = (id: string) => call('listEvents', { params: { id }, query: { after: 0, limit: 5000 } })
  zeroPageWith(join(first.folder, 'journal.db'), 'bad'.repeat(200))
  expect(host.problems).toEqual([])

  await expect(read('bad')).rejects.toMatchObject({
    reason: 'damaged',
    message: expect.stringMatching(/session bad cannot be read|is damaged/),
  })
  const told = [expect.stringMatching(/^the events of session bad cannot be read .*fairlead recover/)]
  expect(host.problems).toEqual(told)
  // Its line is known; its state is folded from those events.
  const { sessions } = await call('listSessions', { query: {} as never })
  expect(sessions.map(({ id }) => id).sort()).toEqual([good, 'bad', 'other'].sort())
  await expect(stage.send('bad', { text: 'hello' })).rejects.toMatchObject({ reason: 'damaged' })
  await expect(stage.fork('bad')).rejects.toThrow()
  expect((await read('other')).events).toHaveLength(1500)
  expect(host.store.search('needle', 10)).toHaveLength(2)
  await stage.send(good, { text: 'hello' })
  await stage.until(good, (state) => state.turns.past.size === 2)
  expect(host.problems).toEqual(told)
})
