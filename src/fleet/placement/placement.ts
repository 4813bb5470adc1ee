/** On which node a session is to run that may run anywhere. Pure: it knows what the nodes said of themselves. */
import { posix } from 'node:path'
import { FLEET_PROTOCOL, type NodeRecord } from '../members.ts'

export interface Candidate {
  readonly id: string
  readonly record: NodeRecord
  /** Why it cannot be asked. */
  readonly away: string | undefined
  /** Sessions that were placed there since the record was written. */
  readonly placed: number
}

/** A project, as nodes know it from each other. */
export interface Sought {
  /** The folder that was asked for. */
  readonly folder: string
  /** Of the folder's project: see `remoteKey`. */
  readonly remote: string | undefined
  /** Where in the project the folder is; empty: it is the project's. */
  readonly inside: string
  /** The nodes on which this very folder can be used. */
  readonly on: ReadonlySet<string>
}

export interface Wanted {
  readonly labels: Readonly<Record<string, string>>
  readonly agent: string | undefined
  readonly project: Sought
  /** The only node that can do it, and why. */
  readonly only?: { readonly node: string; readonly why: string } | undefined
}

export interface Place {
  readonly node: string
  /** The folder there; undefined: the one that was asked for. */
  readonly cwd?: string | undefined
}

/** What a session is reckoned to need, to compare nodes; each node decides by itself when one has to wait. */
const SESSION_BYTES = 512 * 1024 * 1024

/** The place with the most room. Without any: the reason for each node. */
export function placeIn(
  candidates: readonly Candidate[],
  wanted: Wanted,
): { readonly place: Place } | { readonly reasons: readonly string[] } {
  const judged = candidates.map((it) => ({ it, cwd: folderOn(it, wanted.project), why: whyNot(it, wanted) }))
  const [best] = judged.filter(({ why }) => why === undefined).sort((a, b) => byRoom(a.it, b.it))
  if (best) return { place: { node: best.it.id, cwd: best.cwd } }
  return { reasons: judged.map(({ it, why }) => `${it.record.name}: ${why}`).sort() }
}

/** Undefined: the session can be started there. */
function whyNot(candidate: Candidate, { labels, agent, project, only }: Wanted): string | undefined {
  const { record, away } = candidate
  if (away !== undefined) return `it is away (${away})`
  if (record.protocol !== FLEET_PROTOCOL) return `it has Fairlead ${record.version}, which does not fit`
  if (only && only.node !== candidate.id) return only.why
  if (record.isDraining) return 'it is being drained'
  const lacking = Object.entries(labels).filter(([key, value]) => record.labels[key] !== value)
  if (lacking.length > 0) return `it lacks the label ${lacking.map((it) => it.join('=')).join(' ')}`
  if (agent !== undefined && !record.agents.includes(agent)) return `it has no agent ${agent}`
  if (folderOn(candidate, project) === undefined)
    return project.remote === undefined
      ? `it does not have ${project.folder}, and a folder without a git remote is no project that nodes have in common`
      : `it has no project with the git remote ${project.remote}`
  if (record.shortage !== undefined) return record.shortage
  return freeSlots(candidate) > 0 ? undefined : `its ${record.capacity} processes are all in use`
}

function folderOn({ id, record }: Candidate, { folder, remote, inside, on }: Sought): string | undefined {
  if (on.has(id)) return folder
  const found = remote === undefined ? undefined : record.projects.find((it) => it.remote === remote)
  return found && posix.join(found.path, inside)
}

const freeSlots = ({ record, placed }: Candidate) => record.capacity - record.running - placed

/** How many more sessions there is room for. */
function roomOf(candidate: Candidate): number {
  const inMemory = Math.floor(candidate.record.freeMemoryBytes / SESSION_BYTES) - candidate.placed
  return Math.min(freeSlots(candidate), inMemory)
}

function byRoom(a: Candidate, b: Candidate): number {
  return roomOf(b) - roomOf(a) || a.record.load - b.record.load || a.record.name.localeCompare(b.record.name)
}
