import type { ResultOf } from '../../api/routes.ts'
import type { Host } from '../host.ts'
import { mergeInto, previewOf, statusOf } from '../worktrees/merge.ts'
import { worktreeOf } from '../worktrees/worktree.ts'
import type { Handlers } from './handler.ts'

export function workHandlers(host: Host) {
  const { receipts, git } = host
  const { worktrees, checkpoints } = host.work
  const { ends } = worktrees
  const inTurn = <T>(id: string, work: () => Promise<T>) =>
    worktrees.turns.run(worktreeOf(host.session(id).row)?.checkout ?? id, work)
  const audited = (session: string, what: string, by: string, detail: object) => ({
    audit: [{ at: Date.now(), session, what, by, detail }],
  })
  return {
    getWorktree: ({ params }) => statusOf(git, host.session(params.id)),
    previewMerge: ({ params, query }) => previewOf(git, host.session(params.id), query),
    mergeWorktree: ({ params: { id }, body, client: { label } }) =>
      receipts.run<ResultOf<'mergeWorktree'>>(body.commandId, id, (createReceipt) =>
        inTurn(id, () =>
          mergeInto(git, host.session(id), body, (result) => ({
            receipt: createReceipt(result),
            ...audited(id, 'merged', label, { how: body.how, ...result }),
          })),
        ),
      ),
    endWorktree: ({ params: { id }, body, client: { label } }) =>
      receipts.run<ResultOf<'endWorktree'>>(body.commandId, id, (createReceipt) =>
        inTurn(id, () =>
          ends.end(host.session(id), body.branch, (trash) => ({
            receipt: createReceipt({ trash }),
            ...audited(id, 'worktree-ended', label, { branch: body.branch, trash }),
          })),
        ),
      ),
    listCheckpoints: ({ params }) => checkpoints.list(host.session(params.id)),
    diffCheckpoints: ({ params, query }) => checkpoints.diff(host.session(params.id), query),
    restoreCheckpoint: ({ params: { id }, body, client: { label } }) =>
      receipts.run<ResultOf<'restoreCheckpoint'>>(body.commandId, id, async (createReceipt) => {
        const result = await checkpoints.restore(host.session(id), body.turn)
        const { audit } = audited(id, 'restored', label, { turn: body.turn, ...result })
        host.store.commit([{ session: id, audit, receipt: createReceipt(result) }])
        return result
      }),
    listWorktrees: () => ends.list(),
    endOrphan: ({ body, client: { label } }) =>
      receipts.run<ResultOf<'endOrphan'>>(body.commandId, undefined, async (createReceipt) => {
        const result = await worktrees.turns.run(body.path, () => ends.endOrphan(body.path, body.branch))
        const { audit } = audited('', 'worktree-ended', label, {
          path: body.path,
          branch: body.branch,
          ...result,
        })
        host.store.commit([{ session: '', audit, receipt: createReceipt(result) }])
        return result
      }),
    listTrash: () => ends.trash(),
    restoreWorktree: ({ body, client: { label } }) =>
      receipts.run<ResultOf<'restoreWorktree'>>(body.commandId, undefined, async (createReceipt) => {
        const result = await worktrees.turns.run(body.checkout, () => ends.restore(body.checkout, body.id))
        const { audit } = audited('', 'worktree-restored', label, { id: body.id, ...result })
        host.store.commit([{ session: '', audit, receipt: createReceipt(result) }])
        return result
      }),
    pruneTrash: ({ body, client: { label } }) =>
      receipts.run(body.commandId, undefined, async (createReceipt) => {
        await ends.prune(body.checkout, body.ids)
        const { audit } = audited('', 'trash-pruned', label, { checkout: body.checkout, ids: body.ids })
        host.store.commit([{ session: '', audit, receipt: createReceipt() }])
      }),
    runSetup: ({ params, body }) =>
      receipts.run(body.commandId, params.id, async (createReceipt) => {
        const session = host.session(params.id)
        worktrees.checkSetup(session)
        // An attempt that is about to fail must not be taken for this one.
        await session.close()
        await worktrees.allowSetup(session, body.skip ?? false)
        await session.openWhenFree({ receipt: createReceipt() })
      }),
  } satisfies Partial<Handlers>
}
