/** The journal against what the CLIs wrote and what clients saw: nothing lost, nothing doubled, nothing else. */
import type { SeenStream } from '../ledger.ts'
import type { Evidence, JournalEvent, SessionEvidence } from './evidence.ts'
import { canonical, fingerprint } from './fingerprint.ts'

/** From the CLI. */
const OUTPUT = ['received', 'unknown', 'noise']

export function journalProblems({ id, events, lines }: SessionEvidence): string[] {
  const gap = events.findIndex(({ seq }, index) => seq !== index + 1)
  const gaps = gap === -1 ? [] : [`${id}: event ${events[gap]?.seq} stands where ${gap + 1} should`]
  const received = events.filter(({ kind }) => OUTPUT.includes(kind))
  const different = received.findIndex((event, index) => !isOf(event, lines[index]))
  if (different !== -1)
    return [
      ...gaps,
      `${id}: event ${received[different]?.seq} is not line ${different + 1} of the output: ${brief(received[different])} and ${brief(lines[different])}`,
    ]
  if (received.length !== lines.length)
    return [...gaps, `${id}: the CLIs wrote ${lines.length} lines, and the journal has ${received.length}`]
  return gaps
}

/** In characters. Of longer lines the host keeps only the beginning of each long text, with a note. */
const MAX_WHOLE_LINE = 8 * 1024 * 1024
const NOTE = /… \[\d+ more characters are left out here; [^\]]*\]$/

/** The host leaves out where the CLI listens, cuts noise, and cuts long texts of very long lines. */
function isOf(event: JournalEvent, line: string | undefined): boolean {
  if (line === undefined) return false
  if (event.kind === 'noise') return line.startsWith(String(event.text))
  const { messaging_socket_path: _, ...written } = parsed(line)
  const stored = event.kind === 'received' ? event.message : event.value
  if (line.length > MAX_WHOLE_LINE) return isCut(stored, written)
  return canonical(stored) === canonical(written)
}

/** The same but for the ends of long texts. */
function isCut(stored: unknown, written: unknown): boolean {
  if (typeof stored === 'string' && typeof written === 'string')
    return stored === written || (NOTE.test(stored) && written.startsWith(stored.replace(NOTE, '')))
  if (typeof stored !== 'object' || typeof written !== 'object' || !stored || !written)
    return stored === written
  const [own, theirs] = [Object.entries(stored), new Map(Object.entries(written))]
  return own.length === theirs.size && own.every(([name, value]) => isCut(value, theirs.get(name)))
}

function parsed(line: string): Record<string, unknown> {
  try {
    return JSON.parse(line) as Record<string, unknown>
  } catch {
    return { broken: line }
  }
}

export function streamProblems({ client, sessions }: SeenStream, evidence: Evidence): string[] {
  return [...sessions].flatMap(([id, seen]) => {
    const session = evidence.sessions.get(id)
    if (!session) return []
    const wrong = [...seen].find(([seq, print]) => {
      const event = session.events[seq - 1]
      return event === undefined || fingerprint(event) !== print
    })
    return wrong ? [`${client} saw an event ${wrong[0]} of ${id} that the journal does not have so`] : []
  })
}

function brief(value: unknown): string {
  return (typeof value === 'string' ? value : (JSON.stringify(value) ?? 'nothing')).slice(0, 160)
}
