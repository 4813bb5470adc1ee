/** Shows what a project's run script prints. The script belongs to the host: ctrl-c only ends the watching. */
import type { ApiClient } from '../../api/client.ts'
import { EXIT } from '../exit-codes.ts'
import type { Io } from '../io.ts'
import { printable } from '../terminal/cells.ts'

interface Following {
  readonly api: ApiClient
  readonly path: string
  readonly io: Io
  readonly json: boolean
  readonly isFollowed: boolean
}

/** Returns the exit code. */
export async function followRun({ api, path, io, json, isFollowed }: Following): Promise<number> {
  let leave: (left: undefined) => void = () => {}
  const left = new Promise<undefined>((resolve) => {
    leave = resolve
  })
  const unlisten = io.onInterrupt(() => leave(undefined))
  const look = (after: number, isWaiting: boolean) =>
    api.call('getRun', { query: { path, after, ...(isWaiting && { wait: 'true' }) } })
  try {
    for (let after = 0, isWaiting = false; ; isWaiting = true) {
      const run = await Promise.race([look(after, isWaiting), left])
      if (run === undefined) {
        io.err('\nThe script goes on. `fairlead project stop` ends it.\n')
        return EXIT.interrupted
      }
      if (run.from > after && isWaiting) io.err('… a part of the output is not kept any more\n')
      after = run.next
      if (!json) io.out(io.stdout.isTTY ? run.output.split('\n').map(printable).join('\n') : run.output)
      if (run.status === 'running' && isFollowed) continue
      if (json) io.out(`${JSON.stringify(await look(0, false))}\n`)
      else if (run.status === 'none') io.err('The script has not run there.\n')
      if (run.problem !== undefined) io.err(`The script ended: ${printable(run.problem)}\n`)
      return run.problem === undefined ? EXIT.done : EXIT.failed
    }
  } finally {
    unlisten()
  }
}
