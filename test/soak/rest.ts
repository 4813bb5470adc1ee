/** How a soak comes to rest: every session closed, every client up to date, and then no process left. */
import { HttpClient } from './clients/http-client.ts'
import type { Mirror } from './clients/mirror.ts'
import type { StreamClient } from './clients/stream-client.ts'
import { pause, type SoakHost } from './host.ts'
import type { Ledger } from './ledger.ts'
import { processesIn } from './resources.ts'

/** All that goes on ends within this, on whatever machine. */
const REST_WITHIN_MS = 240_000
/** What was told to end needs a moment to do so. */
const ENDS_WITHIN_MS = 15_000
const LOOK_AGAIN_MS = 100

/** What fails, or takes for ever, is a problem of the soak and not the end of it. */
export async function rested(what: string, work: Promise<unknown>, ledger: Ledger): Promise<void> {
  let timer: NodeJS.Timeout | undefined
  const late = new Promise<void>((resolve) => {
    timer = setTimeout(() => {
      ledger.problem(`${what}: not within ${REST_WITHIN_MS / 1000} seconds`)
      resolve()
    }, REST_WITHIN_MS)
  })
  const done = work.catch((error: Error) => ledger.problem(`${what}: ${error.message}`))
  await Promise.race([done, late]).finally(() => clearTimeout(timer))
}

export async function closeSessions(host: SoakHost, ledger: Ledger): Promise<void> {
  const http = new HttpClient('the end', host, ledger)
  for (const { id } of await sessionsOf(http))
    await http.command('POST', `/sessions/${id}/close`, { commandId: `end ${id}` }, { expected: [404] })
}

/** Resolves when each of them has every event. */
export async function catchUp(
  streams: readonly StreamClient[],
  mirror: Mirror,
  host: SoakHost,
  ledger: Ledger,
): Promise<void> {
  const http = new HttpClient('the end', host, ledger)
  const isDone = async () => {
    const sessions = await sessionsOf(http)
    return streams.every((stream) => sessions.every(({ id, seq }) => stream.has(id, seq)))
  }
  while (!(await isDone())) await pause(LOOK_AGAIN_MS)
  await mirror.compare(http)
}

async function sessionsOf(http: HttpClient): Promise<{ id: string; seq: number }[]> {
  const answers = await Promise.all(
    ['false', 'true'].map((archived) => http.get(`/sessions?archived=${archived}`)),
  )
  return answers.flatMap(({ body }) => (body as { sessions: { id: string; seq: number }[] }).sessions)
}

export async function processesLeft(folder: string): Promise<string[]> {
  for (const deadline = performance.now() + ENDS_WITHIN_MS; performance.now() < deadline; ) {
    if (processesIn(folder).length === 0) return []
    await pause(LOOK_AGAIN_MS)
  }
  return processesIn(folder)
}
