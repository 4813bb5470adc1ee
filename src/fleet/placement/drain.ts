/**
 * A node that is being drained takes no new sessions, from nobody; those that it has go on. It keeps that with its own settings, so that
 * it holds after a restart and without a connection, and announces it to the others. Moving its idle sessions away is up to whoever
 * listens with `onChange`.
 */
import { z } from 'zod'
import { ApiError } from '../../api/errors.ts'
import type { Guarded } from '../../host/handlers/bypass-guard.ts'
import type { Handlers } from '../../host/handlers/handler.ts'
import type { Host } from '../../host/host.ts'
import { readSetting, type TellProblem } from '../../host/journal/settings.ts'

const SETTING = 'fleet drain'
const drainSchema = z.object({ since: z.number() }).nullable()

export interface DrainOptions {
  readonly host: Pick<Host, 'store' | 'receipts'>
  readonly tell: TellProblem
  readonly onChange: () => void
}

export class Drain {
  readonly #options: DrainOptions
  #since: number | undefined

  constructor(options: DrainOptions) {
    this.#options = options
    this.#since = readSetting(options.host.store, SETTING, drainSchema, options.tell)?.since
  }

  get isOn(): boolean {
    return this.#since !== undefined
  }

  /** The handlers of this node, for its own clients and for other nodes. */
  guard(own: Guarded<Handlers>): Guarded<Handlers> {
    const guarded: Pick<Handlers, 'createSession' | 'forkSession' | 'drainNode'> = {
      createSession: (request) => {
        this.#check(request.body.commandId)
        return own.createSession(request)
      },
      forkSession: (request) => {
        this.#check(request.body.commandId)
        return own.forkSession(request)
      },
      drainNode: ({ body, client: { label } }) =>
        this.#options.host.receipts.run(body.commandId, undefined, async (createReceipt) => {
          const since = body.drained ? (this.#since ?? Date.now()) : undefined
          const { store } = this.#options.host
          const audit = { at: Date.now(), session: '', what: 'node-drained', by: label }
          store.commit([{ session: '', audit: [{ ...audit, detail: { drained: body.drained } }] }])
          store.putSetting(SETTING, since === undefined ? null : { since }, createReceipt())
          this.#since = since
          this.#options.onChange()
        }),
    }
    return { ...own, ...guarded }
  }

  /** A command that was carried out before has its receipt. */
  #check(commandId: string | undefined): void {
    const isKnown = commandId !== undefined && this.#options.host.store.receipt(commandId) !== undefined
    if (this.isOn && !isKnown)
      throw new ApiError(
        'not-possible',
        'this node is being drained and takes no new sessions (`fairlead fleet drain NODE --undo` ends that)',
      )
  }
}
