import { expect, test } from 'vitest'
import { ApiError } from '../../api/errors.ts'
import { BadSessionIdError, TranscriptNotFoundError } from '../../client/transcripts/errors.ts'
import { ControlTimeoutError } from '../../driver/errors.ts'
import { BinaryNotFoundError, OptionsError, WorkingDirectoryError } from '../../process/errors.ts'
import { BadRequestError, FairleadError } from '../../protocol/errors.ts'
import { GitError } from '../git/error.ts'
import { StoreError } from '../journal/store.ts'
import { createApp } from './app.ts'

/** A host whose handler throws this. */
async function answerTo(error: unknown) {
  const logged: { message: string; detail: object | undefined }[] = []
  const app = createApp({
    handlers: {
      listSessions: () => {
        throw error
      },
    },
    security: { checkOrigin() {}, dropsOldCookie() {}, identify: () => ({}) },
    log: (_level: string, message: string, detail?: object) => logged.push({ message, detail }),
  } as never)
  const response = await app.request('/api/sessions')
  const body = (await response.json()) as ApiError['body']
  return { status: response.status, ...body.error, logged }
}

test.each<[Error, number, string]>([
  [new ApiError('gone', 'no longer'), 410, 'gone'],
  [new StoreError('full', 'the disk is full'), 507, 'storage'],
  [new GitError('missing', 'there is no git'), 422, 'not-possible'],
  [new OptionsError('`model` is empty.'), 422, 'not-possible'],
  [new WorkingDirectoryError('/gone', 'does not exist'), 422, 'not-possible'],
  [new BinaryNotFoundError('There is no claude.', []), 503, 'no-agent'],
  [new BadSessionIdError('../x'), 400, 'bad-request'],
  [new TranscriptNotFoundError('s', ['/x']), 404, 'not-found'],
  [new ControlTimeoutError('set_model', 5), 504, 'no-answer'],
  [new BadRequestError('no such position'), 400, 'bad-request'],
  [new FairleadError('from-tomorrow' as never, 'not now'), 422, 'not-possible'],
])('%s is answered with %i, in its own words', async (error, status, code) => {
  const answer = await answerTo(error)
  expect(answer).toMatchObject({ status, code, logged: [] })
  expect(answer.message).toContain(error.message)
})

test.each<[string, unknown]>([
  ['a TypeError', new TypeError("Cannot read properties of undefined (reading 'x')")],
  ['one of Node', Object.assign(new TypeError('The "path" argument…'), { code: 'ERR_INVALID_ARG_TYPE' })],
  ['one of the system', Object.assign(new Error('EACCES: /secret'), { code: 'EACCES' })],
  [
    'a class of another library',
    new (class BusyError extends Error {
      readonly code = 'BUSY'
    })('busy'),
  ],
])(
  '%s is a bug: 500, and the log has its stack under the reference that the client gets',
  async (_, error) => {
    const { status, code, message, details, logged } = await answerTo(error)
    expect({ status, code }).toEqual({ status: 500, code: 'internal' })
    const { reference } = details as { reference: string }
    expect(message).toContain(reference)
    expect(message).not.toContain((error as Error).message)
    expect(logged).toEqual([
      { message: (error as Error).stack, detail: { path: '/api/sessions', reference } },
    ])
  },
)
