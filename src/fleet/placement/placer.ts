/** Finds the node for a new session: the one that is named, this one, or the one that fits best. */
import { relative } from 'node:path'
import type { CreateSession } from '../../api/commands.ts'
import { ApiError } from '../../api/errors.ts'
import { isWithin } from '../../host/folders/roots.ts'
import type { Host } from '../../host/host.ts'
import type { Claims } from '../claims.ts'
import type { Member } from '../members.ts'
import { remoteKeyOf } from './own-projects.ts'
import { type Candidate, type Place, placeIn, type Sought } from './placement.ts'

/** What the placer knows of the fleet while this node is connected to it. */
interface PlacerFleet {
  readonly claims: Pick<Claims, 'find' | 'make'>
  readonly members: readonly Member[]
}
export interface PlacerContext {
  readonly id: string
  readonly host: Pick<Host, 'folders' | 'git'>
  /** Undefined while there is no connection. */
  readonly fleet: () => PlacerFleet | undefined
  /** Throws if there is no node of this id or name. */
  readonly nodeNamed: (name: string) => string
  /** The other node that has this session. */
  readonly ownerOf: (session: string) => string | undefined
  readonly awayText: (member: Member) => string
}

export const ANY = 'any'

export class Placer {
  readonly #context: PlacerContext
  /** Sessions that were placed from here: the record of their node may be older than they are. */
  #placed: { readonly node: string; readonly at: number }[] = []

  constructor(context: PlacerContext) {
    this.#context = context
  }

  /** The same for every repetition of the command. */
  async place(body: CreateSession): Promise<Place> {
    const { id, nodeNamed, ownerOf } = this.#context
    const { node = id, commandId } = body
    const owner = body.id === undefined ? undefined : ownerOf(body.id)
    const fleet = this.#context.fleet()
    const named = owner ?? (node === id || node === ANY ? node : nodeNamed(node))
    const place =
      named === ANY ? ((await this.#before(commandId)) ?? (await this.#best(body))) : { node: named }
    const made = fleet && commandId !== undefined ? await fleet.claims.make(commandId, place) : place
    if (node === ANY) this.#placed.push({ node: made.node, at: Date.now() })
    return made
  }

  async #before(commandId: string | undefined): Promise<Place | undefined> {
    return commandId === undefined ? undefined : this.#context.fleet()?.claims.find(commandId)
  }

  async #best({ cwd, agent, labels = {}, resume }: CreateSession): Promise<Place> {
    const { id, fleet, awayText } = this.#context
    const members = fleet()?.members
    // Whoever places without the others could start a second session for the same command.
    if (!members)
      throw new ApiError(
        'not-possible',
        'this node has no connection to the fleet and cannot look for another one: leave out the node to use this one',
      )
    const seen = new Map(members.map((it) => [it.id, it.seenAt]))
    this.#placed = this.#placed.filter(({ node, at }) => at > (seen.get(node) ?? at))
    const candidates = members.map(
      (it): Candidate => ({
        id: it.id,
        record: it.record,
        away: it.away && awayText(it),
        placed: this.#placed.filter(({ node }) => node === it.id).length,
      }),
    )
    const only =
      resume === undefined ? undefined : { node: id, why: 'the conversation is on another machine' }
    const project = (await this.#here(cwd)) ?? there(cwd, members)
    const found = placeIn(candidates, { labels, agent, project, only })
    if ('place' in found) return found.place
    throw new ApiError('not-possible', `no node can take this session: ${found.reasons.join('; ')}`)
  }

  /** Undefined: this node has no such folder, or may not use it. */
  async #here(folder: string): Promise<Sought | undefined> {
    const { host, id } = this.#context
    const real = await host.folders.check(folder).catch(() => undefined)
    if (real === undefined) return undefined
    const repository = await host.git.open(real).catch(() => undefined)
    const remote = repository && (await remoteKeyOf(host.git, real))
    const inside = repository ? relative(repository.top, real) : ''
    return { folder, remote, inside, on: new Set([id]) }
  }
}

/** A folder of other nodes, as their projects have it. */
function there(folder: string, members: readonly Member[]): Sought {
  const found = members.flatMap(({ id, record }) =>
    record.projects.filter(({ path }) => isWithin(folder, path)).map((project) => ({ id, ...project })),
  )
  const [first] = found.toSorted((a, b) => b.path.length - a.path.length)
  if (!first) return { folder, remote: undefined, inside: '', on: new Set() }
  const { path, remote } = first
  const same = found.filter((it) => it.path === path && it.remote === remote)
  return { folder, remote, inside: relative(path, folder), on: new Set(same.map(({ id }) => id)) }
}
