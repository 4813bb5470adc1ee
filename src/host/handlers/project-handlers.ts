import { listSessions } from '../../client/transcripts/list.ts'
import { isWithin } from '../folders/roots.ts'
import type { Host } from '../host.ts'
import { projectView } from '../projects/project-view.ts'
import type { Handlers } from './handler.ts'

const MAX_HISTORY = 500
/** How many conversations are searched for those of a project. */
const MAX_OF_PROJECT = 2_000

export function projectHandlers(host: Host, roots: readonly string[]) {
  const { receipts, git } = host
  const { projects, projectList, runs } = host.work
  const folder = (path: string) => host.folders.check(path, 'path')
  const view = async (path: string) => projectView(git, projects, await folder(path))
  const audited = (what: string, by: string, detail: object) => ({
    audit: [{ at: Date.now(), session: '', what, by, detail }],
  })
  const isAllowed = ({ cwd = '' }: { cwd?: string }) => roots.some((root) => isWithin(cwd, root))
  const list = async () => {
    const { sessions } = await listSessions({ limit: MAX_HISTORY })
    return projectList.list(sessions.filter(isAllowed))
  }
  return {
    listProjects: list,
    getHistory: async ({ query: { cwd, project, limit = 200 } }) => {
      const { sessions } = await listSessions({
        limit: project === undefined ? limit : MAX_OF_PROJECT,
        ...(cwd !== undefined && { cwd }),
      })
      const allowed = sessions.filter(isAllowed)
      const known = new Map(host.summaries().map(({ cliSessionId, id }) => [cliSessionId, id]))
      const projects = await projectList.projectsOf(allowed.map((it) => it.cwd ?? ''))
      const all = allowed.map((info) => {
        const session = known.get(info.id)
        return {
          cliSessionId: info.id,
          cwd: info.cwd ?? '',
          title: info.title ?? info.firstPrompt ?? '',
          updatedAt: info.updatedAt,
          project: projects.get(info.cwd ?? '') ?? info.cwd ?? '',
          ...(session !== undefined && { session }),
        }
      })
      return { sessions: all.filter((it) => project === undefined || it.project === project).slice(0, limit) }
    },
    addProject: async ({ body, client: { label } }) => {
      const { checkout } = await git.open(await folder(body.path))
      await receipts.run(body.commandId, undefined, async (createReceipt) => {
        projects.add(checkout, createReceipt())
        host.store.commit([{ session: '', ...audited('project-added', label, { project: checkout }) }])
      })
      return list()
    },
    forgetProject: async ({ query, client: { label } }) => {
      await receipts.run(query.commandId, undefined, async (createReceipt) => {
        // The folder may be gone.
        const path = await folder(query.path).catch(() => undefined)
        const project = (path && (await git.checkout(path))) ?? query.path
        projects.forget(project, createReceipt())
        host.store.commit([{ session: '', ...audited('project-forgotten', label, { project }) }])
      })
      return list()
    },
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
    getRun: async ({ query, signal }) =>
      runs.look(
        await folder(query.path),
        { ...(query.after !== undefined && { after: query.after }), wait: query.wait === 'true' },
        signal,
      ),
    startRun: ({ body, client: { label } }) =>
      receipts.run(body.commandId, undefined, async (createReceipt) =>
        runs.start(await folder(body.path), (detail) =>
          host.store.commit([
            { session: '', ...audited('run-started', label, detail), receipt: createReceipt() },
          ]),
        ),
      ),
    stopRun: ({ body, client: { label } }) =>
      receipts.run(body.commandId, undefined, async (createReceipt) => {
        const path = await folder(body.path)
        await runs.stop(path)
        const { audit } = audited('run-stopped', label, { folder: path })
        host.store.commit([{ session: '', audit, receipt: createReceipt() }])
      }),
  } satisfies Partial<Handlers>
}
