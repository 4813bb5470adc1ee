/**
 * The one place where commands are searched for `bypassPermissions` before a handler gets them: the server accepts guarded
 * handlers only. Options are checked again when a process is started with them, because settings in files have been read
 * by then, and another host may have stored the options.
 */
import type { z } from 'zod'
import type { RouteName, routes } from '../../api/routes.ts'
import { byId } from '../../state/approvals/approvals.ts'
import { rememberedUpdates } from '../folders/grants.ts'
import type { Host } from '../host.ts'
import type { HostSession } from '../sessions/host-session.ts'
import { sessionWithApproval } from './approval-handlers.ts'
import type { Handlers, Request } from './handler.ts'

declare const GUARDED: unique symbol
export type Guarded<H> = H & { readonly [GUARDED]: true }

type RouteWithBody = {
  [N in RouteName]: (typeof routes)[N] extends { body: z.ZodType } ? N : never
}[RouteName]

/** Returns the parts of a command that can change who decides about permissions. Text for the model or for a person cannot. */
type Parts = { readonly [N in RouteWithBody]: (request: Request<N>, host: Host) => unknown }

const nothing = () => undefined

/** The compiler requires a line for each route with a body. */
const PARTS: Parts = {
  createSession: ({ body: { permissionMode, options = {} } }) => {
    // Environment values, and the title or id of a conversation, have no effect on permissions.
    const { env: _, resume: __, ...rest } = options
    return [permissionMode, rest]
  },
  forkSession: nothing,
  resumeSession: nothing,
  closeSession: nothing,
  patchSession: nothing,
  sendMessage: nothing,
  patchQueued: nothing,
  interrupt: nothing,
  control: ({ body }) => body.fields,
  answerApproval: ({ params, body }, host) => updatesOf(host.session(params.id), params.approval, body),
  answerApprovalById: ({ params, body }, host) =>
    updatesOf(sessionWithApproval(params.id, host), params.id, body),
  // Patterns that allow, deny or ask about one tool.
  putPolicies: nothing,
  dryRunPolicies: nothing,
  putBudgets: nothing,
  runSetup: nothing,
  mergeWorktree: nothing,
  endWorktree: nothing,
  endOrphan: nothing,
  restoreWorktree: nothing,
  pruneTrash: nothing,
  // Text for the model.
  addComment: nothing,
  patchComment: nothing,
  sendComments: nothing,
  stage: nothing,
  revert: nothing,
  commit: nothing,
  push: nothing,
  openPullRequest: nothing,
  restoreCheckpoint: nothing,
  putProject: ({ body }) => body.settings.permissionMode,
  addProject: nothing,
  startRun: nothing,
  stopRun: nothing,
  confirmPrograms: nothing,
  // Text for the model.
  putTemplates: nothing,
  // An agent is any program: whoever may add one needs no mode.
  putAgents: nothing,
  drainNode: nothing,
  stopHost: nothing,
  // The node that takes it checks its options.
  takeOverSession: nothing,
  moveSession: nothing,
}

export function guardHandlers<H extends Partial<Handlers>>(handlers: H, host: Host): Guarded<H> {
  const guarded = Object.entries(handlers).map(([name, handler]) => {
    const partsOf = PARTS[name as RouteWithBody] as ((request: object, host: Host) => unknown) | undefined
    if (!partsOf) return [name, handler]
    const guard = (request: object) => {
      host.checkBypass(partsOf(request, host))
      return (handler as (request: object) => unknown)(request)
    }
    return [name, guard]
  })
  return Object.fromEntries(guarded) as Guarded<H>
}

/** The mode and the updates to remember, including those that are named by their position among the suggestions. */
function updatesOf(
  { state }: HostSession,
  id: string,
  { mode, remember }: Request<'answerApproval'>['body'],
): unknown {
  return [mode, rememberedUpdates(byId(state, id)?.request, remember)]
}
