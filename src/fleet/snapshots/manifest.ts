/** What the fleet keeps of a session for the node that may take it over: beside its events, what these do not say. */
import { z } from 'zod'
import { sessionOptionsSchema } from '../../api/session-options.ts'
import type { SessionRow } from '../../host/journal/store.ts'
import type { KeyTable, TableEntry } from '../ports.ts'

const count = z.number().int()
const commit = z.string().regex(/^[0-9a-f]{40,64}$/)

const gitSchema = z.object({
  /** The file with the commits. */
  file: z.string(),
  /** All files of the folder, also those that were not committed. */
  commit,
  tree: commit,
  /** The commit that the folder was at. */
  head: commit,
  branch: z.string().optional(),
  /** Of a worktree: where its work began. */
  base: commit.optional(),
  baseBranch: z.string().optional(),
  /** The session's folder within the repository. */
  inside: z.string(),
  /** By which the project is known: its remote, or its first commits where it has none that other machines can have. */
  remote: z.string().optional(),
  roots: z.array(commit),
})
export type GitSnapshot = z.infer<typeof gitSchema>

const rowSchema = z.object({
  id: z.string(),
  title: z.string(),
  cwd: z.string(),
  agent: z.string(),
  createdAt: z.number(),
  updatedAt: z.number(),
  archived: z.boolean(),
  // As from a client: a node takes nothing else.
  options: sessionOptionsSchema.omit({ env: true }),
  generation: count,
  wanted: z.enum(['run', 'rest']),
  gitBase: z.string().optional(),
  extra: z.record(z.string(), z.unknown()),
})

const manifestSchema = z.object({
  epoch: count,
  /** The session's last event when the files were read. */
  seq: count,
  /** The last turn that was over. */
  turn: count,
  at: z.number(),
  node: z.string(),
  row: rowSchema,
  /** It was given values of the environment, which stay on its node. */
  hasEnvironment: z.boolean(),
  transcripts: z.array(z.object({ name: z.string(), file: z.string() })),
  git: gitSchema.optional(),
  /** Why there are no files. */
  problem: z.string().optional(),
})
export interface Manifest extends z.infer<typeof manifestSchema> {
  readonly row: Omit<SessionRow, 'offset'>
}

export async function readManifest(
  table: KeyTable,
  session: string,
): Promise<{ manifest: Manifest; entry: TableEntry } | undefined> {
  const entry = await table.get(session)
  if (!entry) return undefined
  const { data } = manifestSchema.safeParse(entry.value)
  return data && { manifest: data as Manifest, entry }
}

/** The files that it names. */
export function filesOf(manifest: Manifest | undefined): Set<string> {
  const { transcripts = [], git } = manifest ?? {}
  return new Set([...transcripts.map(({ file }) => file), ...(git ? [git.file] : [])])
}
