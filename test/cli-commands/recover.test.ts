import { mkdirSync, readdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { OUTPUT } from '../host/stray-output.ts'
import { freshFolder, start } from './fairlead.ts'

test('recover says what it would do, then does it', async () => {
  const folder = freshFolder()
  const data = join(folder, 'data')
  const session = join(data, 'sessions', 'stray')
  mkdirSync(session, { recursive: true })
  writeFileSync(join(session, '1.stdout'), OUTPUT)
  const run = (...args: string[]) =>
    start(['recover', ...args], { folder, env: { FAIRLEAD_HOME: data } }).outcome
  const planned = await run('--dry-run')
  expect(planned).toMatchObject({ code: 0, err: '' })
  expect(planned.out).toMatch(
    /There is no journal.*stray {2}would be rebuilt: "fix it".*Nothing was changed/s,
  )
  expect(readdirSync(data)).toEqual(['sessions'])
  const done = JSON.parse((await run('--json')).out)
  expect(done).toMatchObject({
    journal: 'missing',
    sessions: [{ id: 'stray', outcome: 'rebuilt', events: 6 }],
  })
  expect(readdirSync(data).sort()).toEqual(['journal.db', 'sessions'])
})
