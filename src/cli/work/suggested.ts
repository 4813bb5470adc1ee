import { createInterface } from 'node:readline/promises'
import { SUGGEST_MESSAGE, suggestedMessage } from '../../api/work-prompts.ts'
import type { FoundHost } from '../host/find-host.ts'
import type { Io } from '../io.ts'
import { askSession } from '../sessions/wait.ts'
import { printable } from '../terminal/cells.ts'

interface Suggesting {
  readonly host: FoundHost
  readonly session: string
  readonly io: Io
  readonly isSure: boolean
}

/** The message that the session suggests, shown and, on a terminal, asked about. Undefined if it is not to be used. */
export async function suggested({ host, session, io, isSure }: Suggesting): Promise<string | undefined> {
  const outcome = await askSession({ host, session, io }, SUGGEST_MESSAGE)
  if (!outcome) return undefined
  const message = suggestedMessage(outcome.text)
  if (outcome.status !== 'success' || message === '')
    throw new Error(`The session suggested no message: ${outcome.text || outcome.status}`)
  io.err(
    `${message
      .split('\n')
      .map((line) => `  ${printable(line)}`)
      .join('\n')}\n`,
  )
  if (isSure) return message
  if (!io.stdin.isTTY) throw new Error('Use the message with --yes, or give one with -m.')
  const asking = createInterface({ input: io.stdin, output: io.stderr as NodeJS.WritableStream })
  const unlisten = io.onInterrupt(() => asking.close())
  try {
    const answer = await new Promise<string>((resolve) => {
      asking.once('close', () => resolve('n'))
      void asking.question('Commit with this message? [Y/n] ').then(resolve)
    })
    return /^(?:y|yes|)$/i.test(answer.trim()) ? message : undefined
  } finally {
    unlisten()
    asking.close()
  }
}
