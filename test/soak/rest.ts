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

/** What fails, or takes for ever, is a problem of the soak and not the end of it. `missing` says what it waits for. */
export async function rested(
  what: string,
  work: Promise<unknown>,
  ledger: Ledger,
  missing: () => string = () => '',
): Promise<void> {
  let timer: NodeJS.Timeout | undefined
  const late = new Promise<void>((resolve) => {
    timer = setTimeout(() => {
      ledger.problem(`${what}: not within ${REST_WITHIN_MS / 1000} seconds ${missing()}`.trimEnd())
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

/** Waits until each client has every event, then compares what the mirror has folded. */
export class CatchUp {
  #missing = ''

  /** Who lacks what. */
  get missing(): string {
    return this.#missing
  }

  async run(streams: readonly StreamClient[], mirror: Mirror, host: SoakHost, ledger: Ledger): Promise<void> {
    const http = new HttpClient('the end', host, ledger)
    const firstMissing = async () => {
      const sessions = await sessionsOf(http)
      for (const stream of streams)
        for (const { id, seq } of sessions)
          if (!stream.has(id, seq))
            return `(${stream.client} has ${stream.placeOf(id)} of ${seq} events of ${id})`
      return ''
    }
    for (;;) {
      this.#missing = await firstMissing()
      if (this.#missing === '') break
      await pause(LOOK_AGAIN_MS)
    }
    await mirror.compare(http, (missing) => {
      this.#missing = missing
    })
  }
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
