/** Which executable `--agent` means. */
import { builtFile } from '../process/package-files.ts'

/** The option as commands that run an agent have it. */
export const AGENT_OPTION = {
  type: 'string',
  value: 'WHICH',
  about: 'sim (the simulator) or the path of a claude (the installed one)',
} as const

/** As the option `binary` of a session. */
export function agentBinary(agent: string | undefined): { binary?: string } {
  if (agent === undefined) return {}
  return { binary: agent === 'sim' ? builtFile('simulator/agent/main.js') : agent }
}

/** A message of the library in the words of the command: its option `binary` is `--agent` here, and `sessionId` `--session-id`. */
export function inFlags(message: string): string {
  return message
    .replaceAll(/the option `binary`/gi, '--agent')
    .replaceAll('another `binary`', 'another --agent')
    .replaceAll('`sessionId`', '--session-id')
}
