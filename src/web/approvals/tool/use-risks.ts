import { useMemo } from 'react'
import type { Risk } from '../../../shell/risks/risk.ts'
import { inputOf } from '../../../state/approvals/request.ts'
import type { ApprovalView } from '../../../state/approvals/view.ts'
import { textIn } from '../../../state/fields.ts'
import { lazyModule } from '../../ui/lazy-module.ts'

const useReader = lazyModule(() => import('../../../shell/risks/risks-of.ts'))
const useNoReader = lazyModule(async () => undefined)
const NONE: readonly Risk[] = []

/** The command of a request to run one. */
export function commandOf({ kind, toolName, request }: ApprovalView): string | undefined {
  return kind === 'tool' && toolName === 'Bash' ? textIn(inputOf(request).command) : undefined
}

/** The risks of the command; none of any other request. Undefined until the grammar is loaded. */
export function useRisks(request: ApprovalView): readonly Risk[] | undefined {
  const command = commandOf(request)
  const useLoaded = command === undefined ? useNoReader : useReader
  const reader = useLoaded()
  const { cwd } = request
  return useMemo(
    () => (command === undefined ? NONE : reader?.risksOf(command, { project: cwd })),
    [reader, command, cwd],
  )
}
