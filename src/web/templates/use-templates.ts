import type { PromptTemplate } from '../../api/prompt-templates.ts'
import { api } from '../store/connection.ts'
import { useFetched, useKept } from '../store/fetched.ts'

const NONE: readonly PromptTemplate[] = []

/** The host's templates, read when they are wanted first. */
export function useTemplates(isWanted: boolean): readonly PromptTemplate[] {
  const found = useFetched(isWanted ? 'templates' : undefined, () => api.call('getTemplates', {}))
  return useKept(found.value)?.templates ?? NONE
}
