/** Finds the running host, or starts one that stays until `fairlead down`. */
import { ApiError } from '../../api/errors.ts'
import { runningHost } from '../../host/lock.ts'
import { dataFolder } from '../../process/data-folder.ts'
import type { Io } from '../io.ts'
import { type FoundHost, findHost } from './find-host.ts'

export async function connect(io: Io): Promise<FoundHost> {
  const running = findHost(io)
  if (running) return running
  const isStarting = runningHost(dataFolder({ env: io.env })) !== undefined
  io.err(isStarting ? 'A host is starting; waiting for it.\n' : 'No host is running; starting one.\n')
  const { startDetached } = await import('./start.ts')
  const { isNew } = await startDetached(io)
  const found = findHost(io)
  if (!found) throw new ApiError('unreachable', 'the host stopped right after it started')
  if (isNew) io.err(`Started: ${found.url} (stop it with \`fairlead down\`)\n`)
  return found
}
