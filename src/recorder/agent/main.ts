/** A simulated `claude` that plays the recording in FAIRLEAD_REPLAY. It takes the arguments that a host gives a CLI. */
import { endAs } from '../end-as.ts'
import { playAsAgent } from './run.ts'

const { FAIRLEAD_REPLAY: file, FAIRLEAD_REPLAY_SPEED: speed } = process.env
try {
  if (!file) throw new Error('FAIRLEAD_REPLAY names no recording')
  const args = process.argv.slice(2)
  endAs(await playAsAgent({ file, args, ...(speed && { speed: Number(speed) || 0 }) }))
} catch (error) {
  process.stderr.write(`fairlead replay: ${error instanceof Error ? error.message : error}\n`)
  process.exit(1)
}
