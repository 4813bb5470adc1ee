/** The recorded sessions (`record/record.mjs` makes them), and a state as a page that a person can check. */
import { readdirSync, readFileSync } from 'node:fs'
import { basename, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { decode } from '../../src/protocol/decode.ts'
import type { ApprovalEntry } from '../../src/state/approvals/approvals.ts'
import type { SessionEvent } from '../../src/state/events.ts'
import { toPlainText } from '../../src/state/export/plain-text.ts'
import { toArray } from '../../src/state/list.ts'
import { liveness } from '../../src/state/liveness/liveness.ts'
import { describe } from '../../src/state/liveness/words.ts'
import { reduce } from '../../src/state/reduce.ts'
import { emptyState, type SessionState } from '../../src/state/session-state.ts'
import { type TaskTree, taskTree } from '../../src/state/tasks.ts'
import type { Turn } from '../../src/state/turns/turns.ts'
import { totalCost, totalsByModel } from '../../src/state/usage-totals.ts'

const folder = fileURLToPath(new URL('golden/', import.meta.url))

export interface Golden {
  readonly agent: string
  readonly name: string
  /** Where its page stands. */
  readonly page: string
  readonly events: readonly SessionEvent[]
}

export const goldens: readonly Golden[] = readdirSync(folder).flatMap((agent) =>
  readdirSync(join(folder, agent))
    .filter((file) => file.endsWith('.jsonl'))
    .map((file) => {
      const name = basename(file, '.jsonl')
      const lines = readFileSync(join(folder, agent, file), 'utf8')
        .trimEnd()
        .split('\n')
      const events = lines.map((line) => JSON.parse(line) as SessionEvent)
      return { agent, name, page: join(folder, agent, `${name}.txt`), events }
    }),
)

export function fold(events: readonly SessionEvent[], from: SessionState = emptyState): SessionState {
  return events.reduce(reduce, from)
}

/** Received messages that the protocol layer would not take as messages. */
export function irregular({ events }: Golden): SessionEvent[] {
  return events.filter(
    (event) => event.kind === 'received' && decode(JSON.stringify(event.message)).kind !== 'message',
  )
}

export function pageOf(events: readonly SessionEvent[]): string {
  const state = fold(events)
  return [
    ['Conversation', toPlainText(state, { maxToolText: 300 }).trimEnd()],
    ['Liveness', lives(events).join('\n')],
    ['Turns', [...toArray(state.turns.past), ...openTurn(state)].map(turnLine).join('\n')],
    ['Prompts', promptLines(state).join('\n')],
    ['Approvals', approvalLines(state).join('\n')],
    [
      'Tasks',
      taskTree(state.tasks)
        .flatMap((task) => taskLines(task))
        .join('\n'),
    ],
    ['Usage', usageLines(state).join('\n')],
    ['Facts', factLines(state).join('\n')],
  ]
    .filter(([, text]) => text !== '')
    .map(([title, text]) => `== ${title}\n${text}\n`)
    .join('\n')
}

/** What it is doing, from which event on. Ages are left out. */
function lives(events: readonly SessionEvent[]): string[] {
  let state = emptyState
  const lines: string[] = []
  let before = ''
  for (const event of events) {
    state = reduce(state, event)
    const live = liveness(state, event.at)
    const words = describe(live, event.at).replace(/ · (next in )?(\d+ [dhms] ?)+$/, '')
    const now = `${live.status}: ${words}`
    if (now !== before) lines.push(`${String(event.seq).padStart(4)}  ${now}`)
    before = now
  }
  return lines
}

function openTurn({ turns }: SessionState): Turn[] {
  return turns.current ? [turns.current] : []
}

function turnLine({ number, generation, prompts, selfStarted, interrupted, result, lost }: Turn): string {
  const how = result
    ? `${result.status} (${[result.subtype, result.terminalReason].filter(Boolean).join(', ')})`
    : (lost ?? 'running')
  const more = [
    selfStarted && 'self-started',
    interrupted && 'interrupted',
    result && result.denials.length > 0 && `denied ${result.denials.map((it) => it.toolName).join(' ')}`,
    result && `${result.costUsd.toFixed(6)} USD`,
  ].filter(Boolean)
  const covered = prompts.map(shortId).join(' ') || 'no prompt'
  return `${number}. process ${generation}, ${covered}: ${how}${more.length > 0 ? `; ${more.join('; ')}` : ''}`
}

function promptLines({ prompts: { open, cancelled, lost } }: SessionState): string[] {
  return [
    ...open.map((it) => `${shortId(it.uuid)} ${it.status}`),
    ...cancelled.map((it) => `${shortId(it.uuid)} ${it.why}`),
    ...lost.map((it) => `${shortId(it.uuid)} lost${it.turn === undefined ? '' : ` in turn ${it.turn}`}`),
  ]
}

function approvalLines({ approvals: { pending, closed } }: SessionState): string[] {
  return [...toArray(closed), ...pending].map((it: ApprovalEntry) => {
    const how =
      it.status === 'answered'
        ? `${it.answer.decision}${it.answer.by ? ` by ${it.answer.by}` : ''}`
        : it.status === 'withdrawn'
          ? `withdrawn, ${it.why}`
          : 'pending'
    return `${it.id} ${it.kind} ${it.toolName ?? ''} (turn ${it.turn ?? 'none'}): ${how}`
  })
}

function taskLines({ id, status, type, description, children }: TaskTree, depth = 0): string[] {
  const own = `${'  '.repeat(depth)}${id} ${[type, description].filter(Boolean).join(' ')}: ${status}`
  return [own, ...children.flatMap((child) => taskLines(child, depth + 1))]
}

function usageLines({ usage }: SessionState): string[] {
  const { context, denials } = usage
  const models = Object.entries(totalsByModel(usage)).map(
    ([model, it]) => `${model}: ${it.input} in, ${it.output} out, ${it.costUsd.toFixed(6)} USD`,
  )
  return [
    `${totalCost(usage).toFixed(6)} USD`,
    ...models,
    ...(context ? [`context ${context.tokens} of ${context.window ?? '?'}`] : []),
    ...(denials.count > 0 ? [`${denials.count} denied`] : []),
  ]
}

function factLines({ facts }: SessionState): string[] {
  const { cliSessions, model, permissionMode, version, commands, tools, mcpServers, todos, rateLimit } = facts
  return [
    `sessions ${cliSessions.map(({ id }) => shortId(id)).join(' ')}`,
    `${model} ${permissionMode} ${version}; ${commands?.length ?? 0} commands, ${tools?.length ?? 0} tools`,
    ...(mcpServers ?? []).map(({ name, status }) => `server ${name}: ${status}`),
    ...todos.list.map(({ status, text }) => `todo ${status}: ${text}`),
    ...(rateLimit ? [`rate limit ${rateLimit.status}`] : []),
  ]
}

/** Uuids are counted: the number is enough. */
function shortId(uuid: string): string {
  return uuid.replace(/^00000000-0000-4000-8000-0*/, '#')
}
