/** What the system knows about a session's process. */
import type { ProcessView } from '../../api/resources.ts'
import { durableFiles } from '../../process/durable/files.ts'
import { stderrText } from '../../process/durable/stderr.ts'
import { secretsIn } from '../../process/redact.ts'
import { residentMemory } from '../../process/resident-memory.ts'
import type { HostSession } from './host-session.ts'

export async function processOf({
  state,
  folder,
  secrets,
}: Pick<HostSession, 'state' | 'folder' | 'secrets'>): Promise<ProcessView> {
  const { status, pid, generation, ended } = state.process
  const isRunning = status === 'running' && pid !== undefined
  const memoryBytes = isRunning ? await residentMemory(pid) : undefined
  const { stderr } = durableFiles(folder, generation)
  return {
    ...(isRunning && { pid }),
    ...(memoryBytes !== undefined && { memoryBytes }),
    stderr: ended?.stderr ?? stderrText(stderr, [...secretsIn(process.env), ...secrets]),
  }
}
