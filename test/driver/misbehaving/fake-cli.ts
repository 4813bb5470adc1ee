/**
 * A real child in place of the CLI that does what a test wants of it, also what no CLI should. A prompt is its script: the text is a
 * list of messages, which it says after it has opened a turn. It answers every request but those of the subtypes in
 * `DEAF_TO_REQUESTS`; those of the subtype `LATE` it answers after another one, the last first, and twice. It withstands the signals in
 * `DEAF_TO_SIGNALS`. All that it hears goes into a file.
 */
import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { isObject, type JsonObject } from '../../../src/protocol/json.ts'
import { fakeProgram } from '../../client/fake-program.ts'
import * as messages from '../../client/messages.ts'
import type { Driven, DrivenOptions } from '../driven.ts'
import type { DriverStage, LedgerName } from '../stage.ts'

const BEGINS = `
  const { appendFileSync } = process.getBuiltinModule('node:fs')
  const named = (list = '') => list.split(',').filter(Boolean)
  const { HEARD, DEAF_TO_REQUESTS, DEAF_TO_SIGNALS, LATE, INIT, ANSWER_MORE = '{}' } = process.env
  const late = []
  let uuids = 0
  const say = (message) => {
    // Bytes as they are.
    if ('raw' in message) {
      const bytes = Buffer.from(message.raw, 'base64')
      return void process.stdout.write(Buffer.alloc(bytes.length * message.times, bytes))
    }
    if ('exits' in message) process.exit(message.exits)
    // The CLI gives each of its messages a uuid of its own.
    const own = message.uuid === '${messages.ANY_UUID}' ? { uuid: 'fake-' + process.pid + '-' + ++uuids } : {}
    console.log(JSON.stringify({ ...message, ...own }))
  }
  for (const name of named(DEAF_TO_SIGNALS)) process.on(name, () => {})
  setInterval(() => {}, 60_000)
`
const TAKES = `
  appendFileSync(HEARD, line + '\\n')
  const { type, message, uuid } = JSON.parse(line)
  if (type === 'user') {
    say(JSON.parse(INIT))
    say({ ...JSON.parse(line), isReplay: true, timestamp: new Date().toISOString(), session_id: 'fake' })
    for (const told of JSON.parse(message.content[0].text)) say(told)
  }
  if (type === 'control_request' && request.subtype === LATE) {
    late.unshift(() => answer(request))
  } else if (type === 'control_request' && !named(DEAF_TO_REQUESTS).includes(request.subtype)) {
    answer({ version: 'fake' }, request.subtype === 'initialize' ? {} : JSON.parse(ANSWER_MORE))
    for (const reply of late.splice(0)) for (const _ of ['once', 'twice']) reply()
  }
`
const { folder, ...programs } = fakeProgram(TAKES, BEGINS)
let sessions = 0

export interface FakeOptions {
  readonly program?: keyof typeof programs
  readonly deafToRequests?: readonly string[]
  readonly deafToSignals?: readonly string[]
  /** Of the requests that it answers late, in reverse, and twice. */
  readonly late?: string
  /** Stands beside the answer of each request but `initialize`. */
  readonly answersMore?: object
  readonly options?: DrivenOptions
}

export interface FakeSession {
  readonly driven: Driven
  /** Sends a prompt that makes the program open a turn and say this. */
  turn(...said: object[]): Promise<string>
  /** All that the program has heard so far. */
  heard(): JsonObject[]
  /** The answers that it has got to a request of its own. */
  answersTo(id: string): JsonObject[]
  /** The requests that it has got, by their subtype. */
  requests(subtype: string): JsonObject[]
  /** Resolves when the program has heard all that was written until now. */
  caughtUp(): Promise<void>
}

export async function openFake(
  stage: DriverStage,
  ledger: LedgerName,
  {
    program = 'binary',
    deafToRequests = [],
    deafToSignals = [],
    late = '',
    answersMore = {},
    options = {},
  }: FakeOptions = {},
): Promise<FakeSession> {
  const file = join(folder, `heard-${++sessions}`)
  const driven = await stage.open(ledger, {
    binary: programs[program],
    ...options,
    env: {
      HEARD: file,
      INIT: JSON.stringify(messages.init()),
      DEAF_TO_REQUESTS: deafToRequests.join(),
      DEAF_TO_SIGNALS: deafToSignals.join(),
      LATE: late,
      ANSWER_MORE: JSON.stringify(answersMore),
      ...options.env,
    },
  })
  const heard = (): JsonObject[] =>
    existsSync(file)
      ? readFileSync(file, 'utf8')
          .split('\n')
          .filter(Boolean)
          .map((line) => JSON.parse(line))
      : []
  return {
    driven,
    turn: (...said) => driven.send(JSON.stringify(said)),
    heard,
    answersTo: (id) =>
      heard().flatMap(({ type, response }) =>
        type === 'control_response' && isObject(response) && response.request_id === id ? [response] : [],
      ),
    requests: (subtype) =>
      heard().filter(
        ({ type, request }) => type === 'control_request' && isObject(request) && request.subtype === subtype,
      ),
    caughtUp: async () => void (await driven.request('mcp_status')),
  }
}

/** A request of the program. */
export const asks = (id: string, request: object): object => ({
  type: 'control_request',
  request_id: id,
  request,
})
/** Bytes that the program writes as they are, so many times. */
export const raw = (bytes: string | Buffer, times = 1): object => ({
  raw: Buffer.from(bytes).toString('base64'),
  times,
})
export const withdraws = (id: string): object => ({ type: 'control_cancel_request', request_id: id })
