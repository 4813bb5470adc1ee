/** What was chosen for the last new session: the next one most likely wants the same. */
import { useCallback, useMemo, useState } from 'react'
import type { CreateSession } from '../../../api/commands.ts'
import { useStored } from '../../store/stored.ts'

export type Mode = NonNullable<CreateSession['permissionMode']>
export interface Choices {
  /** Undefined: nothing was chosen yet. */
  readonly cwd?: string
  /** Empty: the host's default. */
  readonly agent: string
  /** Empty: the agent's own. */
  readonly model: string
  readonly mode: Mode | ''
  /** Empty: as the host is set up. */
  readonly isolation: 'require' | ''
}

function parseChoices(text: string | undefined): Partial<Choices> {
  try {
    const value: unknown = JSON.parse(text ?? '{}')
    if (typeof value !== 'object' || value === null) return {}
    const found = Object.entries(value).filter(([, it]) => typeof it === 'string')
    return Object.fromEntries(found) as Partial<Choices>
  } catch {
    return {}
  }
}

/** A mode that skips every check is chosen anew each time. */
const toKeep = (choices: Choices): Choices =>
  choices.mode === 'bypassPermissions' ? { ...choices, mode: '' } : choices

export function useChoices() {
  const [kept, keep] = useStored('new-session')
  const [changed, setChanged] = useState<Partial<Choices>>({})
  const choices = useMemo<Choices>(
    () => ({ agent: '', model: '', mode: '', isolation: '', ...parseChoices(kept), ...changed }),
    [kept, changed],
  )
  const choose = useCallback((news: Partial<Choices>) => setChanged((before) => ({ ...before, ...news })), [])
  const remember = useCallback(() => keep(JSON.stringify(toKeep(choices))), [keep, choices])
  return { choices, choose, remember }
}
