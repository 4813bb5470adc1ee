import type { Host } from '../host.ts'
import { projectView } from '../projects/project-view.ts'
import type { Handlers } from './handler.ts'

export function workHandlers(host: Host) {
  const { receipts, projects, git } = host
  const view = async (path: string) => projectView(git, projects, await host.folders.check(path, 'path'))
  return {
    runSetup: ({ params, body }) =>
      receipts.run(body.commandId, params.id, async (createReceipt) => {
        const session = host.session(params.id)
        host.worktrees.checkSetup(session)
        // An attempt that is about to fail must not be taken for this one.
        await session.close()
        await host.worktrees.allowSetup(session, body.skip ?? false)
        await session.openWhenFree({ receipt: createReceipt() })
      }),
    getProject: ({ query }) => view(query.path),
    putProject: async ({ body }) => {
      const { path } = await view(body.path)
      await receipts.run(body.commandId, undefined, async (createReceipt) =>
        projects.put(path, body.settings, createReceipt()),
      )
      return view(body.path)
    },
    confirmPrograms: async ({ body, client }) => {
      const { path } = await view(body.path)
      await receipts.run(body.commandId, undefined, async (createReceipt) =>
        projects.confirm(path, body.hashes, { at: Date.now(), by: client.label }, createReceipt()),
      )
      return view(body.path)
    },
  } satisfies Partial<Handlers>
}
