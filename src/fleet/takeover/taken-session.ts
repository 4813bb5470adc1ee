/** What the journal of a node gets of a session that another node had: its events, what came of it, and the row. */
import { numbered } from '../../host/journal/event-json.ts'
import type { ReceiptRow, SessionRow } from '../../host/journal/store.ts'
import { FIRST_OPTIONS } from '../../host/sessions/launch.ts'
import { WINDOW } from '../../host/sessions/recovery.ts'
import { isObject } from '../../protocol/json.ts'
import type { EventBody, SessionEvent } from '../../state/events.ts'
import { lastValue } from '../../state/list.ts'
import { reduce } from '../../state/reduce.ts'
import { emptyState, type SessionState } from '../../state/session-state.ts'
import { windowed, withoutLeft } from '../../state/transcript/window.ts'
import { heldPrompts, textOfContent } from '../../state/turns/prompts.ts'
import type { History } from '../history.ts'
import { eventIn } from '../remote-session.ts'
import type { Manifest } from '../snapshots/manifest.ts'
import type { RestoredWork } from './restore-work.ts'

export interface Taken {
  readonly history: History
  readonly manifest: Manifest
  readonly work: Pick<RestoredWork, 'worktree' | 'cwd' | 'notes'>
  /** Of the node that had it. */
  readonly from: string
  /** It was closed there for this, after its last turn: nothing is lost. Otherwise that node is away, and this says since when. */
  readonly how:
    | { readonly isMove: true; readonly wasRunning: boolean }
    | { readonly isMove: false; readonly seen: string }
  readonly now: number
}

export interface TakenSession {
  readonly row: SessionRow
  readonly events: readonly SessionEvent[]
  readonly receipts: readonly ReceiptRow[]
}

const KEY = 'fleetTakenAt'

/** The last event that the owners before this node have published. */
export function takenAt(row: Pick<SessionRow, 'extra'> | undefined): number {
  const at = row?.extra[KEY]
  return typeof at === 'number' ? at : 0
}

export function takenSession(taken: Taken): TakenSession {
  const { history, manifest, work, now } = taken
  const { row } = manifest
  const events = history.lines.map(eventIn)
  const state = stateOf(events)
  const { generation } = state.process
  const bodies = [...endOf(state, taken), notice(taken, state), ...work.notes.map(noteOf)]
  const goesOn = isToGoOn(state, taken)
  return {
    row: {
      ...row,
      cwd: work.cwd,
      updatedAt: now,
      // Of the events, not of the row: no process of this node has that number.
      generation,
      offset: 0,
      // A session that waits for a place is started when there is one, also by the next host.
      wanted: goesOn ? 'run' : 'rest',
      gitBase: row.gitBase ?? work.worktree.base,
      extra: {
        ...keptOf(row),
        ...{ project: work.worktree.checkout, worktree: work.worktree, [KEY]: history.last },
        ...(goesOn && { isWaiting: true }),
      },
    },
    events: [...events, ...bodies.map((body, i) => numbered(body, history.last + 1 + i, now))],
    receipts: history.receipts.map((line) => JSON.parse(line) as ReceiptRow),
  }
}

/** What the host keeps with a session and is not of its machine. Nothing else, for another node has written it. */
function keptOf({ extra: { first, isolation, pinned, comments } }: Manifest['row']): SessionRow['extra'] {
  const given = isObject(first) ? first : {}
  const names = FIRST_OPTIONS.filter((name) => name in given)
  return {
    first: Object.fromEntries(names.map((name) => [name, given[name]])),
    ...(isolation === 'require' && { isolation }),
    ...(pinned === true && { pinned }),
    ...(Array.isArray(comments) && { comments }),
  }
}

function stateOf(events: readonly SessionEvent[]): SessionState {
  let state = windowed(emptyState, WINDOW)
  for (const event of events) state = withoutLeft(reduce(state, event))
  return state
}

function isToGoOn({ process, prompts }: SessionState, { how, manifest }: Taken): boolean {
  if (heldPrompts(prompts).length > 0) return true
  if (how.isMove) return how.wasRunning
  return process.status === 'running' || (process.generation === 0 && manifest.row.wanted === 'run')
}

function endOf({ process: { status, generation } }: SessionState, { from }: Taken): EventBody[] {
  if (status !== 'running') return []
  const error = `its node ${from} is away`
  return [{ kind: 'process-exited', generation, cause: 'unknown', exitCode: null, signal: null, error }]
}

function noteOf(text: string): EventBody {
  return { kind: 'notice', level: 'warning', text, code: 'worktree' }
}

function notice(taken: Taken, state: SessionState): EventBody {
  const { from, how, manifest, work } = taken
  const lost = how.isMove ? [] : lostOf(state, manifest)
  const text = [
    how.isMove
      ? `Moved here from node ${from}. Nothing was lost.`
      : `Taken over from node ${from}, which is away (${how.seen}).`,
    ...(how.isMove || lost.length > 0 ? lost : ['Nothing is lost that the fleet knew of.']),
    `It works in ${work.cwd} on the branch ${work.worktree.branch} now. What git ignores did not come along.`,
    ...(manifest.hasEnvironment ? [`Values of the environment that it was given stay on ${from}.`] : []),
  ].join(' ')
  return { kind: 'notice', level: how.isMove ? 'info' : 'warning', text, code: 'taken-over' }
}

/** In words, what is shown and yet is not there any more. */
function lostOf({ turns, prompts }: SessionState, { turn }: Manifest): string[] {
  const last = lastValue(turns.past)?.number ?? 0
  const place = turn === 0 ? 'before the first turn' : `after turn ${turn}`
  const unsure = prompts.open.filter(({ status }) => status === 'sent' || status === 'accepted')
  return [
    ...(last > turn
      ? [
          `The last snapshot is from ${place}: of the turns since then you see what was published, and nothing else is left.`,
        ]
      : []),
    ...(turns.current
      ? [
          `The turn that ran is lost: files and conversation are as they were ${place}. Send "continue" to go on.`,
        ]
      : []),
    ...unsure.map(
      ({ content }) =>
        `Not sent again, because it may have run there: "${shortened(textOfContent(content))}".`,
    ),
  ]
}

function shortened(text: string): string {
  return text.length > 80 ? `${text.slice(0, 79)}…` : text
}
