import type { ApiClient } from '../../api/client.ts'
import type { ProjectView } from '../../api/work.ts'
import type { Io } from '../io.ts'
import { printable } from '../terminal/cells.ts'

/** Shows what of the project would run, and confirms it as it is. Returns how many programs were not confirmed before. */
export async function confirmPrograms(
  api: ApiClient,
  path: string,
  kind: ProjectView['programs'][number]['kind'],
  io: Io,
): Promise<number> {
  const { programs } = await api.call('getProject', { query: { path } })
  const open = programs.filter((it) => it.kind === kind && !it.isConfirmed)
  for (const { title, text } of open) {
    const lines = text.split('\n').map((line) => `  ${printable(line)}\n`)
    io.err(`Confirmed: ${printable(title)}\n${lines.join('')}`)
  }
  if (open.length > 0)
    await api.call('confirmPrograms', { body: { path, hashes: open.map(({ hash }) => hash) } })
  return open.length
}
