/** An action of git that may run hooks of the repository, which a person confirms first. What they printed is kept if it fails. */
import { type ReactNode, useState } from 'react'
import { ApiError } from '../../../api/errors.ts'
import { isObject } from '../../../protocol/json.ts'
import type { Action } from '../../store/action.ts'
import { useConfirmed } from '../../worktree/use-confirmed.tsx'

interface RepositoryAction<Args extends unknown[]> extends Action<Args> {
  readonly output: string | undefined
  /** Has to be rendered. */
  readonly dialog: ReactNode
}

/** `cwd`: a folder of the repository. */
export function useRepositoryAction<Args extends unknown[]>(
  cwd: string,
  work: (...args: Args) => Promise<unknown>,
): RepositoryAction<Args> {
  const [output, setOutput] = useState<string>()
  const action = useConfirmed(cwd, ['hooks'], async (...args: Args) => {
    setOutput(undefined)
    try {
      await work(...args)
    } catch (failure) {
      setOutput(outputIn(failure))
      throw failure
    }
  })
  return { ...action, output }
}

function outputIn(failure: unknown): string | undefined {
  if (!(failure instanceof ApiError) || !isObject(failure.details)) return undefined
  const { output } = failure.details
  return typeof output === 'string' ? output : undefined
}
