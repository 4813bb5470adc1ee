/** Does one thing to several sessions. All names are resolved first: if one is wrong, nothing is done. */
import type { ApiClient } from '../../api/client.ts'
import type { SessionSummary } from '../../api/resources.ts'
import { EXIT } from '../exit-codes.ts'
import { connect } from '../host/connect.ts'
import type { Io } from '../io.ts'
import { shorten } from '../terminal/truncate.ts'
import { resolveSession } from './resolve-session.ts'

/** `act` returns what was done, in one word. A failure does not stop the others. Returns the exit code. */
export async function forSessions(
  names: readonly string[],
  io: Io,
  json: boolean,
  act: (session: SessionSummary, api: ApiClient) => Promise<string>,
): Promise<number> {
  const { api } = await connect(io)
  const found = new Map<string, SessionSummary>()
  for (const name of names) {
    const session = await resolveSession(api, name)
    found.set(session.id, session)
  }
  let code: number = EXIT.done
  for (const session of found.values()) {
    const { id, title } = session
    try {
      const done = await act(session, api)
      io.out(
        json
          ? `${JSON.stringify({ session: id, done })}\n`
          : `${id.slice(0, 8)}  ${done}  ${shorten(title, 60)}\n`,
      )
    } catch (error) {
      if (found.size === 1) throw error
      io.err(`${id.slice(0, 8)}  ${shorten(title, 40)}: ${(error as Error).message}\n`)
      code = EXIT.failed
    }
  }
  return code
}
