import type { Session } from '../client/session.ts'
import type { ExportOptions } from '../state/export/options.ts'
import { toPlainParagraphs } from '../state/export/plain-text.ts'

/**
 * What was said, a text for each item, without ids and times: two runs of one scenario give the same. Prompts begin with `>`, tool
 * calls with the name of the tool in brackets. Notices of the CLI are left out unless `options` ask for them.
 *
 * @example
 * assert.deepEqual(transcript(session), ['> run the tests', '[Bash] npm test (denied)\n    No.', 'All right.'])
 */
export function transcript(session: Pick<Session, 'state'>, options: ExportOptions = {}): string[] {
  return toPlainParagraphs(session.state, { head: false, notices: false, durations: false, ...options })
}
