/**
 * Rebuilds a session from the output of its processes. That has every line of the CLI, including the prompts, which it echoes.
 * What only the host knew is lost: the title, the options, who answered an approval, held prompts, and the output of earlier
 * processes whose files are gone. A process that still runs is recorded such that the next host takes it over.
 */
import { readFileSync, readlinkSync, statSync } from 'node:fs'
import { basename } from 'node:path'
import { lookAt } from '../../process/durable/exit-outcome.ts'
import {
  type DurableFiles,
  durableFiles,
  generationsIn,
  readExit,
  readRecord,
  sizeOf,
} from '../../process/durable/files.ts'
import type { EventBody, SessionEvent } from '../../state/events.ts'
import { numbered } from '../journal/event-json.ts'
import type { SessionRow } from '../journal/store.ts'
import { bodyOf } from '../sessions/process-connection.ts'

export interface Rebuilt {
  readonly row: SessionRow
  readonly events: readonly SessionEvent[]
  readonly isRunning: boolean
}

const MAX_TITLE = 80
const NOT_KNOWN =
  'This session was rebuilt from what the CLI wrote. Its options, held prompts and who answered approvals are not known.'

/** Throws an error for a person if too little is known. `folder` is the session's own. */
export function rebuilt(folder: string, id: string, agent: string): Rebuilt {
  const generations = generationsIn(folder).filter((it) => sizeOf(durableFiles(folder, it).stdout) > 0)
  const last = generations.at(-1)
  if (last === undefined) throw new Error('its processes have written nothing')
  const outputs = generations.map((generation) => outputOf(durableFiles(folder, generation), generation))
  const newest = outputs.at(-1) as Output
  const cwd = first(outputs, cwdIn) ?? workingFolder(newest.pid)
  if (cwd === undefined) throw new Error('nothing says in which folder it worked: it has had no turn')
  const createdAt = (outputs[0] as Output).startedAt
  const bodies = [
    {
      at: createdAt,
      body: { kind: 'notice', level: 'warning', text: missing(generations), code: 'recovered' } as const,
    },
    ...outputs.flatMap((output) => output.events(agent, cwd, output === newest)),
  ]
  return {
    row: {
      id,
      title: (first(outputs, promptIn) ?? basename(cwd)).slice(0, MAX_TITLE),
      cwd,
      agent,
      createdAt,
      updatedAt: newest.endedAt,
      archived: false,
      options: {},
      generation: last,
      offset: newest.offset,
      wanted: newest.isRunning ? 'run' : 'rest',
      extra: {},
    },
    events: bodies.map(({ at, body }, index) => numbered(body, index + 1, at)),
    isRunning: newest.isRunning,
  }
}

function missing([oldest = 1]: readonly number[]): string {
  return oldest === 1
    ? NOT_KNOWN
    : `${NOT_KNOWN} The output of its first ${oldest - 1} processes is not kept.`
}

interface Timed {
  readonly at: number
  readonly body: EventBody
}
interface Output {
  readonly bodies: readonly EventBody[]
  /** The end of the last complete line. */
  readonly offset: number
  readonly startedAt: number
  readonly endedAt: number
  readonly isRunning: boolean
  readonly pid: number | undefined
  events(agent: string, cwd: string, isNewest: boolean): Timed[]
}

function outputOf(files: DurableFiles, generation: number): Output {
  const bytes = readFileSync(files.stdout)
  const offset = bytes.lastIndexOf(10) + 1
  const bodies = linesIn(bytes.subarray(0, offset)).map((line) => bodyOf(line))
  const { birthtimeMs, mtimeMs } = statSync(files.stdout)
  const [startedAt, endedAt] = [Math.floor(birthtimeMs || mtimeMs), Math.floor(mtimeMs)]
  const record = recordOf(files)
  const isRunning = record !== undefined && lookAt(files, record).state !== 'ended'
  const pid = isRunning ? record.cli.pid : undefined
  return {
    bodies,
    offset,
    startedAt,
    endedAt,
    isRunning,
    pid,
    events: (agent, cwd, isNewest) => {
      const started: EventBody = { kind: 'process-started', generation, agent, cwd, ...(pid && { pid }) }
      const told = bodies.map((body): Timed => ({ at: endedAt, body }))
      // The host that takes over the newest process finds its end, after any further output.
      const end: Timed[] = isNewest ? [] : [{ at: endedAt, body: exitOf(files, generation) }]
      return [{ at: startedAt, body: started }, ...initialized(bodies, startedAt), ...told, ...end]
    },
  }
}

/** `initialize` is always the host's first request, so the first answer of the CLI belongs to it. */
function initialized(bodies: readonly EventBody[], at: number): Timed[] {
  for (const body of bodies) {
    if (body.kind !== 'received' || body.message.type !== 'control_response') continue
    const { request_id } = body.message.response
    const message = { type: 'control_request', request_id, request: { subtype: 'initialize' } } as const
    return [{ at, body: { kind: 'sent', message } }]
  }
  return []
}

function exitOf(files: DurableFiles, generation: number): EventBody {
  const status = readExit(files)
  if (status) return { kind: 'process-exited', generation, cause: 'exit', ...status }
  const error = 'none of the files that were left has it'
  return { kind: 'process-exited', generation, cause: 'unknown', exitCode: null, signal: null, error }
}

function recordOf(files: DurableFiles) {
  try {
    return readRecord(files)
  } catch {
    // Written by another version, so nothing is known about the process.
    return undefined
  }
}

function linesIn(bytes: Buffer): string[] {
  const lines: string[] = []
  for (let from = 0, to = bytes.indexOf(10); to >= 0; from = to + 1, to = bytes.indexOf(10, from))
    if (to > from) lines.push(bytes.toString('utf8', from, to))
  return lines
}

function first(outputs: readonly Output[], find: (body: EventBody) => string | undefined) {
  for (const body of outputs.flatMap(({ bodies }) => bodies)) {
    const found = find(body)
    if (found !== undefined) return found
  }
  return undefined
}

function cwdIn(body: EventBody): string | undefined {
  if (body.kind !== 'received' || body.message.type !== 'system' || body.message.subtype !== 'init')
    return undefined
  return typeof body.message.cwd === 'string' ? body.message.cwd : undefined
}

function promptIn(body: EventBody): string | undefined {
  if (body.kind !== 'received' || body.message.type !== 'user' || body.message.parent_tool_use_id != null)
    return undefined
  const { content } = body.message.message
  const text =
    typeof content === 'string' ? content : content.map((it) => ('text' in it ? it.text : '')).join(' ')
  return typeof text === 'string' ? text.trim().split('\n')[0]?.trim() || undefined : undefined
}

/** Of a process that runs, on Linux. */
function workingFolder(pid: number | undefined): string | undefined {
  try {
    return pid === undefined ? undefined : readlinkSync(`/proc/${pid}/cwd`)
  } catch {
    return undefined
  }
}
