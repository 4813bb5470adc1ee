/** The host's log: JSON lines, without secrets. Errors repeat what others said, and that may be a key. */
import { pino } from 'pino'
import { redact } from '../process/redact.ts'
import type { SessionDeps } from './sessions/session-deps.ts'

const SECRET_FIELDS = ['token', 'authorization', 'cookie', '*.token', '*.authorization', '*.cookie']

export function hostLog(to: { write(line: string): unknown }, token: string): SessionDeps['log'] {
  const logger = pino({ redact: SECRET_FIELDS }, { write: (line) => to.write(redact(line, [token])) })
  return (level, message, detail = {}) => logger[level](detail, message)
}
