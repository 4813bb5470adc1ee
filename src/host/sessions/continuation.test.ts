import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'
import * as say from '../../../test/client/messages.ts'
import { Timeline } from '../../../test/state/timeline.ts'
import { slugOf } from '../../client/transcripts/location.ts'
import { continuation } from './continuation.ts'

const ID = '11111111-1111-4111-8111-111111111111'
const CLEARED = '22222222-2222-4222-8222-222222222222'
const FIRST = { resume: 'origin', forkSession: true }
const NOTE = {
  type: 'queue-operation',
  operation: 'enqueue',
  content: 'a',
  timestamp: '2026-01-01T00:00:00Z',
}
const PROMPT = {
  type: 'user',
  uuid: 'a',
  parentUuid: null,
  sessionId: ID,
  timestamp: '2026-01-01T00:00:00Z',
  message: { role: 'user', content: 'a' },
}

let configDir: string
beforeEach(() => {
  configDir = mkdtempSync(join(tmpdir(), 'fairlead-config-'))
})
afterEach(() => rmSync(configDir, { recursive: true }))

function transcript(id: string, ...entries: object[]): void {
  const folder = join(configDir, 'projects', slugOf('/project'))
  mkdirSync(folder, { recursive: true })
  writeFileSync(join(folder, `${id}.jsonl`), entries.map((entry) => `${JSON.stringify(entry)}\n`).join(''))
}
const init = (session_id: string) => ({ ...say.init(), session_id })
const begun = () => new Timeline().ready().prompt('a').hear(say.running, init(ID))
const next = ({ state }: Timeline) => continuation(state, FIRST, { configDir, cwd: '/project' })

test('a session without a turn begins as its first process did', async () => {
  expect(await next(new Timeline().ready())).toEqual(FIRST)
})

test('one that the CLI has written down is resumed, however its turn ended', async () => {
  transcript(ID, NOTE, PROMPT)
  expect(await next(begun().exit())).toEqual({ resume: ID })
})

test('R-SESSION-20 one that was killed before the CLI wrote anything begins again', async () => {
  expect(await next(begun().exit())).toEqual(FIRST)
  transcript(ID, NOTE)
  expect(await next(begun().exit())).toEqual(FIRST)
  const failed = begun().hear({
    ...say.result('', { is_error: true, subtype: 'error_during_execution' }),
    session_id: ID,
  })
  expect(await next(failed.exit())).toEqual(FIRST)
})

test('one that has replied is resumed, also where its transcript is not found', async () => {
  expect(
    await next(
      begun()
        .hear({ ...say.result('done'), session_id: ID })
        .exit(),
    ),
  ).toEqual({ resume: ID })
})

test('one that was cleared and then killed begins anew', async () => {
  transcript(ID, PROMPT)
  const line = begun()
    .hear({ ...say.result('done'), session_id: ID })
    .prompt('b')
    .hear(init(CLEARED))
  expect(await next(line.exit())).toEqual({})
})
