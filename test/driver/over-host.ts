/** Sessions of a host: the driver with a ledger in SQLite, for clients that may be many. */

import { decisionBody } from '../../src/api/decision-body.ts'
import type { InterruptResult } from '../../src/driver/interrupt.ts'
import type { HostStage } from '../host/stage.ts'
import { untilHost } from '../host/waiting.ts'
import { type Driven, isReady, type Refusal } from './driven.ts'

const CODES: Record<Refusal, string> = {
  'already-answered': 'conflict',
  'approval-gone': 'gone',
  'bad-request': 'bad-request',
  'not-possible': 'not-possible',
  unsupported: 'not-possible',
  'control-timeout': 'no-answer',
  ended: 'not-possible',
}
const CLIENT = { label: 'test' }

/** `agent`: of the host's. */
export async function openInHost(
  { host, create }: HostStage,
  agent: string,
  options: { readonly cwd: string; readonly options: object },
): Promise<Driven> {
  const id = await create(undefined, { agent, ...options })
  const session = host.session(id)
  await untilHost(host, id, isReady)
  return {
    get state() {
      return session.state
    },
    get pid() {
      return session.pid
    },
    refusal: (what) => ({ code: CODES[what] }),
    send: async (text, { uuid, when } = {}) => {
      const body = { text, ...(uuid !== undefined && { id: uuid }), ...(when && { when }) }
      return (await session.send(body, CLIENT)).id
    },
    cancel: async (uuid) => (await session.cancelQueued(uuid, CLIENT)).cancelled,
    edit: (uuid, text) => session.changeQueued(uuid, { text }),
    move: (uuid, position) => session.changeQueued(uuid, { position }),
    interrupt: async ({ cancelQueued, timeout } = {}) =>
      (await session.interrupt(cancelQueued, { timeoutMs: timeout })) as InterruptResult,
    request: (subtype, fields, { timeout } = {}) => session.control(subtype, fields, { timeoutMs: timeout }),
    answer: (approval, decision, by = CLIENT.label) =>
      session.answer(approval, decisionBody(decision), { label: by }),
    until: (holds) => untilHost(host, id, holds),
    close: () => session.close(),
  }
}
