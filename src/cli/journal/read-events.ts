import type { ApiClient } from '../../api/client.ts'
import type { SessionEvent } from '../../state/events.ts'

const PAGE = 1000

/** Reads everything in the journal after a seq, page by page. Returns the last seq. */
export async function readEvents(
  api: ApiClient,
  id: string,
  after: number,
  take: (event: SessionEvent) => void,
): Promise<number> {
  for (let reached = after; ; ) {
    const page = await api.call('listEvents', { params: { id }, query: { after: reached, limit: PAGE } })
    for (const event of page.events) take(event)
    reached = page.events.at(-1)?.seq ?? reached
    if (page.events.length === 0 || reached >= page.last) return reached
  }
}
