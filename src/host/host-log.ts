/** The host's log: JSON lines, without secrets. Messages of errors may quote one, so whole lines are redacted. */
import { pino } from 'pino'
import { redact } from '../process/redact.ts'
import type { SessionDeps } from './sessions/session-deps.ts'

/** How many characters are buffered while the file cannot be written. Further lines are dropped. */
const MAX_WAITING = 1024 * 1024
const SECRET_FIELDS = ['token', 'authorization', 'cookie', '*.token', '*.authorization', '*.cookie']

export function hostLog(to: { write(line: string): unknown }, token: string): SessionDeps['log'] {
  const logger = pino({ redact: SECRET_FIELDS }, { write: (line) => to.write(redact(line, [token])) })
  return (level, message, detail = {}) => logger[level](detail, message)
}

/** On a full disk the lines are buffered, and the host goes on. */
export function logFile(file: number): ReturnType<typeof pino.destination> {
  const destination = pino.destination({ dest: file, sync: false, maxLength: MAX_WAITING })
  // Each write retries what could not be written before.
  destination.on('error', () => {})
  return destination
}
