/** Which executable `--agent` means. */
import { fileURLToPath } from 'node:url'

/** The option as commands that run an agent have it. */
export const AGENT_OPTION = {
  type: 'string',
  value: 'WHICH',
  about: 'sim (the simulator), or the path of a claude; otherwise the one that is installed',
} as const

/** The simulator beside this file's build. */
const built = import.meta.url.endsWith('.ts')
  ? '../../dist/simulator/agent/main.js'
  : '../simulator/agent/main.js'

/** As the option `binary` of a session. */
export function agentBinary(agent: string | undefined): { binary?: string } {
  if (agent === undefined) return {}
  return { binary: agent === 'sim' ? fileURLToPath(new URL(built, import.meta.url)) : agent }
}

/** A message of the library in the words of the command: its option `binary` is `--agent` here. */
export function inFlags(message: string): string {
  return message
    .replaceAll(/the option `binary`/gi, '--agent')
    .replaceAll('another `binary`', 'another --agent')
}
