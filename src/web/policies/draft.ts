/**
 * The rules being edited. The browser stores unsaved changes, so that leaving the page loses nothing. The draft knows the
 * saved rules that it started from, and warns before it replaces rules that others saved meanwhile.
 */
import { useState } from 'react'
import type { PolicyList, PolicyRule } from '../../api/resources.ts'
import { useAction } from '../store/action.ts'
import { api } from '../store/connection.ts'
import { useFetched } from '../store/fetched.ts'
import { store, stored } from '../store/stored.ts'
import { areSame } from './rules.ts'

type Rules = readonly PolicyRule[]
interface Draft {
  readonly base: Rules
  readonly rules: Rules
}
const NAME = 'policies-draft'
const CHANGED_ELSEWHERE =
  'The rules were changed elsewhere since you began. Save again to replace them with yours, or discard your changes to see them.'

export type PolicyDraft = ReturnType<typeof usePolicyDraft>

export function usePolicyDraft() {
  const fetched = useFetched('policies', () => api.call('getPolicies', {}))
  const [answer, setAnswer] = useState<PolicyList>()
  const [draft, setDraft] = useState(readDraft)
  const current = answer ?? fetched.value
  const saved = current?.rules
  const keep = (next: Draft | undefined) => {
    setDraft(next)
    store(NAME, next && JSON.stringify(next))
  }
  const save = useAction(async () => {
    if (!draft) return
    const now = await api.call('getPolicies', {})
    if (!areSame(now.rules, draft.base)) {
      setAnswer(now)
      keep({ ...draft, base: now.rules })
      throw new Error(CHANGED_ELSEWHERE)
    }
    setAnswer(await api.call('putPolicies', { body: { rules: [...draft.rules] } }))
    keep(undefined)
  })
  const acknowledge = useAction(async () => {
    const { rules } = await api.call('getPolicies', {})
    setAnswer(await api.call('putPolicies', { body: { rules } }))
  })
  return {
    saved,
    /** Saved rules whose meaning changed when the host was updated. */
    changed: current?.changed ?? [],
    acknowledge,
    rules: draft?.rules ?? saved,
    isChanged: draft !== undefined,
    change: (rules: Rules) => {
      const base = draft?.base ?? saved ?? []
      keep(areSame(rules, base) ? undefined : { base, rules })
    },
    save,
    discard: () => {
      save.clear()
      keep(undefined)
    },
    error: fetched.error,
    again: fetched.again,
  }
}

function readDraft(): Draft | undefined {
  try {
    const value = JSON.parse(stored(NAME) ?? '') as Draft
    return Array.isArray(value.base) && Array.isArray(value.rules) ? value : undefined
  } catch {
    return undefined
  }
}
