/** The host's log: JSON lines, without secrets. Errors repeat what others said, and that may be a key. */
import { pino } from 'pino'
import { redact } from '../process/redact.ts'
import type { SessionDeps } from './sessions/session-deps.ts'

/** Characters that wait while the file cannot be written. What comes then is dropped. */
const MAX_WAITING = 1024 * 1024
const SECRET_FIELDS = ['token', 'authorization', 'cookie', '*.token', '*.authorization', '*.cookie']

export function hostLog(to: { write(line: string): unknown }, token: string): SessionDeps['log'] {
  const logger = pino({ redact: SECRET_FIELDS }, { write: (line) => to.write(redact(line, [token])) })
  return (level, message, detail = {}) => logger[level](detail, message)
}

/** The file of the log. On a full disk its lines wait, and the host goes on. */
export function logFile(file: number): ReturnType<typeof pino.destination> {
  const destination = pino.destination({ dest: file, sync: false, maxLength: MAX_WAITING })
  // Each write tries again what could not be written before.
  destination.on('error', () => {})
  return destination
}
