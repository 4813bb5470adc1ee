/** Settings of the host as they are stored. One that cannot be read must not keep the host from starting. */
import type { z } from 'zod'
import type { Store } from './store.ts'

export type TellProblem = (problem: string) => void

/** Undefined if it is not set. An unreadable setting is reported, and stays in the journal until it is replaced. */
export function readSetting<T>(
  store: Pick<Store, 'setting'>,
  name: string,
  schema: z.ZodType<T>,
  tell: TellProblem,
): T | undefined {
  try {
    const stored = store.setting(name)
    return stored === undefined ? undefined : schema.parse(stored)
  } catch (error) {
    const why = (error as Error).message.split('\n').join(' ').slice(0, 200)
    tell(`the ${name} in the journal cannot be read: save them again (${why})`)
    return undefined
  }
}
