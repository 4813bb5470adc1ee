/** Sessions of the library: the driver with a ledger in memory. */

import type { Answers } from '../../src/client/approvals/approval.ts'
import { type Approval, openSession, type Session, type SessionOptions } from '../../src/client/index.ts'
import type { HostRequestFields, HostRequestSubtype } from '../../src/protocol/control/to-cli.ts'
import type { PermissionUpdate } from '../../src/protocol/permissions.ts'
import type { ApprovalDecision } from '../../src/state/approvals/to-wire.ts'
import type { SessionState } from '../../src/state/session-state.ts'
import type { Driven } from './driven.ts'

const GONE = 'approval-gone'

export async function openInLibrary(options: SessionOptions): Promise<Driven> {
  const approvals = new Map<string, Approval>()
  const session = await openSession({
    ...options,
    onApproval: (approval) => approvals.set(approval.id, approval),
  })
  return {
    get state() {
      return session.state
    },
    get pid() {
      return session.pid
    },
    refusal: (code) => ({ code }),
    send: async (text, more) => session.send(text, more).uuid,
    cancel: (uuid) => session.cancel(uuid),
    edit: async (uuid, text) => session.queue.edit(uuid, text),
    move: async (uuid, position) => session.queue.move(uuid, position),
    interrupt: (more) => session.interrupt(more),
    request: (subtype, fields = {}, more = {}) =>
      session.request(subtype as HostRequestSubtype, fields as HostRequestFields<HostRequestSubtype>, more),
    answer: async (id, decision) => {
      const approval = approvals.get(id)
      // A program sees that its answer was dropped by what the method returns.
      if (!approval || !decide(approval, decision))
        throw Object.assign(new Error(`nobody asks ${id} any more`), { code: GONE })
    },
    until: (holds) => untilState(session, holds),
    close: async () => void (await session.close()),
  }
}

/** As a program would: with the method for the decision. */
function decide(approval: Approval, decision: ApprovalDecision): boolean {
  const { message, interrupt = false, input, answers, mode } = decision
  switch (decision.decision) {
    case 'deny':
      return approval.kind === 'elicitation' ? approval.deny() : approval.deny(message, { interrupt })
    case 'cancel':
      if (approval.kind === 'elicitation') return approval.cancel()
      throw new Error('only a form can be cancelled')
    case 'answer':
      if (approval.kind === 'elicitation') return approval.answer(answers ?? {})
      if (approval.kind === 'question') return approval.answer((answers ?? {}) as Answers)
      throw new Error(`a ${approval.kind} has no answers`)
    case 'allow': {
      const remember = rememberedOf(approval, decision)
      const what = { ...(input && { input }), ...(remember && { remember }) }
      return approval.kind === 'plan'
        ? approval.allow({ ...what, ...(mode && { mode }) })
        : approval.allow(what)
    }
  }
}

/** The library takes the suggestions themselves, the host also their positions. */
function rememberedOf(approval: Approval, { remember }: ApprovalDecision): PermissionUpdate[] | undefined {
  const suggestions = 'suggestions' in approval ? approval.suggestions : []
  return remember?.map((it) => (typeof it === 'number' ? suggestions[it] : it) as PermissionUpdate)
}

function untilState(session: Session, holds: (state: SessionState) => boolean): Promise<SessionState> {
  return new Promise((resolve) => {
    const stop = session.onChange(check)
    function check() {
      const { state } = session
      if (!holds(state)) return
      stop()
      resolve(state)
    }
    check()
  })
}
