/** Control requests to the session's CLI, sent only while its process runs. */
import type { HostRequestFields, HostRequestSubtype, HostResponse } from '../../protocol/control/to-cli.ts'
import type { SessionState } from '../../state/session-state.ts'
import { newId } from '../store/action.ts'
import { api } from '../store/connection.ts'
import { type Fetched, useFetched } from '../store/fetched.ts'

export async function ask<S extends HostRequestSubtype>(
  session: string,
  subtype: S,
  fields?: HostRequestFields<S>,
): Promise<HostResponse<S>> {
  const body = { commandId: newId(), subtype, ...(fields && { fields: fields as Record<string, unknown> }) }
  const { result } = await api.call('control', { params: { id: session }, body })
  return result as HostResponse<S>
}

/** Asks when the component mounts, and again for every new process. */
export function useAnswer<S extends HostRequestSubtype>(
  session: string,
  { process }: SessionState,
  subtype: S,
  fields?: HostRequestFields<S>,
): Fetched<HostResponse<S>> {
  const isReady = process.status === 'running' && process.initializedAt !== undefined
  const key = isReady ? `${session} ${subtype} ${process.generation}` : undefined
  return useFetched(key, () => ask(session, subtype, fields))
}
