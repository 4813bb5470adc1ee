/**
 * Comments on lines of a session's changes. They are stored with the session, so that all clients have the same ones. A prompt is made of
 * them; a host that is killed in between knows from the receipt of the command whether the prompt was sent.
 */
import { randomUUID } from 'node:crypto'
import { join } from 'node:path'
import { z } from 'zod'
import type { SendMessage } from '../../api/commands.ts'
import { type AddComment, type CommentList, commentSchema } from '../../api/comments.ts'
import { ApiError } from '../../api/errors.ts'
import { type CommentPlace, placeOfComment, promptOfComments } from '../../api/review-comments.ts'
import type { ReviewScope } from '../../api/review-files.ts'
import type { SessionEvent } from '../../state/events.ts'
import { endedTurn } from '../checkpoints/done.ts'
import { readFile } from '../folders/browse.ts'
import type { Git } from '../git/git.ts'
import type { CommitExtras } from '../journal/journal.ts'
import type { SessionRow, Store } from '../journal/store.ts'
import type { Client } from '../sessions/client.ts'
import type { HostSession } from '../sessions/host-session.ts'
import type { ReviewFiles } from './review-files.ts'

const UNKNOWN = Symbol('unknown')
const MAX_COMMENTS = 500
const MAX_SIZE = 1024 * 1024
const keptSchema = commentSchema.extend({
  /** The command that sends it. */
  sending: z.string().optional(),
  /** The turn after which its lines were first found touched. */
  touchedIn: z.number().optional(),
})
type Kept = z.infer<typeof keptSchema>

/** Sent, and not known to be touched. */
const isFollowed = (it: Kept): boolean => it.status === 'sent' && it.touchedIn === undefined

export interface CommentsContext {
  readonly git: Git
  readonly store: Store
  readonly files: ReviewFiles
  readonly now: () => number
  readonly log: (level: 'info' | 'warn', message: string) => void
}

export class Comments {
  readonly #context: CommentsContext
  /** What a turn touched, while that is looked up. */
  readonly #looking = new WeakMap<HostSession, Promise<void>>()

  constructor(context: CommentsContext) {
    this.#context = context
  }

  /** After a turn. Of one whose end no host sees, the next turn has the changes. */
  follow(session: HostSession, events: readonly SessionEvent[]): void {
    const turn = endedTurn(session, events)
    if (turn === undefined || !this.#of(session.row).some(isFollowed)) return
    const looking = this.#settled(session)
      .then(() => this.#lookAfter(session, turn))
      .catch((error: Error) =>
        this.#context.log('warn', `comments of session ${session.id}: ${error.message}`),
      )
    this.#looking.set(session, looking)
  }

  async list(session: HostSession): Promise<CommentList> {
    await this.#settled(session)
    const placed = await this.#placed(session, this.#of(session.row))
    return {
      comments: placed.map(({ sending: _, touchedIn, place, ...comment }) => {
        const turn = place?.status === 'touched' ? touchedIn : undefined
        return { ...comment, ...(place && { place: { ...place, ...(turn !== undefined && { turn }) } }) }
      }),
    }
  }

  async #settled(session: HostSession): Promise<void> {
    await this.#looking.get(session)
  }

  async #lookAfter(session: HostSession, turn: number): Promise<void> {
    const placed = await this.#placed(session, this.#of(session.row).filter(isFollowed))
    const touched = new Set(placed.flatMap((it) => (it.place?.status === 'touched' ? [it.id] : [])))
    if (touched.size === 0) return
    const note = (it: Kept) => (touched.has(it.id) ? { ...it, touchedIn: turn } : it)
    await this.#store(session, this.#of(session.row).map(note))
  }

  async #placed(
    session: HostSession,
    comments: readonly Kept[],
  ): Promise<(Kept & { place?: CommentPlace })[]> {
    const paths = [...new Set(comments.map(({ path }) => path))]
    const contents = new Map(
      await Promise.all(paths.map(async (path) => [path, await this.#contents(session, path)] as const)),
    )
    return comments.map((comment) => {
      const now = contents.get(comment.path)
      return now === UNKNOWN ? comment : { ...comment, place: placeOfComment(comment, now) }
    })
  }

  async add(
    session: HostSession,
    {
      path,
      side,
      first,
      last = first,
      text,
      scope = 'base',
      turn,
      since,
      code: seen,
    }: Omit<AddComment, 'commandId'>,
    by: string,
    extra: (id: string) => CommitExtras,
  ): Promise<{ id: string }> {
    const id = randomUUID()
    const code = seen ?? (await this.#lines(session, { scope, turn, since, path, side, first, last }))
    const draft: Kept = {
      ...{ id, path, side, first, last, code, text, by },
      ...{ status: 'draft', at: this.#context.now() },
    }
    await this.#store(session, [...this.#of(session.row), draft], extra(id))
    return { id }
  }

  async change(
    session: HostSession,
    id: string,
    { text, status }: { text?: string | undefined; status?: 'sent' | 'resolved' | undefined },
    extra: CommitExtras,
  ): Promise<void> {
    const comment = this.#find(session, id)
    if (text !== undefined && comment.status !== 'draft')
      throw new ApiError('conflict', 'the comment was sent: write another one')
    if (status !== undefined && comment.status === 'draft')
      throw new ApiError('conflict', 'the comment is a draft: send or remove it')
    const changed = {
      ...comment,
      ...(text !== undefined && { text }),
      ...(status !== undefined && { status }),
    }
    await this.#store(
      session,
      this.#of(session.row).map((it) => (it.id === id ? changed : it)),
      extra,
    )
  }

  async remove(session: HostSession, id: string, extra: CommitExtras): Promise<void> {
    this.#find(session, id)
    await this.#store(
      session,
      this.#of(session.row).filter((it) => it.id !== id),
      extra,
    )
  }

  /** Sends drafts, or comments that were sent before, as one prompt. */
  async send(
    session: HostSession,
    { ids, when }: { ids?: readonly string[] | undefined; when?: SendMessage['when'] },
    client: Client,
    receipt: (result: { prompt: string; comments: string[] }) => NonNullable<CommitExtras['receipt']>,
  ): Promise<{ prompt: string; comments: string[] }> {
    const wanted = ids
      ? ids.map((id) => this.#find(session, id))
      : this.#of(session.row).filter(({ status }) => status === 'draft')
    if (wanted.length === 0) throw new ApiError('conflict', 'there are no drafts to send')
    const result = { prompt: randomUUID(), comments: wanted.map(({ id }) => id) }
    const row = receipt(result)
    const marked = (change: (comment: Kept) => Kept) =>
      this.#of(session.row).map((it) => (result.comments.includes(it.id) ? change(it) : it))
    await this.#store(
      session,
      marked((it) => ({ ...it, sending: row.commandId })),
    )
    const text = promptOfComments(wanted)
    await session.send({ id: result.prompt, text, ...(when && { when }) }, client, { receipt: row })
    const at = this.#context.now()
    await this.#store(
      session,
      marked(({ sending: _, touchedIn: __, ...it }) => ({ ...it, status: 'sent', at })),
    )
    return result
  }

  #of({ extra }: Pick<SessionRow, 'extra'>): readonly Kept[] {
    const kept = z.array(keptSchema).safeParse(extra.comments).data ?? []
    return kept.map((it) => {
      const isSent = it.sending !== undefined && this.#context.store.receipt(it.sending) !== undefined
      return isSent && it.status === 'draft' ? { ...it, status: 'sent' } : it
    })
  }

  #find({ row }: HostSession, id: string): Kept {
    const found = this.#of(row).find((it) => it.id === id)
    if (!found) throw new ApiError('not-found', `there is no comment ${id}`)
    return found
  }

  #store(session: HostSession, comments: readonly Kept[], extra: CommitExtras = {}): Promise<void> {
    if (comments.length > MAX_COMMENTS || JSON.stringify(comments).length > MAX_SIZE)
      throw new ApiError('not-possible', 'the session has too many comments: remove some')
    const { updatedAt, extra: kept } = session.row
    return session.change({ extra: { ...kept, comments }, updatedAt }, [], extra)
  }

  async #lines(
    session: HostSession,
    { path, side, first, last, ...state }: ReviewScope & Pick<Kept, 'path' | 'side' | 'first' | 'last'>,
  ): Promise<string> {
    const { contents, encoding } = await this.#context.files.read(session, state, { path, side })
    if (encoding !== 'utf8') throw new ApiError('bad-request', `path: ${path} is not text`)
    const lines = contents.split(/\r?\n/)
    if (lines.at(-1) === '') lines.pop()
    if (last > lines.length)
      throw new ApiError('bad-request', `last: ${path} has ${lines.length} lines, as far as it was read`)
    return lines.slice(first - 1, last).join('\n')
  }

  /** Undefined if the file is gone. */
  async #contents(session: HostSession, path: string): Promise<string | typeof UNKNOWN | undefined> {
    try {
      const { top } = await this.#context.git.open(session.row.cwd)
      const { contents, isCut } = await readFile(join(top, path), [top])
      return isCut ? UNKNOWN : contents
    } catch (error) {
      return error instanceof ApiError && error.code === 'not-found' ? undefined : UNKNOWN
    }
  }
}
