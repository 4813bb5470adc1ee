/** Every command by its name, in the order and the groups of the help. */
import { answer } from './approvals/answer.ts'
import { approve } from './approvals/approve.ts'
import { deny } from './approvals/deny.ts'
import { attach } from './attach/command.ts'
import { completion } from './completion/command.ts'
import { conformance } from './conformance/command.ts'
import { discover } from './discover/command.ts'
import { doctor } from './doctor/command.ts'
import { browsers } from './host/browsers.ts'
import { down } from './host/down.ts'
import { open } from './host/open.ts'
import { recover } from './host/recover.ts'
import { service } from './host/service.ts'
import { status } from './host/status.ts'
import { token } from './host/token.ts'
import { up } from './host/up.ts'
import type { Command } from './io.ts'
import { events } from './journal/events.ts'
import { exportSession } from './journal/export.ts'
import { search } from './journal/search.ts'
import { usage } from './journal/usage.ts'
import { model } from './model/command.ts'
import { policy } from './policy/command.ts'
import { record } from './record/record.ts'
import { redact } from './record/redact.ts'
import { replay } from './record/replay.ts'
import { run } from './run/command.ts'
import { close } from './sessions/close.ts'
import { fork } from './sessions/fork.ts'
import { interrupt } from './sessions/interrupt.ts'
import { ls } from './sessions/ls.ts'
import { create } from './sessions/new.ts'
import { resume } from './sessions/resume.ts'
import { send } from './sessions/send.ts'
import { tryOut } from './try/command.ts'

export type Commands = Readonly<Record<string, Command>>

export const GROUPS: readonly (readonly [title: string, commands: Commands])[] = [
  ['The host', { up, down, status, open, browsers, token, service, recover }],
  ['Sessions on the host', { ls, attach, new: create, send, interrupt, close, resume, fork }],
  ['What waits for you', { approve, deny, answer, policy }],
  ['What was said', { events, export: exportSession, search, usage }],
  ['Recordings', { record, replay, redact }],
  ['Without a host', { try: tryOut, run, model, doctor, conformance, discover, completion }],
]

export const COMMANDS: Commands = Object.assign({}, ...GROUPS.map(([, commands]) => commands))
