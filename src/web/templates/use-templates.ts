import type { PromptTemplate } from '../../api/prompt-templates.ts'
import { api } from '../store/connection.ts'
import { useFetched, useKept } from '../store/fetched.ts'

const NONE: readonly PromptTemplate[] = []

/** The templates of the host and, first, those of the folder's project; read when they are wanted first. */
export function useTemplates(isWanted: boolean, folder?: string): readonly PromptTemplate[] {
  const found = useFetched(isWanted ? `templates ${folder ?? ''}` : undefined, () =>
    api.call('getTemplates', { query: folder === undefined ? {} : { path: folder } }),
  )
  return useKept(found.value)?.templates ?? NONE
}
