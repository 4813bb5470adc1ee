import { newId } from '../store/action.ts'
import { api } from '../store/connection.ts'

/** A control request to the CLI of a session; answers what the CLI said. */
export async function control(session: string, subtype: string, fields: Record<string, unknown>) {
  const { result } = await api.call('control', {
    params: { id: session },
    body: { commandId: newId(), subtype, fields },
  })
  return result
}
