/**
 * The proxy as a separate program, which starts faster than the whole command: a wrapper runs it.
 * node main.js OUT AGENT ARGS…
 */
import { findBinary } from '../../process/find-binary.ts'
import { endAs } from '../end-as.ts'
import { runProxy } from './proxy.ts'

const [out = '', agent = '', ...args] = process.argv.slice(2)
const { env } = process
const cwd = process.cwd()
try {
  const binary = findBinary({ binary: agent, env, cwd })
  endAs(await runProxy({ binary, args, out: env.FAIRLEAD_RECORD || out, cwd, env }))
} catch (error) {
  process.stderr.write(`fairlead record: ${error instanceof Error ? error.message : error}\n`)
  process.exitCode = 127
}
