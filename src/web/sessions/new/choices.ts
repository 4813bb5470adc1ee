/** The choices of the last new session are the defaults for the next. */
import { useCallback, useMemo, useState } from 'react'
import type { CreateSession } from '../../../api/commands.ts'
import { useStored } from '../../store/stored.ts'

export type Mode = NonNullable<CreateSession['permissionMode']>
export interface Choices {
  readonly cwd?: string
  /** Empty for the host's default. */
  readonly agent: string
  /** Empty for the agent's default. */
  readonly model: string
  readonly mode: Mode | ''
  /** Empty for the host's setting. */
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

/** The mode that skips every check is never remembered. */
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
