import { homedir } from 'node:os'
import { ApiError } from '../../api/errors.ts'
import type { AnswerOf, RouteName } from '../../api/routes.ts'
import type { Agents } from '../agents.ts'
import type { Budgets } from '../budgets.ts'
import { listFolders, readFile } from '../folders/browse.ts'
import { findFiles } from '../folders/find-files.ts'
import type { Host } from '../host.ts'
import { askedTools } from '../policies/asked-tools.ts'
import type { Policies } from '../policies/policies.ts'
import { recentPrompts } from '../prompt-history.ts'
import type { PromptTemplates } from '../prompt-templates.ts'
import type { CreateReceipt } from '../receipts.ts'
import { processOf } from '../sessions/process-view.ts'
import type { Handlers } from './handler.ts'

export interface HostParts {
  readonly host: Host
  readonly policies: Policies
  readonly budgets: Budgets
  readonly templates: PromptTemplates
  readonly agents: Agents
  readonly roots: readonly string[]
  readonly stop: (options: { all?: boolean | undefined }) => void
}

const MAX_RECENT = 10

type Put<N extends RouteName> = (createReceipt: CreateReceipt<AnswerOf<N>>) => Promise<AnswerOf<N>>

function noFleet(): never {
  throw new ApiError('not-possible', 'this host belongs to no fleet')
}

export function hostHandlers({ host, policies, budgets, templates, agents, roots, stop }: HostParts) {
  const { receipts } = host
  return {
    // Replaced where the host has joined a fleet.
    getFleet: () => ({ nodes: [] }),
    takeOverSession: noFleet,
    moveSession: noFleet,
    drainNode: noFleet,
    getPolicies: () => policies.list,
    putPolicies: async ({ body: { commandId, ...list } }) => {
      const put: Put<'putPolicies'> = async (createReceipt) => policies.put(list, createReceipt)
      return (await receipts.run(commandId, undefined, put)).result
    },
    dryRunPolicies: ({ body }) => policies.dryRun(body, askedTools(host.sessions())),
    getBudgets: () => budgets.list,
    putBudgets: async ({ body: { commandId, ...list } }) => {
      const put: Put<'putBudgets'> = async (createReceipt) => budgets.put(list, createReceipt)
      return (await receipts.run(commandId, undefined, put)).result
    },
    getTemplates: async ({ query: { path } }) => {
      if (path === undefined) return templates.list
      const { templates: own = [] } = await host.work.settingsOf(await host.folders.check(path, 'path'))
      const names = new Set(own.map(({ name }) => name.toLowerCase()))
      return {
        templates: [...own, ...templates.list.templates.filter(({ name }) => !names.has(name.toLowerCase()))],
      }
    },
    putTemplates: async ({ body: { commandId, ...list } }) => {
      const put: Put<'putTemplates'> = async (createReceipt) => templates.put(list, createReceipt)
      return (await receipts.run(commandId, undefined, put)).result
    },
    listPrompts: ({ query }) => ({ prompts: recentPrompts(host.store, query.limit ?? 100) }),
    getAgents: () => agents.list,
    putAgents: async ({ body: { commandId, ...list } }) => {
      await receipts.run(commandId, undefined, async (createReceipt) => {
        agents.put(list, createReceipt)
        await agents.rename((names) => host.renameAgents(names))
      })
      return agents.list
    },
    getUsage: ({ query }) => {
      const rows = host.store.usage(query.from ?? '0000-00-00', query.to ?? '9999-99-99')
      return { rows, totalUsd: rows.reduce((sum, { costUsd }) => sum + costUsd, 0) }
    },
    search: ({ query }) => ({
      hits: host.store
        .search(query.q, query.limit ?? 50)
        .map(({ text: _, ...hit }) => ({ ...hit, title: host.find(hit.session)?.row.title ?? '' })),
    }),
    getAudit: ({ query: { session, from, limit } }) => ({
      entries: host.store.audit({
        ...(session !== undefined && { session }),
        ...(from !== undefined && { from }),
        ...(limit !== undefined && { limit }),
      }),
    }),
    listFolders: ({ query }) => {
      const recent = [...new Set(host.summaries().flatMap(({ cwd }) => cwd || []))].slice(0, MAX_RECENT)
      return listFolders(query.path ?? recent[0] ?? roots[0] ?? homedir(), roots, recent)
    },
    getFile: ({ query }) => {
      const { row } = host.session(query.session)
      // Folders that a person gave it, not those that the CLI names. An earlier version stored a single one as a string.
      const more = [row.options.additionalDirectories ?? []].flat()
      return readFile(query.path, [row.cwd, ...more])
    },
    findFiles: async ({ query, signal }) => ({
      files: await findFiles(host.git, host.session(query.session).row.cwd, query.q, signal),
    }),
    // The receipt keeps a client that repeats its command from ending the next host.
    stopHost: async ({ body: { commandId, all } }) => {
      await receipts.run(commandId, undefined, async (createReceipt) => {
        try {
          host.store.addReceipt(createReceipt())
        } catch {
          // A host whose journal cannot be written can still be ended.
        }
        stop({ all })
      })
      return { ok: true }
    },
    getProcess: ({ params }) => processOf(host.session(params.id)),
    getChanges: ({ params, signal }) => {
      const { row } = host.session(params.id)
      return host.git.changes(row.cwd, row.gitBase, signal)
    },
  } satisfies Partial<Handlers>
}
