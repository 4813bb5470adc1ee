/**
 * Continues on this node a session of another one. Everything that can be refused is looked at first, and the work and the transcripts
 * are in place before the lease is taken: until then nothing has happened that cannot be undone. With the lease the session belongs to
 * this node, in the next epoch. If it cannot be stored here after all, the lease is given back.
 */
import { join } from 'node:path'
import { promisify } from 'node:util'
import { gunzip } from 'node:zlib'
import { ApiError } from '../../api/errors.ts'
import type { ExtensionParts } from '../../host/extension.ts'
import type { ReceiptRow } from '../../host/journal/store.ts'
import { putTranscript } from '../../host/transcript-files.ts'
import { type History, readHistory } from '../history.ts'
import type { Lease } from '../leases.ts'
import type { Ownership } from '../ownership.ts'
import type { Engine, KeyTable } from '../ports.ts'
import { type Manifest, readManifest } from '../snapshots/manifest.ts'
import { findRepository } from './find-repository.ts'
import { type RestoredWork, restoreWork } from './restore-work.ts'
import { type Taken, takenSession } from './taken-session.ts'

export interface TakeOverContext {
  readonly parts: Pick<ExtensionParts, 'host' | 'folder' | 'agents' | 'log'>
  readonly engine: Pick<Engine, 'events' | 'files'>
  readonly ownership: Ownership
  readonly snapshots: KeyTable
}
export interface TakeOverRequest {
  readonly session: string
  /** The node that has it, as the others call it. */
  readonly from: string
  readonly how: Taken['how']
  readonly cwd?: string | undefined
  /** Throws if the session may not be taken, or not any more. */
  readonly check: (lease: Lease) => void
  readonly receipt?: ReceiptRow | undefined
}

const uncompressed = promisify(gunzip)

export async function takeOver(context: TakeOverContext, request: TakeOverRequest): Promise<void> {
  const { parts, ownership } = context
  const { session } = request
  const lease = await leaseFor(context, request)
  const manifest = await manifestFor(context, session)
  const history = await historyFor(context, manifest)
  const work = await workFor(context, manifest, request.cwd)
  let seized: Lease | undefined
  try {
    await putTranscripts(context, manifest, work)
    // It may have come back, or another node may have been faster.
    request.check(lease)
    seized = await ownership.seize(lease)
    if (!seized) throw new ApiError('conflict', 'another node has taken the session at the same moment')
    const whole = await completed(context, session, history)
    const { row, events, receipts } = takenSession({
      ...{ history: whole, manifest, work, now: Date.now() },
      ...{ from: request.from, how: request.how },
    })
    parts.host.takeIn(row, events, [...receipts, ...(request.receipt ? [request.receipt] : [])])
  } catch (error) {
    await work.undo()
    if (seized) await ownership.giveBack(seized, lease.owner)
    throw error
  }
  work.release()
}

async function leaseFor(
  { parts, ownership }: TakeOverContext,
  { session, check }: TakeOverRequest,
): Promise<Lease> {
  if (parts.host.find(session)) throw new ApiError('conflict', 'this node has the session already')
  const lease = await ownership.find(session)
  if (!lease) throw new ApiError('not-possible', 'its node has never said that it owns the session')
  check(lease)
  return lease
}

async function manifestFor({ parts, snapshots }: TakeOverContext, session: string): Promise<Manifest> {
  const { manifest } = (await readManifest(snapshots, session)) ?? {}
  if (!manifest) throw new ApiError('not-possible', 'the fleet has no snapshot of this session')
  const { row, git, problem = '' } = manifest
  if (!git)
    throw new ApiError('not-possible', `the fleet does not have the files of this session: ${problem}`)
  if (!parts.agents().includes(row.agent))
    throw new ApiError('not-possible', `this node has no agent ${row.agent} that can be run`)
  parts.host.checkBypass(row.options)
  return manifest
}

async function historyFor({ engine }: TakeOverContext, { row, seq }: Manifest): Promise<History> {
  const history = await readHistory(engine.events, row.id)
  if (history.last < seq)
    throw new ApiError(
      'not-possible',
      `the fleet has the events of this session up to ${history.last} only, and its snapshot is from event ${seq}`,
    )
  return history
}

/** With what came while the work was restored. */
async function completed({ engine }: TakeOverContext, session: string, history: History): Promise<History> {
  const mark = await engine.events.mark(session)
  return mark && mark.last > history.last ? readHistory(engine.events, session) : history
}

async function workFor(
  { parts, engine }: TakeOverContext,
  { row, git }: Manifest,
  cwd: string | undefined,
): Promise<RestoredWork> {
  if (!git) throw new Error('there is no snapshot of its files')
  const repository = await findRepository(parts.host, git, cwd)
  const bytes = await engine.files.get(git.file)
  if (!bytes)
    throw new ApiError('not-possible', "the fleet's server does not have the files of this session any more")
  const scratch = join(parts.folder, 'fleet')
  return restoreWork(parts.host, { session: row.id, title: row.title, repository, git, bytes, scratch })
}

async function putTranscripts(
  { parts, engine }: TakeOverContext,
  { row, transcripts }: Manifest,
  { cwd }: RestoredWork,
): Promise<void> {
  const configDir = parts.host.configDirOf(row.agent)
  for (const { name, file } of transcripts) {
    const bytes = await engine.files.get(file)
    if (!bytes)
      throw new ApiError(
        'not-possible',
        "the fleet's server does not have the transcript of this session any more",
      )
    await putTranscript({ name, bytes: await uncompressed(bytes) }, { cwd, ...(configDir && { configDir }) })
  }
}
