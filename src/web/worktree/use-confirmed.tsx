/**
 * An action that the host refuses until a person has confirmed what of the repository would run: the page then shows those
 * programs, and does the action again once they are confirmed.
 */
import { type ReactNode, useRef, useState } from 'react'
import { ApiError } from '../../api/errors.ts'
import { isObject } from '../../protocol/json.ts'
import { type Action, useAction } from '../store/action.ts'
import { ProgramsDialog, type ProjectProgram } from './programs-dialog.tsx'

/** `path`: a folder of the project. `dialog` has to be rendered. */
export function useConfirmed<Args extends unknown[]>(
  path: string,
  kinds: readonly ProjectProgram['kind'][],
  work: (...args: Args) => Promise<unknown>,
): Action<Args> & { dialog: ReactNode } {
  const [isAsking, setAsking] = useState(false)
  const last = useRef<Args>(undefined)
  const action = useAction(async (...args: Args) => {
    last.current = args
    try {
      await work(...args)
    } catch (failure) {
      if (!needsConfirmation(failure)) throw failure
      setAsking(true)
    }
  })
  const dialog = isAsking && (
    <ProgramsDialog
      path={path}
      kinds={kinds}
      onClose={() => setAsking(false)}
      onConfirmed={() => {
        setAsking(false)
        if (last.current) void action.run(...last.current)
      }}
    />
  )
  return { ...action, dialog }
}

function needsConfirmation(failure: unknown): boolean {
  return (
    failure instanceof ApiError &&
    failure.code === 'not-possible' &&
    isObject(failure.details) &&
    typeof failure.details.hash === 'string'
  )
}
