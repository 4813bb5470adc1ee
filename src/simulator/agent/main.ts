#!/usr/bin/env node
/**
 * `fairlead-sim`: a simulated `claude`. One process is one session, as with the real CLI. It ends with its input, with a signal,
 * or when a host or a fault makes it end.
 */
import { onSignal } from './listen.ts'
import { start } from './start.ts'

const agent = start({
  argv: process.argv.slice(2),
  env: process.env,
  cwd: process.cwd(),
  stdin: process.stdin,
  stdout: process.stdout,
  stderr: process.stderr,
  exit: (code) => process.exit(code),
})

if (agent !== undefined) {
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const)
    process.on(signal, () => onSignal(agent, signal))
}
