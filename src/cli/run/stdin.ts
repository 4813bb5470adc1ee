/** The prompt of `run`: its argument, what is piped into it, or both. */
import type { Io } from '../io.ts'

/** A pipe that nobody writes to must not hold the prompt back. `claude -p` waits as long. */
const MAX_WAIT = 3000
/** No model takes more, and a pipe may never end. `claude -p` refuses as much. */
const MAX_BYTES = 10 * 1024 * 1024

/** `-` stands for stdin. Undefined: there is no prompt, and a terminal to ask for one. */
export async function promptFrom(operand: string | undefined, io: Io): Promise<string | undefined> {
  if (operand === '-') return readAll(io)
  if (io.stdin.isTTY) return operand
  if (operand === undefined) return readAll(io)
  const piped = await readSoon(io)
  return piped.trim() === '' ? operand : `${operand}\n${piped}`
}

async function readAll({ stdin }: Io): Promise<string> {
  const chunks: Buffer[] = []
  let bytes = 0
  for await (const chunk of stdin) {
    chunks.push(Buffer.from(chunk as Uint8Array))
    bytes += chunks.at(-1)?.length ?? 0
    if (bytes > MAX_BYTES)
      throw new Error('more than 10 MB came from stdin. Write it to a file, and name the file in the prompt.')
  }
  return Buffer.concat(chunks).toString('utf8')
}

/** All of stdin if anything comes in time, and nothing otherwise. */
async function readSoon(io: Io): Promise<string> {
  const { stdin } = io
  const begins = new Promise<boolean>((resolve) => {
    const timer = setTimeout(() => decide(false), MAX_WAIT)
    const decide = (hasBegun: boolean) => {
      clearTimeout(timer)
      stdin.off('readable', onReadable).off('end', onReadable).off('error', onReadable)
      resolve(hasBegun)
    }
    const onReadable = () => decide(true)
    stdin.once('readable', onReadable).once('end', onReadable).once('error', onReadable)
  })
  if (await begins) return readAll(io)
  stdin.pause() // a pipe that is being read would keep the command from ending
  io.err(
    `fairlead run: nothing came from stdin in ${MAX_WAIT / 1000} s, so only the argument is sent. Add < /dev/null to skip this wait.\n`,
  )
  return ''
}
