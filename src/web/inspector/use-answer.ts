import type { HostRequestFields, HostRequestSubtype, HostResponse } from '../../protocol/control/to-cli.ts'
import type { SessionState } from '../../state/session-state.ts'
import { control } from '../session/control.ts'
import { type Fetched, useFetched } from '../store/fetched.ts'

/** Asks when the component mounts, and again for every new process. */
export function useAnswer<S extends HostRequestSubtype>(
  session: string,
  { process }: SessionState,
  subtype: S,
  fields?: HostRequestFields<S>,
): Fetched<HostResponse<S>> {
  const isReady = process.status === 'running' && process.initializedAt !== undefined
  const key = isReady ? `${session} ${subtype} ${process.generation}` : undefined
  return useFetched(key, () => control(session, subtype, fields))
}
