import type { ApiClient } from '../../api/client.ts'
import type { SessionEvent } from '../../state/events.ts'

const PAGE = 1000

/** Everything in the journal after a number, page by page; answers with the last number. */
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
