import type { HostRequestFields, HostRequestSubtype, HostResponse } from '../../protocol/control/to-cli.ts'
import { newId } from '../store/action.ts'
import { api } from '../store/connection.ts'

/** Sends a control request to the CLI of a session and returns its answer. */
export async function control<S extends HostRequestSubtype>(
  session: string,
  subtype: S,
  fields?: HostRequestFields<S>,
): Promise<HostResponse<S>> {
  const body = { commandId: newId(), subtype, ...(fields && { fields: fields as Record<string, unknown> }) }
  const { result } = await api.call('control', { params: { id: session }, body })
  return result as HostResponse<S>
}
